import type { Caller } from '../../../../contracts/caller.ts';
import { all, then } from '../../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../../contracts/operation-context.ts';
import type { MaybePromise, Row } from '../../../../contracts/record.ts';
import type { Refusal } from '../../../../contracts/refusal.ts';
import type { ListedPage, NamedGroup, PageRequest, RequestContext } from '../../../../contracts/request-context.ts';
import type { Step } from '../../../../contracts/step.ts';
import type { Condition, FigureResult, Group, PreparedQuery, Query } from '../../../../contracts/store.ts';
import { resolveFilterPath } from '../../../../plan/fields/filter-path.ts';
import { mostFigureValues } from '../../../../plan/figures.ts';
import { resolveReaders } from '../../../../plan/records/readers.ts';
import { type Bits, createBits, hasBit, intersectBits } from '../../../../plan/sets/bitset.ts';
import { present } from '../../../../text/present.ts';
import type { Rules } from '../../../authentication/serve/grants.ts';
import { createKnownBy } from '../../../authentication/serve/known.ts';
import { createTicketIssuer } from '../../../limits/serve/turn.ts';
import { createInvalidInput } from '../bodies/body.ts';
import { createRowRuleReader } from '../load.ts';
import { createLocator, isNowhere, type PathValues } from '../path.ts';
import { createContinuation, endsAtBound, type PageQueries, type PageResult, readTimeout } from './continuation.ts';
import { createDigest } from './cursor.ts';
import { countFewValues, rewriteConditions, rewriteValues } from './in-filter-rewrite.ts';
import { getNotGoneConditions, isCountOnly, listFilters, listOrders, listShownFigures } from './list.ts';
import { restoreLongValues } from './long-values.ts';
import { computeMaxPageBytes, createPageSettler, indexOrderColumns } from './page-end.ts';

/** The maximum number of cached queries of one list. */
const most = 256;

/** Pages of at most this number of records are read in one go, which is faster; longer ones until they are full. */
const readAtOnce = 50;

/** Asks the store for the page: parents first, then the rows that the filters and the caller's row rule admit. */
export function listLoadStep(op: OperationContext): Step {
  const locate = createLocator(op);
  const beside = createAnchorFinder(op, locate.fields);
  const load = createPageLoader(op, locate.fields);
  const ask = (ctx: RequestContext, located: PathValues): ReturnType<Step> => {
    if (isNowhere(located)) return located;
    if (ctx.page!.beside === undefined) return load(ctx, located);
    const found = beside(ctx, located);
    return found instanceof Promise
      ? found.then((refusal) => refusal ?? load(ctx, located))
      : (found ?? load(ctx, located));
  };
  const none: readonly unknown[] = [];
  if (locate.fields.length === 0) return (ctx) => ask(ctx, none);
  return (ctx) => {
    const located = locate(ctx);
    return located instanceof Promise ? located.then((values) => ask(ctx, values)) : ask(ctx, located);
  };
}

/**
 * Finds the record next to a page, without which the page is not known. A record that a parameter names must be one that the caller may
 * see; the record of a cursor only has the long values.
 */
function createAnchorFinder(
  op: OperationContext,
  fields: readonly string[],
): (ctx: RequestContext, located: readonly unknown[]) => MaybePromise<Refusal | undefined> {
  const { store, resource } = op;
  const { name, identity } = resource!.plan;
  const rule = createRowRuleReader(op);
  const places = indexOrderColumns(op);
  const digest = createDigest(op.platform);
  const equal = (field: string): Condition => ({ kind: 'equal', field });
  const settle = (ctx: RequestContext, row: Row | undefined): Refusal | undefined => {
    const page = ctx.page!;
    const { parameter, values, line } = page.beside!;
    const found = row && places[page.order]!.map((place) => row[place]);
    const after = found && values !== undefined ? restoreLongValues(values, found, digest) : found;
    if (after !== undefined) {
      ctx.page = { ...page, after };
      return undefined;
    }
    return createInvalidInput([
      values === undefined
        ? { parameter, problem: 'reference', message: 'must be the ID of a record in this list' }
        : { parameter, problem: 'constraint', message: outdated, ...(line === undefined ? {} : { line }) },
    ]);
  };
  return (ctx, located) => {
    const { id, values: ofCursor } = ctx.page!.beside!;
    const of = ofCursor === undefined ? rule(ctx.grants) : undefined;
    const conditions = (ofCursor === undefined ? [...fields, identity] : [identity]).map(equal);
    if (of !== undefined) conditions.push({ kind: 'any', of });
    const bound = ofCursor === undefined ? [...located, id] : [id];
    const values = { conditions: bound, caller: ctx.caller?.values, now: ctx.now };
    const row = store.prepare({ resource: name, conditions }).one(values);
    return row instanceof Promise ? row.then((resolved) => settle(ctx, resolved)) : settle(ctx, row);
  };
}

