import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { RecordValue } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import { listReturnedRecords, showsOwnRecord } from '../../../plan/bodies/returned.ts';
import { listNestedObjects } from '../../../plan/fields/field-path.ts';
import { getIdentityType, isIdentityOf } from '../../../plan/fields/identity-type.ts';
import { isObject } from '../../../plan/fields/is-object.ts';
import { findsRecord } from '../../../plan/handler-rules.ts';
import { beginsSession } from '../../../plan/operation.ts';
import { readPathValue } from '../../../plan/records/neighbours.ts';
import { createRowRuleTest } from './row-rule.ts';

/**
 * Creates the row rule of a handler: it must hold for each record of the operation's resource that the handler wrote with the caller's
 * rights, before and after. If the path names no record, it must hold for each that the handler returns; in lists others are left out. It
 * must hold for the record that logs in.
 */
export function createHandlerRule(
  op: OperationContext,
  refusal: Refusal,
): (ctx: RequestContext) => Promise<Refusal | undefined> {
  const { operation } = op;
  const { name, identity } = op.resource!.plan;
  const type = getIdentityType(op.plan, op.resource!.plan);
  const responses = findsRecord(operation) ? [] : operation.responses;
  const others = responses
    .flatMap(({ shape }) => listReturnedRecords(shape))
    .filter(({ resource }) => resource === name)
    .flatMap(({ within }) => within);
  const findStored = createFinder(op);
  const passes = createRecordTest(op);
  const judgeWritten = createWrittenTest(op, refusal);
  // A log in and a refresh are about their record, whether or not the response shows it.
  const isOwn = beginsSession(operation.session) || operation.session?.does === 'refresh';
  const showsOwn = isOwn || responses.some(showsOwnRecord);

  return async (ctx) => {
    const written = [...(ctx.written?.values() ?? [])];
    const own = showsOwn && isObject(ctx.after) ? [ctx.after] : [];
    const returned = others.flatMap((place) => listNestedObjects(ctx.after, [place]));
    const known = [...written.map((record) => record.identity), ...[...own, ...returned].map((each) => each[identity])];
    const stored = await findStored(
      ctx,
      [...new Set(known)].filter((id) => isIdentityOf(type, id)),
    );
    /** Values that name no stored record are the handler's own. */
    const mayReturn = async (value: RecordValue): Promise<boolean> => {
      const record = stored.get(String(value[identity]));
      return record === undefined || passes(ctx, record);
    };
    if ((await judgeWritten(ctx, stored)) !== undefined) return refusal;
    for (const record of own) if (!(await mayReturn(record))) return refusal;
    const hidden = new Set<unknown>();
    for (const record of returned) if (!(await mayReturn(record))) hidden.add(record);
    if (hidden.size === 0) return undefined;
    const whole = others.filter(({ list }) => !list);
    if (whole.some(({ path }) => hidden.has(readPathValue(ctx.after, path)))) return refusal;
    for (const { path } of others) ctx.after = leaveOut(ctx.after, path, hidden) as RequestContext['after'];
    return undefined;
  };
}

/**
 * Creates the row rule of an operation for what its hook wrote: it must hold for each record of the operation's resource that the hook wrote
 * with the caller's rights, before and after.
 */
export function createWrittenRule(
  op: OperationContext,
  refusal: Refusal,
): (ctx: RequestContext) => Promise<Refusal | undefined> {
  const findStored = createFinder(op);
  const judge = createWrittenTest(op, refusal);
  return async (ctx) => {
    const written = [...(ctx.written?.values() ?? [])].map((record) => record.identity);
    return judge(ctx, await findStored(ctx, written));
  };
}

type Stored = ReadonlyMap<string, RecordValue>;

/** Finds the records as they are stored now, by the text of their identities. */
function createFinder({ store, resource }: OperationContext) {
  const { name, identity } = resource!.plan;
  const among = store.prepare({ resource: name, conditions: [{ kind: 'compare', path: [identity], operator: 'in' }] });
  return async ({ transaction, now }: RequestContext, identities: readonly unknown[]): Promise<Stored> => {
    if (identities.length === 0) return new Map();
    const values = { conditions: [identities], now, limit: identities.length };
    const { rows } = await transaction!.bind(among, 'share').many(values);
    return new Map(rows.map((row) => resource!.toRecord(row)).map((record) => [String(record[identity]), record]));
  };
}

function createRecordTest(op: OperationContext): (ctx: RequestContext, record: RecordValue) => Promise<boolean> {
  const test = createRowRuleTest(op);
  return async (ctx, record) => {
    await op.loadRefs(ctx, record);
    return test(ctx, record);
  };
}

/** Judges the records that code wrote, as they were and as they are stored. */
function createWrittenTest(op: OperationContext, refusal: Refusal) {
  const passes = createRecordTest(op);
  return async (ctx: RequestContext, stored: Stored): Promise<Refusal | undefined> => {
    for (const { identity, before } of ctx.written?.values() ?? []) {
      const record = stored.get(String(identity));
      if (before !== undefined && !(await passes(ctx, before))) return refusal;
      if (record !== undefined && !(await passes(ctx, record))) return refusal;
    }
    return undefined;
  };
}

/** The value without those of the items at a path that are hidden; the value itself stays as it is. */
function leaveOut(value: unknown, [name, ...deeper]: readonly string[], hidden: ReadonlySet<unknown>): unknown {
  if (name !== undefined) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return value;
    return { ...value, [name]: leaveOut(value[name], deeper, hidden) };
  }
  return Array.isArray(value) ? value.filter((item) => !hidden.has(item)) : value;
}
