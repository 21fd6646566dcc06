import type { Caller } from '../../../contracts/caller.ts';
import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { MaybePromise, Row } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import type { Condition, PreparedQuery } from '../../../contracts/store.ts';
import type { Expression } from '../../../expression/tree.ts';
import { changesFound, createsByPut } from '../../../plan/kinds.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import { isReadElsewhere, resolveReaders } from '../../../plan/records/readers.ts';
import type { Bits } from '../../../plan/sets/bitset.ts';
import { getGrantRules } from '../../authentication/serve/grants.ts';
import { createKnownBy, createKnownByItself, createQueriesTo } from '../../authentication/serve/known.ts';
import { createLinkTest } from './files/links.ts';
import { createLocator, isNowhere, type PathValues } from './path.ts';

/** The row rules of an operation by the grants that apply: nothing where every record is seen. */
export function createRowRuleReader(
  op: Pick<OperationContext, 'operation'>,
): (grants: Bits) => readonly Expression[] | undefined {
  const { access } = op.operation;
  const known = new Map<Bits, readonly Expression[] | undefined>();
  return (grants) => {
    if (known.has(grants)) return known.get(grants);
    const rules = getGrantRules(access, grants);
    known.set(grants, rules === 'every record' ? undefined : rules);
    return known.get(grants);
  };
}

/** Finds the record that the path names: for a read as the caller may see it, for a write in its transaction. */
export function createRecordLoadStep(op: OperationContext): Step {
  const { operation } = op;
  const { kind } = operation;
  const find = kind === 'read' ? readFinder(op) : writeFinder(op);
  const notFound: Refusal = { condition: 'not found', unknown: true, line: operation.line };
  const locate = createLocator(op);
  const settle = kind === 'read' ? settleRead(op) : settleWrite(op);
  const isOfLink = createLinkTest(op);
  const otherwise = operation.kind === 'read' ? readOtherwise(op, operation) : undefined;
  const search = (ctx: RequestContext, located: PathValues): ReturnType<Step> => {
    if (isNowhere(located)) return located;
    const found = (row: Row | undefined): ReturnType<Step> => {
      if (ctx.linked !== undefined && (row === undefined || !isOfLink(ctx, row))) return notFound;
      return row === undefined ? (otherwise?.(ctx, located, notFound) ?? notFound) : settle(ctx, row);
    };
    const row = find(ctx, located);
    return then(row, found);
  };
  return (ctx) => {
    const located = locate(ctx);
    return located instanceof Promise ? located.then((values) => search(ctx, values)) : search(ctx, located);
  };
}

/** Whether the path, or a Record line, names the operation's own record. */
export function findsOwnRecord({ segments, record }: OperationContext['operation']): boolean {
  return record !== undefined || segments.some((place) => place.kind === 'placeholder' && place.of === 'own');
}

type Finder = (ctx: RequestContext, located: readonly unknown[]) => MaybePromise<Row | undefined>;

function readFinder(op: OperationContext): Finder {
  const { operation, store, resource } = op;
  const conditions = createConditions(op);
  const rule = createRowRuleReader(op);
  const questions = new Map<Bits, PreparedQuery>();
  const make = (grants: Bits): PreparedQuery => {
    const of = rule(grants);
    const all: Condition[] = of === undefined ? [...conditions] : [...conditions, { kind: 'any', of }];
    const query = store.prepare({ resource: resource!.plan.name, conditions: all });
    questions.set(grants, query);
    return query;
  };
  const linked = operation.signed && store.prepare({ resource: resource!.plan.name, conditions });
  return (ctx, values) => {
    const query = (ctx.linked === undefined ? undefined : linked) ?? questions.get(ctx.grants) ?? make(ctx.grants);
    return query.one({ conditions: values, caller: ctx.caller?.values, now: ctx.now });
  };
}

type Otherwise = (ctx: RequestContext, located: readonly unknown[], notFound: Refusal) => MaybePromise<Refusal>;

/** A record that another operation lets the caller read is not hidden by this one. Undefined where no other reads any. */
function readOtherwise(op: OperationContext, operation: OperationPlan<'read'>): Otherwise | undefined {
  const { plan, store } = op;
  const { resource: name } = operation;
  if (!isReadElsewhere(plan, operation)) return undefined;
  const rule = createRowRuleReader(op);
  const questionFor = createQueriesTo(
    store,
    name,
    createConditions(op),
    createKnownBy(resolveReaders(plan, name, operation.record)),
  );
  const line = operation.access.grants.find(({ where }) => where !== undefined)?.line ?? operation.line;
  const notAllowed: Refusal = { condition: 'forbidden', line };
  return (ctx, located, notFound) => {
    const query = rule(ctx.grants) === undefined ? undefined : questionFor(ctx.caller);
    const row = query?.one({ conditions: located, caller: ctx.caller?.values, now: ctx.now });
    const settle = (found: Row | undefined): Refusal => (found === undefined ? notFound : notAllowed);
    return then(row, settle);
  };
}

