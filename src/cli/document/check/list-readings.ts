import type { Condition, Query } from '../../../contracts/store.ts';
import type { Expression } from '../../../expression/tree.ts';
import { mostMergedValues, rewriteConditions } from '../../../parts/endpoints/serve/lists/in-filter-rewrite.ts';
import {
  getNotGoneConditions,
  type ListOf,
  listFilters,
  listOrders,
} from '../../../parts/endpoints/serve/lists/list.ts';
import { createRowRuleReader } from '../../../parts/endpoints/serve/load.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { Plan } from '../../../plan/plan.ts';
import { type Bits, withBit } from '../../../plan/sets/bitset.ts';
import type { AccessPath, Explainer } from '../../../stores/queries/explained.ts';

/** The access path of a list for one choice of filter and sort. */
export interface AskedReading extends AccessPath {
  /** The filter parameter and its meaning: `customer (customer =)`. */
  readonly filter?: string;
  /** The requested order: `sort=-total`. */
  readonly sort?: string;
}

/** A list and its access paths. */
export interface ExplainedList {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly line: number;
  /** `-created_at`, up to the identity. */
  readonly order: readonly string[];
  /** A page that is not full when half of the request's time is over returns a cursor; if false, the list fails with `unavailable`. */
  readonly goesOn: boolean;
  /** Sets of scopes whose row rules have the same access paths. Empty if no caller is admitted. */
  readonly callers: readonly { readonly scopes: readonly string[]; readonly readings: readonly AskedReading[] }[];
  /** Descriptions of filters and row rules for which no index limits the number of rows read. */
  readonly unbounded: readonly string[];
}

/** Returns the lists of a plan with the access paths of the queries that a service sends to its store. */
export function listReadings(plan: Plan, explainer: Explainer): readonly ExplainedList[] {
  return plan.operations.flatMap((operation) => {
    const resource = plan.resources.find(({ name }) => name === operation.resource);
    if (operation.kind !== 'list' || resource === undefined) return [];
    return [explainList({ operation, resource: { plan: resource } }, explainer)];
  });
}

function explainList(of: ListOf, explainer: Explainer): ExplainedList {
  const { name, method, path, line } = of.operation;
  const callers = new Map<string, { scopes: string[]; readings: readonly AskedReading[] }>();
  for (const { scopes, rule } of listRowRules(of)) {
    const readings = collectReadings(of, rule, explainer);
    const text = JSON.stringify(readings);
    const same = callers.get(text);
    if (same === undefined) callers.set(text, { scopes: [scopes], readings });
    else same.scopes.push(scopes);
  }
  const order = listOrders(of)[0]!.order.map(({ field, descending }) => (descending ? `-${field}` : field));
  const goesOn = of.operation.parameters.some(({ mapsTo }) => mapsTo.kind === 'cursor');
  const unbounded = (of.operation.unbounded ?? []).map(({ words }) => words);
  return { operation: name, method, path, line, order, goesOn, callers: [...callers.values()], unbounded };
}

interface Ruled {
  readonly scopes: string;
  readonly rule: readonly Expression[] | undefined;
}

/** Up to this many rows of scopes, every combination is listed; beyond it, each row alone and all together. */
const allSets = 4;

/** Returns the row rules of each set of scopes that an operation admits. */
export function listRowRules({ operation }: ListOf): readonly Ruled[] {
  const { open, grants } = operation.access;
  const ruleOf = createRowRuleReader({ operation });
  if (open) return [{ scopes: 'public', rule: undefined }];
  const usable = grants.flatMap(({ where }, at) => (where === 'disabled' ? [] : [at]));
  if (usable.length === 0) return [];
  const sets =
    usable.length <= allSets
      ? Array.from({ length: 2 ** usable.length - 1 }, (_, bits) =>
          usable.filter((_, at) => ((bits + 1) >> at) % 2 === 1),
        )
      : [...usable.map((at) => [at]), usable];
  return sets.map((set) => ({
    scopes: set.map((at) => grants[at]!.scope).join(' + '),
    rule: ruleOf(set.reduce<Bits>(withBit, 0)),
  }));
}

type Asked = Pick<AskedReading, 'filter' | 'sort'>;

function collectReadings(of: ListOf, rule: Ruled['rule'], explainer: Explainer): readonly AskedReading[] {
  const { operation, resource } = of;
  const means = new Set<string>(operation.parameters.map((parameter) => parameter.mapsTo.kind));
  const skips = !means.has('cursor') && (means.has('offset') || means.has('page number'));
  const read = (asked: Asked, order: Query['order'], filters: readonly Condition[]): AskedReading => {
    const any: Condition[] = rule === undefined ? [] : [{ kind: 'any', of: rule }];
    const conditions = [
      ...getPathConditions(operation, resource!.plan.identity),
      ...filters,
      ...getNotGoneConditions(of),
      ...any,
    ];
    const paged: Query = { resource: resource!.plan.name, conditions, order: order!, bounded: true };
    const query = skips ? { ...paged, skips } : paged;
    return { ...asked, ...explainer.read(query) };
  };
  const [defaultOrder, ...others] = listOrders(of);
  const parameter = operation.parameters.find(({ mapsTo }) => mapsTo.kind === 'sort')?.name;
  const sorts = others.map(({ name, order }) => ({ sort: `${parameter}=${name}`, order }));
  const filters = listFilterCombinations(of);
  return [
    read({}, defaultOrder!.order, []),
    ...sorts.map(({ sort, order }) => read({ sort }, order, [])),
    ...filters.map(({ filter, conditions }) => read({ filter }, defaultOrder!.order, conditions)),
    ...filters.flatMap(({ filter, conditions }) =>
      sorts.map(({ sort, order }) => read({ filter, sort }, order, conditions)),
    ),
  ];
}

/** Returns each filter of a list alone. `in` with one value is queried as `=`. */
function listFilterCombinations(
  of: ListOf,
): readonly { readonly filter: string; readonly conditions: readonly Condition[] }[] {
  return listFilters(of).flatMap(({ name, condition }) => {
    if (condition.kind !== 'compare') return [{ filter: `${name} (${condition.kind})`, conditions: [condition] }];
    const { path, operator } = condition;
    const filter = `${name} (${path.join('.')} ${operator})`;
    if (operator !== 'in') return [{ filter, conditions: [condition] }];
    return [
      { filter: `${filter}, 1 value`, conditions: rewriteConditions([condition], [1]) },
      { filter: `${filter}, 2 to ${mostMergedValues} values`, conditions: rewriteConditions([condition], [2]) },
      { filter: `${filter}, more than ${mostMergedValues} values`, conditions: [condition] },
    ];
  });
}

/** Returns the conditions that the path sets: the identity, and fields of parents. */
function getPathConditions({ segments, record }: OperationPlan, identity: string): Condition[] {
  const fields = segments.flatMap((segment) =>
    segment.kind === 'placeholder' && segment.of !== 'input' ? [segment.field] : [],
  );
  return [...(record === undefined ? [] : [identity]), ...fields].map((field) => ({ kind: 'equal', field }));
}