const outdated = 'must be a cursor whose record was not changed or deleted since: begin with the first page';

/** Returns what finds the query of a page; queries are cached. */
function createPageQueries(op: OperationContext, fields: readonly string[]): PageQueries {
  const { store, resource } = op;
  const orders = listOrders(op).map(({ order }) => ({
    forward: order,
    backward: order.map(({ field, descending }) => ({ field, descending: !descending })),
  }));
  const filters = listFilters(op);
  const rule = createRowRuleReader(op);
  const parents: Condition[] = fields.map((field) => ({ kind: 'equal', field }));
  const gone: Condition[] = getNotGoneConditions(op);
  const slow = findUnboundedParts(op);
  const milliseconds = readTimeout(op);
  const figures = listShownFigures(op.operation).map(({ figure }) => figure);
  const questions = new Map<string, PreparedQuery>();
  const seen = createReferenceFilters(op, filters);
  return ({ order, filters: bits, after, backward = false, skip }, few, { grants, caller }, use = undefined) => {
    const known = seen?.(bits, caller);
    const key = `${order} ${bits} ${few} ${grants} ${after !== undefined} ${backward} ${skip !== undefined} ${use} ${known?.key}`;
    const ready = questions.get(key);
    if (ready !== undefined) return ready;
    const of = rule(grants);
    const asked = filters.flatMap(({ condition }, i) => {
      return hasBit(bits, i) ? [restrict(condition, known?.rules[i])] : [];
    });
    const conditions: Condition[] = [...parents, ...rewriteConditions(asked, few), ...gone];
    if (of !== undefined) conditions.push({ kind: 'any', of });
    const slowRule = of !== undefined && intersectBits(grants, slow.grants) !== 0;
    const apart = use !== undefined || skip !== undefined || slowRule || intersectBits(bits, slow.filters) !== 0;
    const query: Query = {
      resource: resource!.plan.name,
      conditions,
      order: orders[order]![backward ? 'backward' : 'forward'],
      bounded: true,
      after: after !== undefined,
      ...(skip === undefined ? {} : { skips: true }),
      ...(apart ? { slowTimeout: milliseconds } : {}),
      ...(use === 'figures'
        ? { figures }
        : use === 'figures and count'
          ? { figures: [...figures, { kind: 'count' }] }
          : {}),
    };
    const made = store.prepare(query);
    if (questions.size >= most) questions.clear();
    questions.set(key, made);
    return made;
  };
}

/** The row rules of the records that filters follow references to, by filter; `key` is the same where they are. */
interface KnownReferences {
  readonly key: string;
  readonly rules: readonly (Rules | undefined)[];
}

/**
 * Creates what restricts filters, by their bits; undefined if none follows a reference. Such a filter finds only records whose reference the
 * caller may read: a client must not learn from a list what it cannot read.
 */
function createReferenceFilters(
  { plan, resource }: OperationContext,
  filters: ReturnType<typeof listFilters>,
): ((bits: Bits, caller: Caller | undefined) => KnownReferences) | undefined {
  const readers = filters.map(({ condition }) => {
    if (condition.kind !== 'compare' || condition.path.length === 1) return undefined;
    const other = resolveFilterPath(plan, resource!.plan.name, condition.path)?.[1];
    return other && createKnownBy(resolveReaders(plan, other.resource));
  });
  if (readers.every((reads) => reads === undefined)) return undefined;
  return (bits, caller) => {
    const known = readers.map((reads, i) => (hasBit(bits, i) ? reads?.(caller) : undefined));
    return { key: known.map((one) => one?.key ?? '').join(','), rules: known.map((one) => one?.rules) };
  };
}

