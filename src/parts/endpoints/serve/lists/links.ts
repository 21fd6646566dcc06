import type { BuiltInValues } from '../../../../contracts/compiled.ts';
import type { OperationContext } from '../../../../contracts/operation-context.ts';
import type { Incoming, ListedPage, RequestContext } from '../../../../contracts/request-context.ts';
import type { ParameterPlan } from '../../../../plan/operation.ts';
import { listFilters, listOrders } from './list.ts';
import { listCursors } from './list-cursor.ts';

const nothingListed: ListedPage = { next: undefined, previous: undefined, more: false, total: undefined };

/** The roles of an answer that is no list. */
export const noRoles: BuiltInValues = { nextCursor: null, previousCursor: null, totalCount: null, hasMore: false };

/** Creates what reads the built-in values of a page of a list. */
export function listRoles(op: OperationContext): (ctx: RequestContext) => BuiltInValues {
  const cursors = listCursors(op, listOrders(op), listFilters(op));
  const { parameters, responses } = op.operation;
  const cursor = parameters.some(({ mapsTo }) => mapsTo.kind === 'cursor');
  const numbered = parameters.find(({ mapsTo }) => mapsTo.kind === 'page number')?.name;
  const tellsPage = /"role":"page /.test(JSON.stringify(responses));
  const pageOf = ({ page, listed, parameters: asked }: RequestContext): NonNullable<BuiltInValues['page']> => {
    const size = page!.limit;
    const total = listed?.total;
    const number = numbered === undefined ? null : Number(asked[numbered] ?? 1);
    return { number, size, count: total === undefined ? null : Math.ceil(total / size) };
  };
  return (ctx) => {
    const { next, previous, total, more, figures } = ctx.listed ?? nothingListed;
    if (!tellsPage && figures === undefined && next === undefined && previous === undefined && total === undefined)
      return noRoles;
    const written = (values: readonly unknown[] | undefined, backward: boolean): string | null =>
      values === undefined || !cursor ? null : cursors.write(ctx.page!, values, backward);
    return {
      nextCursor: written(next, false),
      previousCursor: written(previous, true),
      totalCount: total ?? null,
      hasMore: more,
      ...(figures === undefined ? {} : { figures }),
      ...(tellsPage ? { page: pageOf(ctx) } : {}),
    };
  };
}

/** The parameters that lead to a page, with their values. */
type Parameters = readonly (readonly [name: string, value: string])[];

type FindPageLink = (ctx: RequestContext, builtIn: BuiltInValues) => Parameters | undefined;

interface Ends {
  readonly next: FindPageLink;
  readonly prev: FindPageLink;
  /** The parameters that say where a page begins. */
  readonly names: readonly string[];
}

/** Makes what adds `Link` to the pages beside this one: every other parameter repeated, a credential never (RFC 8288, section 3). */
export function listLinks(
  op: OperationContext,
): ((ctx: RequestContext, builtIn: BuiltInValues, headers: string[]) => void) | undefined {
  const { plan, address } = op;
  const ends = createLinkEnds(op);
  if (ends === undefined) return undefined;
  const carried = plan.authentication.schemes.flatMap(({ sentIn }) => sentIn.filter((place) => place.in === 'query'));
  const left = new Set([...ends.names, ...carried.map((place) => place.name)]);
  const begin = (path: string, query: string): string => {
    const others = query.split('&').filter((part) => part !== '' && !left.has(decodeParameterName(part)));
    return `<${address(path)}?${others.map((part) => `${escapeForLink(part)}&`).join('')}`;
  };
  const beginnings = new Map<string, string>();
  const beginningOf = ({ path, query }: Incoming): string => {
    const target = `${path}?${query}`;
    const known = beginnings.get(target);
    if (known !== undefined) return known;
    if (beginnings.size >= mostBeginnings) beginnings.clear();
    const beginning = begin(path, query);
    if (target.length <= longestBeginning) beginnings.set(target, beginning);
    return beginning;
  };
  const link = (beginning: string, relation: string, own: Parameters): string => {
    const query = own.map(([name, value]) => `${encodeQueryValue(name)}=${encodeQueryValue(value)}`).join('&');
    return `${beginning}${query}>; rel="${relation}"`;
  };
  return (ctx, builtIn, headers) => {
    const next = ends.next(ctx, builtIn);
    const prev = ends.prev(ctx, builtIn);
    if (next === undefined && prev === undefined) return;
    const beginning = beginningOf(ctx.incoming);
    const all = [];
    if (next !== undefined) all.push(link(beginning, 'next', next));
    if (prev !== undefined) all.push(link(beginning, 'prev', prev));
    const value = all.join(', ');
    if (value.length <= longestLink) headers.push('Link', value);
  };
}

/** A longer header would keep proxies and clients from reading the response; the cursors of its body are enough. */
const longestLink = 4_096;

/** The maximum number of remembered beginnings of links, and the maximum characters of their targets. */
const mostBeginnings = 256;
const longestBeginning = 1000;

/** Percent-encodes the characters that would end a link's target. */
function escapeForLink(part: string): string {
  return part.replace(/[<>"\s]/g, encodeURIComponent);
}

function decodeParameterName(part: string): string {
  const name = part.split('=')[0]!;
  return /[%+]/.test(name) ? decodeURIComponent(name.replaceAll('+', ' ')) : name;
}

/** Percent-encoded for a query; a cursor is as it is. */
function encodeQueryValue(text: string): string {
  return /^[\w.~-]*$/.test(text) ? text : encodeURIComponent(text);
}

function createLinkEnds(op: OperationContext): Ends | undefined {
  const { parameters } = op.operation;
  const named = (kind: ParameterPlan['mapsTo']['kind']): string | undefined =>
    parameters.find(({ mapsTo }) => mapsTo.kind === kind)?.name;
  const cursor = named('cursor');
  if (cursor !== undefined) {
    return {
      names: [cursor],
      next: (_, { nextCursor }) => (nextCursor === null ? undefined : [[cursor, nextCursor]]),
      prev: (_, { previousCursor }) => (previousCursor === null ? undefined : [[cursor, previousCursor]]),
    };
  }
  const offset = named('offset');
  if (offset !== undefined) return createCountEnds(offset, (skip) => skip);
  const page = named('page number');
  if (page !== undefined) return createCountEnds(page, (skip, limit) => Math.floor(skip / limit) + 1);
  return createIdEnds(op, named('after id'), named('before id'));
}

function createCountEnds(name: string, written: (skip: number, limit: number) => number): Ends {
  return {
    names: [name],
    next({ page, listed }) {
      const { skip = 0, limit } = page!;
      return listed?.next === undefined ? undefined : [[name, String(written(skip + limit, limit))]];
    },
    prev({ page, rows }) {
      const { skip = 0, limit } = page!;
      if (skip === 0 || rows.length === 0) return undefined;
      return [[name, String(written(Math.max(skip - limit, 0), limit))]];
    },
  };
}

function createIdEnds(op: OperationContext, after: string | undefined, before: string | undefined): Ends | undefined {
  if (after === undefined && before === undefined) return undefined;
  const { name, identity } = op.resource!.plan;
  const place = op.columnOf(name, identity);
  return {
    names: [after, before].filter((parameter) => parameter !== undefined),
    next({ listed, rows }) {
      return after === undefined || listed?.next === undefined ? undefined : [[after, String(rows.at(-1)![place])]];
    },
    prev({ listed, rows }) {
      return before === undefined || listed?.previous === undefined ? undefined : [[before, String(rows[0]![place])]];
    },
  };
}
