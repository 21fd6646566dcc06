import type { Conditions } from '../../codegen/expressions/where.ts';
import { convertInput } from '../../codegen/expressions/where-input.ts';
import type { MaybePromise, RecordValue, Row } from '../../contracts/record.ts';
import type { RequestContext } from '../../contracts/request-context.ts';
import type { Condition, PreparedQuery, Query, QueryValues, Store } from '../../contracts/store.ts';
import { getGrantRules } from '../../parts/authentication/serve/grants.ts';
import { createInvalidInput } from '../../parts/endpoints/serve/bodies/body.ts';
import { type Cursors, createDigest, stringifyCursorValue } from '../../parts/endpoints/serve/lists/cursor.ts';
import { getNotGoneConditions } from '../../parts/endpoints/serve/lists/list.ts';
import { digestLongValues, hasDigests, restoreLongValues } from '../../parts/endpoints/serve/lists/long-values.ts';
import { createTicketIssuer } from '../../parts/limits/serve/turn.ts';
import { formatPointer } from '../../plan/fields/json-pointer.ts';
import type { InnerOperation } from '../request/inner-operations.ts';
import { createIdentityCheck } from './arguments.ts';
import { type Asking, parseOrder, resolvePage } from './asking.ts';
import { createHiding } from './hidden.ts';
import { Refused } from './refused.ts';

/** Reads the records of one resource, with or without the caller's row rules. */
export interface Reads {
  get(by: By, id: unknown): Promise<RecordValue | undefined>;
  list(by: By, asking: Asking): Promise<readonly RecordValue[]>;
  /** Returns at most `limit` records after a cursor, and the cursor of the next page. */
  page(by: By, asking: Asking): Promise<RecordPage<string>>;
  /** Returns at most `limit` records after the values of an order, and the values after which the next page begins. */
  pageAfter(by: By, asking: Asking, after: OrderValues | undefined): Promise<RecordPage<OrderValues>>;
  count(by: By, asking: Asking): Promise<number>;
}

/** The reader: a handler, with the caller's row rules or as the service. */
export interface By {
  readonly ctx: RequestContext;
  readonly asService: boolean;
  /** The call, for messages: `store.list('Invoice')`. */
  readonly what: string;
}

/** The values of a record in the fields of an order. */
export type OrderValues = readonly unknown[];

/** A page of records; without `next` it is the last one. */
export interface RecordPage<Next> {
  readonly records: readonly RecordValue[];
  readonly next: Next | undefined;
}

/** The dependencies of reads: any operation of the resource with handlers, whose grants limit the records. */
export interface ReadDependencies {
  readonly store: Store;
  readonly operation: InnerOperation;
  readonly conditions: Conditions;
  readonly cursors: Cursors;
}

/** A list continues this many times if the store stops early, then fails because no index answers it. */
const mostRounds = 10;

interface Wanted {
  readonly order: NonNullable<Query['order']>;
  readonly limit: number;
  readonly after?: OrderValues | undefined;
}

/** The conditions of a read, and the values of `input`. */
interface Narrowed {
  readonly visible: readonly Condition[];
  readonly input: object;
}

