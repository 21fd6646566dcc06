import { listBindingTransitions } from '../kinds.ts';
import type { Plan } from '../plan.ts';
import { getTimePlan } from '../records/timed.ts';
import { listRunEffects } from '../records/written.ts';
import type { TransitionPlan } from '../resource.ts';

/** The changes of an operation to other records, which need no right of the caller. */
export interface OtherChange {
  /** The operation, or the transition that a timer takes. */
  readonly operation: string;
  readonly timed: boolean;
  /** `Product.stock` for a field that is set, else the operation or transition: `create Receipt`. */
  readonly changes: readonly string[];
  /** The lines of the rows. */
  readonly lines: readonly number[];
}

/** Lists the operations with effects on other records in the order of the plan, then the timed transitions. */
export function listOtherChanges({
  operations,
  resources,
}: Pick<Plan, 'operations' | 'resources'>): readonly OtherChange[] {
  const rowsOf = (name: string | undefined): readonly TransitionPlan[] =>
    resources.find((resource) => resource.name === name)?.machines.flatMap(({ transitions }) => transitions) ?? [];
  const called = operations.flatMap(({ name, kind, verb, resource }) => {
    const names = listBindingTransitions(kind === 'transition' ? (verb ?? '') : kind);
    const rows = rowsOf(resource).filter((row) => names.includes(row.name) && getTimePlan(row) === undefined);
    return describeRows(name, rows, false);
  });
  const timed = resources.flatMap(({ name }) =>
    [...Map.groupBy(rowsOf(name), (row) => row.name)].flatMap(([transition, rows]) =>
      describeRows(
        `${transition} ${name}`,
        rows.filter((row) => getTimePlan(row) !== undefined),
        true,
      ),
    ),
  );
  return [...called, ...timed];
}

function describeRows(operation: string, rows: readonly TransitionPlan[], timed: boolean): readonly OtherChange[] {
  const changing = rows.filter(({ others }) => others !== undefined);
  if (changing.length === 0) return [];
  const changes = changing.flatMap(({ others = [] }) =>
    listRunEffects(others).flatMap(({ verb, resource, values }) =>
      verb === 'update' ? values.map(({ path }) => `${resource}.${path[0]}`) : [`${verb} ${resource}`],
    ),
  );
  return [{ operation, timed, changes: [...new Set(changes)], lines: changing.map(({ line }) => line) }];
}
