import { AnswerFailure, toEmbeddedKey } from '../../codegen/answers/runtime.ts';
import { copyPlain } from '../../codegen/outputs.ts';
import type { Compiled, CompiledResource } from '../../contracts/compiled.ts';
import type { ComputedMember, Handlers } from '../../contracts/handlers.ts';
import type { FieldError, MaybePromise, RecordValue, Row } from '../../contracts/record.ts';
import type { RequestContext } from '../../contracts/request-context.ts';
import { listReturnedRecords, type Returned } from '../../plan/bodies/returned.ts';
import { listNestedObjects, replaceNestedObjects } from '../../plan/fields/field-path.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import { readEntryTimestamps, stateFields } from '../../plan/records/row.ts';
import { toHandlerCaller } from './context.ts';
import { createHiding } from './hidden.ts';
import { createRun } from './run.ts';
import type { Tools } from './tools.ts';

type Members = ReadonlyMap<string, ComputedMember>;

/**
 * Makes what puts the members that depend on the caller into the records of an operation's answer: one call of each for all
 * records of the answer; undefined where the service has none.
 */
export function createComputed(
  handlers: Handlers,
  compiled: Compiled,
  tools: Tools,
): (operation: OperationPlan) => ((ctx: RequestContext) => MaybePromise<void>) | undefined {
  return ({ kind, resource, responses }) => {
    if (handlers.computed.size === 0) return undefined;
    const own = resource === undefined ? undefined : compiled.resources.get(resource);
    const members = handlers.computed.get(resource ?? '');
    const others = [...handlers.computed].map(([of, found]) => ({ of: compiled.resources.get(of)!, found }));
    const returned = kind === 'handler' ? responses.flatMap(({ shape }) => listReturnedRecords(shape)) : [];
    return async (ctx) => {
      if (own !== undefined && members !== undefined) {
        if (kind === 'list') ctx.rows = await fillRows(own, members, ctx.rows, ctx, tools);
        else await fillRecord(own, members, ctx, tools);
      }
      for (const { of, found } of others) {
        const ways = returned.filter((candidate) => candidate.resource === of.plan.name);
        await fillReturned(of, found, ways, ctx, tools);
        await fillEmbedded(of, found, ctx, tools);
      }
    };
  };
}

/** The records with their members; throws when the code gives another number of values than there are records. */
async function fillRecords(
  { plan, byCode }: CompiledResource,
  members: Members,
  records: readonly RecordValue[],
  ctx: RequestContext,
  tools: Tools,
): Promise<readonly RecordValue[]> {
  if (records.length === 0) return records;
  const made = records.map((record): Record<string, unknown> => ({ ...record }));
  const shown = records.map(createHiding(plan));
  for (const [name, member] of members) {
    const run = createRun('computed', `${plan.name}.${name}`, ctx);
    const values = await tools.run(run, () => member(shown, toHandlerCaller(ctx), tools.reading(run)));
    if (!Array.isArray(values) || values.length !== records.length) {
      throw new Error(
        `computed ${plan.name}.${name} gives a list with one value for each of ${records.length} records`,
      );
    }
    const check = createFieldCheck(plan, name, byCode.get(name));
    for (let i = 0; i < made.length; i++) {
      check(values[i]);
      made[i]![name] = values[i];
    }
  }
  return made;
}

/** Makes the check of a field's values; it throws for one that the field cannot hold. */
function createFieldCheck(
  { name, fields }: CompiledResource['plan'],
  member: string,
  check: ((value: unknown, fieldErrors: FieldError[]) => unknown) | undefined,
): (value: unknown) => void {
  return (value) => {
    if (check === undefined || value === undefined || value === null) return;
    const fieldErrors: FieldError[] = [];
    check(copyPlain(value), fieldErrors);
    const [wrong] = fieldErrors;
    if (wrong === undefined) return;
    const line = wrong.line ?? fields.find((field) => field.name === member)?.line;
    throw new AnswerFailure(`computed ${name}.${member} returned an invalid value: ${wrong.message} (line ${line})`);
  };
}

async function fillRows(
  resource: CompiledResource,
  members: Members,
  rows: readonly Row[],
  ctx: RequestContext,
  tools: Tools,
): Promise<readonly Row[]> {
  const records = await fillRecords(
    resource,
    members,
    rows.map((row) => resource.toRecord(row)),
    ctx,
    tools,
  );
  return records.map((record, i) => replaceRowFields(resource, rows[i]!, record));
}

/** A row with the fields of a record, of the same version and as long in its states. */
function replaceRowFields({ plan, toRow }: CompiledResource, row: Row, record: RecordValue): Row {
  return toRow(record, Number(row[0]), readEntryTimestamps(row, stateFields(plan).length) as (number | null)[]);
}

async function fillRecord(
  resource: CompiledResource,
  members: Members,
  ctx: RequestContext,
  tools: Tools,
): Promise<void> {
  const { row, after, before } = ctx;
  if (Array.isArray(after)) {
    ctx.after = (await fillRecords(resource, members, after, ctx, tools)) as never;
    return;
  }
  const { identity } = resource.plan;
  const stored = row === undefined ? undefined : resource.toRecord(row);
  const record = after ?? before ?? stored;
  if (record === undefined || record[identity] === undefined) return;
  // The row is most often of this very record; a handler may have returned another.
  const other = stored === undefined || stored[identity] === record[identity] ? [] : [stored];
  const [made, more] = await fillRecords(resource, members, [record, ...other], ctx, tools);
  ctx.after = { ...made };
  if (row === undefined) return;
  const values = Object.fromEntries([...members.keys()].map((name) => [name, (more ?? made)![name]]));
  ctx.row = replaceRowFields(resource, row, { ...stored, ...values });
}

async function fillReturned(
  resource: CompiledResource,
  members: Members,
  ways: readonly Returned[],
  ctx: RequestContext,
  tools: Tools,
): Promise<void> {
  const records = new Set(ways.flatMap(({ within }) => listNestedObjects(ctx.after, within)));
  const made = await fillRecords(resource, members, [...records], ctx, tools);
  const changed = new Map([...records].map((record, i) => [record, made[i]]));
  for (const { within } of ways) {
    ctx.after = replaceNestedObjects(ctx.after, within, (held) => changed.get(held) ?? held) as RequestContext['after'];
  }
}

async function fillEmbedded(
  resource: CompiledResource,
  members: Members,
  ctx: RequestContext,
  tools: Tools,
): Promise<void> {
  const { name, identity } = resource.plan;
  const beginning = toEmbeddedKey(name, '');
  const keys = Object.keys(ctx.refs).filter((key) => key.startsWith(beginning) && ctx.refs[key] !== undefined);
  const records = keys.map((key) => ctx.refs[key]!);
  const made = await fillRecords(resource, members, records, ctx, tools);
  if (made.length > 0) ctx.refs = { ...ctx.refs };
  for (const record of made) ctx.refs[toEmbeddedKey(name, record[identity])] = record;
}
