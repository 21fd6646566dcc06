import type { Compiled } from '../../contracts/compiled.ts';
import { then } from '../../contracts/maybe-promise.ts';
import type { OperationContext, Visible } from '../../contracts/operation-context.ts';
import type { MaybePromise, Row } from '../../contracts/record.ts';
import type { RequestContext } from '../../contracts/request-context.ts';
import type { Condition, PreparedQuery, Store } from '../../contracts/store.ts';
import { createKnownBy, createQueriesTo } from '../../parts/authentication/serve/known.ts';
import { getNotGoneConditions } from '../../parts/endpoints/serve/lists/list.ts';
import type { Plan } from '../../plan/plan.ts';
import { type Knowing, resolveNamers, resolveReaders } from '../../plan/records/readers.ts';

/** Makes the questions to a resource that find what the caller of a request knows and what is not gone; undefined: nothing. */
function createVisibilityQueries(
  groups: Knowing,
  compiled: Compiled,
  store: Store,
  resource: string,
  first: Condition,
  presence?: true,
): (ctx: RequestContext) => PreparedQuery | undefined {
  const gone = getNotGoneConditions({ resource: compiled.resources.get(resource) });
  const questionFor = createQueriesTo(store, resource, [first, ...gone], createKnownBy(groups), presence);
  return ({ caller }) => questionFor(caller);
}

/** Inside a transaction what is found is held as it is. */
function bindQuery({ transaction }: RequestContext, query: PreparedQuery): PreparedQuery {
  return transaction === undefined ? query : transaction.bind(query, 'share');
}

function createVisible(needed: Visible['needed']): Visible {
  const find = (ctx: RequestContext, value: unknown): MaybePromise<Row | undefined> => {
    const asked = needed(ctx, value);
    return asked === undefined ? undefined : bindQuery(ctx, asked.query).one(asked.values);
  };
  return Object.assign(find, { needed });
}

/** Makes `OperationContext.visible`: looks one record up as the caller of a request may name it. */
export function createVisibleLookup(plan: Plan, compiled: Compiled, store: Store): OperationContext['visible'] {
  return shareLookups((resource, field, presence) => {
    const equal: Condition = { kind: 'equal', field };
    const asked = createVisibilityQueries(resolveNamers(plan, resource), compiled, store, resource, equal, presence);
    return createVisible((ctx, value) => {
      const query = asked(ctx);
      if (query === undefined) return undefined;
      return { query, values: { conditions: [value], caller: ctx.caller?.values, now: ctx.now } };
    });
  });
}

/** Creates each lookup when it is first needed, once for all operations. */
function shareLookups(create: OperationContext['visible']): OperationContext['visible'] {
  const known = new Map<string, Visible>();
  return (resource, field, presence) => {
    const key = `${resource}.${field} ${presence}`;
    const lookup = known.get(key) ?? create(resource, field, presence);
    known.set(key, lookup);
    return lookup;
  };
}

/** Creates `OperationContext.visible` for the service itself: a record exists and is not soft-deleted, whoever is permitted to see it. */
export function createPresentLookup(compiled: Compiled, store: Store): OperationContext['visible'] {
  return shareLookups((resource, field, presence) => {
    const gone = getNotGoneConditions({ resource: compiled.resources.get(resource) });
    const query = store.prepare({ resource, conditions: [{ kind: 'equal', field }, ...gone], presence });
    return createVisible((ctx, value) => ({ query, values: { conditions: [value], now: ctx.now } }));
  });
}

/** Looks many records of a resource up by their identities, by one question, as the caller may read them. */
export function createVisibleManyLookup(
  plan: Plan,
  compiled: Compiled,
  store: Store,
  resource: string,
): (ctx: RequestContext, identities: readonly unknown[]) => MaybePromise<readonly Row[]> {
  const { identity } = plan.resources.find((otherResource) => otherResource.name === resource)!;
  const among: Condition = { kind: 'compare', path: [identity], operator: 'in' };
  const asked = createVisibilityQueries(resolveReaders(plan, resource), compiled, store, resource, among);
  return (ctx, identities) => {
    const values = { conditions: [identities], caller: ctx.caller?.values, now: ctx.now, limit: identities.length };
    const query = asked(ctx);
    if (query === undefined) return [];
    const found = bindQuery(ctx, query).many(values);
    return then(found, ({ rows }) => rows);
  };
}
