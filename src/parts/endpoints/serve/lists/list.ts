import type { Condition, Figure, Query } from '../../../../contracts/store.ts';
import {
  formatGroupValue,
  listFigures,
  listGroups,
  mostFigureValues,
  toFigureKey,
  toGroupsKey,
} from '../../../../plan/figures.ts';
import type { OperationPlan } from '../../../../plan/operation.ts';
import { buildNotGoneConditions } from '../../../../plan/records/gone.ts';
import { reportsTotal, showsRecords } from '../../../../plan/records/unbounded.ts';
import type { ResourcePlan } from '../../../../plan/resource.ts';
import { present } from '../../../../text/present.ts';

type Order = NonNullable<Query['order']>;

/** What is read of a `Making`, so that `check --explain` can ask without a store. */
export interface ListOf {
  readonly operation: OperationPlan;
  readonly resource: { readonly plan: ResourcePlan } | undefined;
}

/** The orders that a list may have: its own, then those of `sort`, each ascending and descending; ties end at the identity. */
export function listOrders({
  operation,
  resource,
}: ListOf): readonly { readonly name: string; readonly order: Order }[] {
  const { identity } = resource!.plan;
  const complete = (order: Order): Order => {
    if (order.some(({ field }) => field === identity)) return order;
    return [...order, { field: identity, descending: order.at(-1)?.descending ?? false }];
  };
  const sort = operation.parameters.find(({ mapsTo }) => mapsTo.kind === 'sort')?.mapsTo;
  const fields = sort?.kind === 'sort' ? sort.fields : [];
  return [
    { name: '', order: complete(operation.order) },
    ...fields.flatMap((field) => [
      { name: field, order: complete([{ field, descending: false }]) },
      { name: `-${field}`, order: complete([{ field, descending: true }]) },
    ]),
  ];
}

/** The parameters of a list that are conditions, each with its condition. */
export function listFilters({
  operation,
}: ListOf): readonly { readonly name: string; readonly condition: Condition }[] {
  return operation.parameters.flatMap(({ name, mapsTo: means }): { name: string; condition: Condition }[] => {
    if (means.kind === 'search') return [{ name, condition: { kind: 'search', fields: means.fields } }];
    if (means.kind === 'where') return [{ name, condition: { kind: 'where', holds: means.condition } }];
    if (means.kind !== 'filter') return [];
    const operator = means.operator as Extract<Condition, { kind: 'compare' }>['operator'];
    return [{ name, condition: { kind: 'compare', path: means.path, operator } }];
  });
}

const paging = new Set<string>(['cursor', 'page size', 'offset', 'page number', 'after id', 'before id']);

/** A list without any paging parameter is answered whole, up to the server's maximum page size. */
export function isPaged({ parameters }: OperationPlan): boolean {
  return parameters.some(({ mapsTo }) => paging.has(mapsTo.kind));
}

/** Whether all that the responses of a list show is how many records there are: then none of them is read. */
export function isCountOnly(operation: OperationPlan): boolean {
  return !isPaged(operation) && !showsRecords(operation.responses.map(({ shape }) => shape));
}

/** Lists leave gone records out. */
export function getNotGoneConditions({ resource }: Pick<ListOf, 'resource'>): Condition[] {
  return resource === undefined ? [] : [...buildNotGoneConditions(resource.plan)];
}

/** A figure that the store computes, and the key of its result; `names`: of the values of groups, in their order. */
export interface ShownFigure {
  readonly key: string;
  readonly figure: Figure;
  readonly names?: readonly string[];
}

/** Lists what responses show of fields of all records: the figures that the store computes, with the keys of their results. */
export function listShownFigures({ responses }: OperationPlan): readonly ShownFigure[] {
  const all = listFigures(responses).map(({ figure, field }): ShownFigure => {
    const key = toFigureKey(figure, field);
    if (figure === 'values' || figure === 'counts')
      return { key, figure: { kind: 'values', field, most: mostFigureValues } };
    return { key, figure: { kind: figure, field } };
  });
  return [...new Map([...all, ...listShownGroups(responses)].map((one) => [one.key, one])).values()];
}

/** The groups that responses show, by their keys, with the names of all their values. */
function listShownGroups(responses: OperationPlan['responses']): readonly ShownFigure[] {
  const byKey = Map.groupBy(listGroups(responses), (shape) => toGroupsKey(shape));
  return [...byKey].map(([key, shapes]) => {
    const values = new Map(
      shapes.flatMap(({ members }) => members.map(({ shape }) => [formatGroupValue(shape), shape] as const)),
    );
    const all = [...values];
    const keys = all.flatMap(([name, value]) => (value.kind === 'key' ? [{ name, value }] : []));
    const of = all.flatMap(([name, value]) => (value.kind === 'key' ? [] : [{ name, value }]));
    return {
      key,
      names: [...keys, ...of].map(({ name }) => name),
      figure: {
        kind: 'groups',
        keys: keys.map(({ value: { field, part } }) => ({ field, ...present({ part }) })),
        of: of.map(({ value }) => (value.kind === 'count' ? value : { kind: value.figure, field: value.field })),
        // One more is enough to know that there are too many.
        most: mostFigureValues + 1,
      },
    };
  });
}

/** Whether every response states how many records there are. */
export function showsTotal({ responses }: OperationPlan): boolean {
  return reportsTotal(responses);
}