function writeFinder(op: OperationContext): Finder {
  const questionFor = createKnownQuery(op, createConditions(op));
  return (ctx, values) => {
    const query = questionFor(ctx.caller);
    if (query === undefined) return undefined;
    const asked = ctx.transaction === undefined ? query : ctx.transaction.bind(query);
    return asked.one({ conditions: values, caller: ctx.caller?.values, now: ctx.now });
  };
}

function identityFinder(op: OperationContext): Finder {
  const { identity } = op.resource!.plan;
  const at = createLocator(op).fields.indexOf(identity);
  const questionFor = createKnownQuery(op, [{ kind: 'equal', field: identity }]);
  return ({ caller, transaction, now }, values) => {
    const query = questionFor(caller)!;
    const asked = transaction === undefined ? query : transaction.bind(query);
    return asked.one({ conditions: [values[at]], caller: caller?.values, now });
  };
}

function createConditions(op: OperationContext): Condition[] {
  return createLocator(op).fields.map((field) => ({ kind: 'equal', field }));
}

type Settle = (ctx: RequestContext, row: Row) => undefined | Promise<undefined>;

function settleRead(op: OperationContext): Settle {
  const { operation, code, resource } = op;
  const plain =
    operation.refs.length === 0 &&
    code.responses.every((response) => response.fromRow !== undefined || response.body === undefined);
  if (plain && code.responses.length === 1) {
    return (ctx, row) => {
      ctx.row = row;
    };
  }
  return (ctx, row) => {
    ctx.row = row;
    ctx.before = resource!.toRecord(row);
    return loadReferences(op, ctx);
  };
}

function settleWrite(op: OperationContext): Settle {
  const { resource } = op;
  const moments = stateFieldsOf(op);
  return (ctx, row) => {
    ctx.row = row;
    ctx.before = resource!.toRecord(row);
    if (moments > 0) ctx.since = row.slice(1, 1 + moments) as (number | null)[];
    return loadReferences(op, ctx);
  };
}

function loadReferences(op: OperationContext, ctx: RequestContext): undefined | Promise<undefined> {
  if (op.operation.refs.length === 0) return undefined;
  const loaded = op.loadRefs(ctx, ctx.before!);
  return loaded instanceof Promise ? loaded.then(() => undefined) : undefined;
}

/** How many entry moments stand in a row, behind its version. */
export function stateFieldsOf({ resource }: OperationContext): number {
  return resource!.plan.fields.filter((field) => field.state === true).length;
}

/** A create looks for its parents, and by PUT for a record that has its identity already, whatever its parents. */
export function createLoadStep(op: OperationContext): Step {
  const { operation } = op;
  const locate = createLocator(op);
  const find = createsByPut(operation) ? identityFinder(op) : undefined;
  const settle = settleWrite(op);
  const load = (ctx: RequestContext, located: PathValues): ReturnType<Step> => {
    if (isNowhere(located)) return located;
    const row = find?.(ctx, located);
    if (row === undefined) return undefined;
    if (row instanceof Promise)
      return row.then((resolved) => (resolved === undefined ? undefined : settle(ctx, resolved)));
    return settle(ctx, row);
  };
  return (ctx) => {
    const located = locate(ctx);
    return located instanceof Promise ? located.then((values) => load(ctx, values)) : load(ctx, located);
  };
}

/**
 * Makes the question that finds a record for a change: one that the row rules of the operation and of those by which the caller may
 * read hide from it is not found by the store itself, so that it takes no longer than one that never was.
 */
function createKnownQuery(
  op: OperationContext,
  conditions: readonly Condition[],
): (caller: Caller | undefined) => PreparedQuery | undefined {
  const { plan, operation, resource, store } = op;
  const { name } = resource!.plan;
  if (!changesFound(operation)) {
    const all = store.prepare({ resource: name, conditions });
    return () => all;
  }
  const reads = createKnownBy(resolveReaders(plan, name, operation.record));
  return createQueriesTo(store, name, conditions, createKnownByItself(operation, reads));
}