function restrict(condition: Condition, rules: Rules | undefined): Condition {
  if (condition.kind !== 'compare' || rules === undefined || rules === 'every record') return condition;
  return { ...condition, visible: rules };
}

/** Which filters, and which rows of scopes, no index answers within a bounded number of rows. */
function findUnboundedParts({ operation }: OperationContext): { readonly filters: Bits; readonly grants: Bits } {
  const { access, unbounded = [] } = operation;
  const filters = listFilters({ operation, resource: undefined });
  return {
    filters: createBits(filters.length, (i) => unbounded.some(({ parameter }) => parameter === filters[i]!.name)),
    grants: createBits(access.grants.length, (i) => unbounded.some(({ grant }) => grant === i)),
  };
}

function createPageLoader(
  op: OperationContext,
  fields: readonly string[],
): (ctx: RequestContext, located: readonly unknown[]) => ReturnType<Step> {
  const questionFor = createPageQueries(op, fields);
  const settle = createPageSettler(op);
  const issueTicket = createTicketIssuer(op);
  const continuePage = createContinuation(op, questionFor);
  const countOnly = isCountOnly(op.operation);
  const figures = createFigureReader(op);
  const tooMany: Refusal = { condition: 'unavailable', line: op.operation.line };
  const room = computeMaxPageBytes(op);
  return (ctx, located) => {
    const page = ctx.page!;
    const { after, skip } = page;
    const few = countFewValues(page.values);
    const asked = rewriteValues(page.values, few);
    const conditions = located.length === 0 ? asked : [...located, ...asked];
    const values = { conditions, caller: ctx.caller?.values, now: ctx.now, ticket: issueTicket(ctx) };
    const query = {
      ...values,
      limit: page.limit + 1,
      ...(page.limit > readAtOnce ? { room } : {}),
      ...(after === undefined ? {} : { after }),
      ...(skip === undefined ? {} : { skip }),
    };
    const found = countOnly ? nothing : questionFor(page, few, ctx).many(query);
    const settleFound = (result: PageResult): MaybePromise<Refusal | undefined> =>
      endsAtBound(result, query)
        ? continuePage(ctx, few, query, result).then(({ rows, next }) => settle(ctx, rows, next))
        : settle(ctx, result.rows, result.next);
    const done = found instanceof Promise ? found.then(settleFound) : settleFound(found);
    if (!page.total && figures === undefined) return done;
    const { order, filters, limit, total } = page;
    const first: PageRequest = { order, filters, limit, total, values: page.values, after: undefined };
    const whole =
      figures === undefined
        ? then(questionFor(first, few, ctx, 'counts').count(values), (count): Whole => ({ total: count, groups: 0 }))
        : then(questionFor(first, few, ctx, total ? 'figures and count' : 'figures').figures(values), figures);
    return then(all([done, whole]), ([result, known]) => {
      if (known.groups > mostFigureValues) return tooMany;
      const { figures: found, total: count } = known;
      if (ctx.listed !== undefined) ctx.listed = { ...ctx.listed, total: count, ...present({ figures: found }) };
      return result;
    });
  };
}

/** Facts of all records of a list; `groups`: the largest number of groups in one list of them. */
type Whole = Pick<ListedPage, 'figures' | 'total'> & { readonly groups: number };

/** Creates what reads the results of the figures that responses show; the number of records follows them if it is counted. */
function createFigureReader({
  operation,
}: OperationContext): ((results: readonly FigureResult[]) => Whole) | undefined {
  const shown = listShownFigures(operation);
  if (shown.length === 0) return undefined;
  return (results) => {
    const groups = results.map((result, at) => readGroups(shown[at]?.names, result));
    return {
      figures: Object.fromEntries(shown.map(({ key }, at) => [key, groups[at] ?? results[at]])),
      total: results.length > shown.length ? (results.at(-1) as number) : undefined,
      groups: Math.max(0, ...groups.map((one) => one?.length ?? 0)),
    };
  };
}

/** Names the values of groups; undefined for another figure. */
function readGroups(names: readonly string[] | undefined, result: FigureResult): readonly NamedGroup[] | undefined {
  return (
    names &&
    (result as readonly Group[]).map((group) => Object.fromEntries(group.map((value, at) => [names[at], value])))
  );
}

const nothing: PageResult = { rows: [] };