/** Creates the reads of a resource. */
export function createReads({ store, operation, conditions, cursors }: ReadDependencies): Reads {
  const { op } = operation;
  const resource = op.resource!;
  const { name, identity } = resource.plan;
  const hide = createHiding(resource.plan);
  const toRecord = (row: Row): RecordValue => hide(resource.toRecord(row));
  const gone = getNotGoneConditions({ resource });
  const { access } = op.operation;
  const issueTicket = createTicketIssuer(op);
  const checkIdentity = createIdentityCheck(op.plan, resource.plan);
  const keyOf = op.code.path[0]!;
  const digest = createDigest(op.platform);
  const toOrderValues = (row: Row, order: Wanted['order']): OrderValues =>
    order.map(({ field }) => row[op.columnOf(name, field)]);

  /** Returns the caller's row rules as conditions; undefined if the caller sees no records. */
  const seen = ({ ctx, asService }: By): Condition[] | undefined => {
    const rules = getGrantRules(access, operation.grants(ctx, asService));
    if (rules === 'every record') return gone;
    return rules.length === 0 ? undefined : [...gone, { kind: 'any', of: rules }];
  };
  const ask = (ctx: RequestContext, query: Omit<Query, 'resource'>): PreparedQuery => {
    const prepared = store.prepare({ resource: name, ...query });
    return ctx.transaction === undefined ? prepared : ctx.transaction.bind(prepared, 'share');
  };
  const values = (ctx: RequestContext, input: unknown): QueryValues => ({
    // Only the first condition takes the value.
    conditions: [input],
    caller: ctx.caller?.values,
    now: ctx.now,
    // A handler may continue after its client has disconnected.
    ticket: { whose: issueTicket(ctx).whose },
  });
  const narrowed = (by: By, { where, input = {} }: Asking): Narrowed | undefined => {
    const visible = seen(by);
    if (where === undefined || where.trim() === 'true') return visible && { visible, input };
    const holds = conditions(name, where);
    const values = convertInput(by.what, holds, input);
    return visible && { visible: [{ kind: 'where', holds }, ...visible], input: values };
  };

  /** Reads rows until there are enough, there are no more, or no index answers in time: then `next` is set. */
  const read = async (
    by: By,
    asking: Asking,
    { order, limit, after: first }: Wanted,
  ): Promise<{ readonly rows: readonly Row[]; readonly next?: readonly unknown[] }> => {
    const found = narrowed(by, asking);
    if (found === undefined) return { rows: [] };
    const { visible, input } = found;
    const rows: Row[] = [];
    let after = first;
    for (let round = 0; round < mostRounds; round++) {
      const query = ask(by.ctx, { conditions: visible, order, bounded: true, after: after !== undefined });
      const asked = { ...values(by.ctx, input), limit: limit - rows.length };
      const answer: MaybePromise<{ rows: readonly Row[]; next?: readonly unknown[] }> = query.many(
        after === undefined ? asked : { ...asked, after },
      );
      const page = answer instanceof Promise ? await answer : answer;
      rows.push(...page.rows);
      if (page.next === undefined || rows.length >= limit) return { rows };
      after = page.next;
    }
    return after === undefined ? { rows } : { rows, next: after };
  };

  /** Puts the long values of the record of a cursor in place of their digests; undefined if they were changed since. */
  const restore = async (
    { ctx }: By,
    values: OrderValues,
    order: Wanted['order'],
    identityAt: number,
  ): Promise<OrderValues | undefined> => {
    const query = ask(ctx, { conditions: [{ kind: 'equal', field: identity }] });
    const row = await query.one({ conditions: [values[identityAt]], now: ctx.now });
    return row && restoreLongValues(values, toOrderValues(row, order), digest);
  };

  const pageAfter: Reads['pageAfter'] = async (by, asking, after) => {
    const { limit } = resolvePage(by.what, asking);
    const order = parseOrder(by.what, resource.plan, asking.order);
    const found = await read(by, asking, { order, limit: limit + 1, after });
    const rows = found.rows.slice(0, limit);
    const last = rows.at(-1);
    const more = found.rows.length > limit || found.next !== undefined;
    // Only an empty page ends at a record that the caller cannot see.
    const next = more && last !== undefined ? toOrderValues(last, order) : found.next;
    return { records: rows.map((row) => toRecord(row)), next };
  };

  return {
    async get(by, id) {
      checkIdentity(by.what, id);
      const visible = seen(by);
      // A string that no identity can have matches no record.
      const key = keyOf(String(id));
      if (visible === undefined || key === undefined) return undefined;
      const query = ask(by.ctx, { conditions: [{ kind: 'equal', field: identity }, ...visible] });
      const row = await query.one(values(by.ctx, key));
      return row === undefined ? undefined : toRecord(row);
    },
    async list(by, asking) {
      const { limit, offset } = resolvePage(by.what, asking);
      const isWhole = asking.limit === undefined && asking.total !== true;
      const most = offset + limit + (isWhole ? 1 : 0);
      const order = parseOrder(by.what, resource.plan, asking.order);
      const { rows, next } = await read(by, asking, { order, limit: most });
      if (next !== undefined && rows.length < most) {
        throw new Error(`a list of ${name} reads too many records: no index answers it`);
      }
      // Code that states no limit takes the list for all records.
      if (rows.length > offset + limit)
        throw new Error(
          `${by.what}: more than ${limit} records match. State a limit, or read all of them with store.all`,
        );
      return rows.slice(offset).map((row) => toRecord(row));
    },
    async page(by, asking) {
      const order = parseOrder(by.what, resource.plan, asking.order);
      const identityAt = order.findIndex(({ field }) => field === identity);
      const bound = stringifyCursorValue(['handlers', name, order]);
      const values = asking.after === undefined ? undefined : cursors.read(asking.after, bound);
      const after = values && hasDigests(values) ? await restore(by, values, order, identityAt) : values;
      if (asking.after !== undefined && after === undefined) {
        throw createCursorError(by, name, asking.after);
      }
      const { records, next } = await pageAfter(by, asking, after);
      const short = next && digestLongValues(next, identityAt, digest);
      return { records, next: short && cursors.write(short, bound) };
    },
    pageAfter,
    async count(by, asking) {
      const found = narrowed(by, asking);
      if (found === undefined) return 0;
      // Counting uses no index: outside a transaction it blocks no writes.
      const { maxRequestTime: milliseconds } = op.serverLimits;
      const timed = by.ctx.transaction === undefined ? { slowTimeout: milliseconds } : {};
      return ask(by.ctx, { conditions: found.visible, ...timed }).count(values(by.ctx, found.input));
    },
  };
}

/** Returns the error for a text that is not a cursor. If the client sent it, the request is refused, unless the code catches the error. */
function createCursorError({ ctx, what }: By, resource: string, cursor: string): Error {
  const { operation, parameters, input } = ctx.root;
  const named = operation.parameters.filter(({ name }) => parameters[name] === cursor);
  const stated = operation.input?.kind === 'object' ? operation.input.members : [];
  const members = stated.filter(({ name }) => input[name] === cursor);
  const wrong = { problem: 'constraint', message: 'must be a cursor from this list' } as const;
  const sent = [
    ...named.map(({ name, line }) => ({ ...wrong, parameter: name, line })),
    ...members.map(({ name }) => ({ ...wrong, pointer: formatPointer([name]) })),
  ];
  const message = `${what}: after: \`${cursor}\` is not a cursor of this list of ${resource}`;
  return sent.length === 0 ? new Error(message) : new Refused(createInvalidInput(sent), what, message);
}
