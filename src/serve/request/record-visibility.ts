import type { Compiled } from '../../contracts/compiled.ts';
import { then } from '../../contracts/maybe-promise.ts';
import type { OperationContext, Visible } from '../../contracts/operation-context.ts';
import type { MaybePromise, Row } from '../../contracts/record.ts';
import type { RequestContext } from '../../contracts/request-context.ts';
import type { Condition, PreparedQuery, Query, Store } from '../../contracts/store.ts';
import { createKnownBy, createQueriesTo } from '../../parts/authentication/serve/known.ts';
import { getNotGoneConditions } from '../../parts/endpoints/serve/lists/list.ts';
import type { Plan } from '../../plan/plan.ts';
import type { ShownChildren } from '../../plan/records/children.ts';
import { type Knowing, resolveNamers, resolveReaders } from '../../plan/records/readers.ts';

/** Makes the questions to a resource that find what the caller of a request knows and what is not gone; undefined: nothing. */
function createVisibilityQueries(
  groups: Knowing,
  compiled: Compiled,
  store: Store,
  resource: string,
  first: readonly Condition[],
  more: Pick<Query, 'fields' | 'order'> = {},
): (ctx: RequestContext) => PreparedQuery | undefined {
  const gone = getNotGoneConditions({ resource: compiled.resources.get(resource) });
  const questionFor = createQueriesTo(store, resource, [...first, ...gone], createKnownBy(groups), more);
  return ({ caller }) => questionFor(caller);
}

/** Inside a transaction what is found is held as it is. */
function bindQuery({ transaction }: RequestContext, query: PreparedQuery): PreparedQuery {
  return transaction === undefined ? query : transaction.bind(query, 'share');
}

function createVisible(needed: Visible['needed']): Visible {
  const find = (ctx: RequestContext, value: unknown, tenant?: unknown): MaybePromise<Row | undefined> => {
    const asked = needed(ctx, value, tenant);
    return asked === undefined ? undefined : bindQuery(ctx, asked.query).one(asked.values);
  };
  const held = (ctx: RequestContext, value: unknown, tenant?: unknown): MaybePromise<Row | undefined> => {
    const asked = needed(ctx, value, tenant);
    return asked === undefined ? undefined : ctx.transaction!.bind(asked.query).one(asked.values);
  };
  return Object.assign(find, { needed, held });
}

function listEqualities(...fields: readonly (string | undefined)[]): readonly Condition[] {
  return fields.flatMap((field) => (field === undefined ? [] : [{ kind: 'equal' as const, field }]));
}

/** Returns the fields of a record that are read: none where only its presence matters. */
function readFields(presence: true | undefined): Pick<Query, 'fields'> {
  return presence === true ? { fields: [] } : {};
}

/** Makes `OperationContext.visible`: looks one record up as the caller of a request may name it. */
export function createVisibleLookup(plan: Plan, compiled: Compiled, store: Store): OperationContext['visible'] {
  return shareLookups((resource, field, presence, within) => {
    const first = listEqualities(field, within);
    const groups = resolveNamers(plan, resource);
    const asked = createVisibilityQueries(groups, compiled, store, resource, first, readFields(presence));
    return createVisible((ctx, value, tenant) => {
      const query = asked(ctx);
      if (query === undefined) return undefined;
      const conditions = within === undefined ? [value] : [value, tenant];
      return { query, values: { conditions, caller: ctx.caller?.values, now: ctx.now } };
    });
  });
}

/** Creates each lookup when it is first needed, once for all operations. */
function shareLookups(create: OperationContext['visible']): OperationContext['visible'] {
  const known = new Map<string, Visible>();
  return (resource, field, presence, within) => {
    const key = `${resource}.${field} ${presence} ${within}`;
    const lookup = known.get(key) ?? create(resource, field, presence, within);
    known.set(key, lookup);
    return lookup;
  };
}

/** Creates `OperationContext.visible` for the service itself: a record exists and is not soft-deleted, whoever is permitted to see it. */
export function createPresentLookup(compiled: Compiled, store: Store): OperationContext['visible'] {
  return shareLookups((resource, field, presence, within) => {
    const gone = getNotGoneConditions({ resource: compiled.resources.get(resource) });
    const conditions = [...listEqualities(field, within), ...gone];
    const query = store.prepare({ resource, conditions, ...readFields(presence) });
    return createVisible((ctx, value, tenant) => {
      return { query, values: { conditions: within === undefined ? [value] : [value, tenant], now: ctx.now } };
    });
  });
}

/** Finds records by identities. Reading may stop after rows that have more than `room` characters together. */
export type Embedding = (
  ctx: RequestContext,
  identities: readonly unknown[],
  room?: number,
) => MaybePromise<readonly Row[]>;

/** Looks many records of a resource up by their identities, by one question, as the caller may read them. */
export function createVisibleManyLookup(plan: Plan, compiled: Compiled, store: Store, resource: string): Embedding {
  const { identity } = plan.resources.find((otherResource) => otherResource.name === resource)!;
  const among: Condition = { kind: 'compare', path: [identity], operator: 'in' };
  const asked = createVisibilityQueries(resolveReaders(plan, resource), compiled, store, resource, [among]);
  return (ctx, identities, room) => {
    const { caller, now } = ctx;
    const limit = identities.length;
    const values = { conditions: [identities], caller: caller?.values, now, limit, room };
    const query = asked(ctx);
    if (query === undefined) return [];
    const found = bindQuery(ctx, query).many(values);
    return then(found, ({ rows }) => rows);
  };
}

/** Finds the records that refer to some others, as a shape shows them and the caller may read them, by one question. */
export function createVisibleChildrenLookup(
  plan: Plan,
  compiled: Compiled,
  store: Store,
  shape: ShownChildren,
): Embedding {
  const { resource, field, most, order } = shape;
  const first: Condition = { kind: 'each', field, most };
  const groups = resolveReaders(plan, resource);
  const asked = createVisibilityQueries(groups, compiled, store, resource, [first], { order });
  return (ctx, identities, room) => {
    const query = asked(ctx);
    if (query === undefined) return [];
    // They are only shown, and do not decide what is written.
    const bound = ctx.transaction === undefined ? query : ctx.transaction.bind(query);
    const { caller, now } = ctx;
    const found = bound.many({ conditions: [identities], caller: caller?.values, now, room });
    return then(found, ({ rows }) => rows);
  };
}
