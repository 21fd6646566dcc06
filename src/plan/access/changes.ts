import { findNamed } from '../../text/find-named.ts';
import { type OperationKind, ownVerbs } from '../kinds.ts';
import type { Plan } from '../plan.ts';
import { type Bound, listBindingRows } from '../records/binding-rows.ts';
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
  /** The lines of the rows with the effects, and of the fields that follow a deletion. */
  readonly lines: readonly number[];
}

type Resources = Pick<Plan, 'resources'>;

/** Lists the operations that change other records in the order of the plan, then the timed transitions. */
export function listOtherChanges({
  operations,
  resources,
}: Pick<Plan, 'operations' | 'resources'>): readonly OtherChange[] {
  const plan = { resources };
  const called = operations.flatMap(({ name, kind, verb, resource }) => {
    if (resource === undefined) return [];
    const run = { verb: kind === 'transition' ? (verb ?? '') : kind, resource };
    return describe(name, false, listDirect(plan, run), plan);
  });
  const timed = resources.flatMap(({ name, machines }) => {
    const rows = machines.flatMap(({ transitions }) => transitions).filter((row) => getTimePlan(row) !== undefined);
    return [...Map.groupBy(rows, (row) => row.name)].flatMap(([transition, group]) =>
      describe(
        `${transition} ${name}`,
        true,
        [...group.flatMap(listEffectsOf), ...(transition === 'delete' ? listFollowers(plan, name) : [])],
        plan,
      ),
    );
  });
  return [...called, ...timed];
}

/** An operation on a record, called or run by an effect. */
interface Run {
  readonly verb: string;
  readonly resource: string;
}

/** A change of another record, and what runs for it. */
interface Change extends Run {
  readonly texts: readonly string[];
  readonly line: number;
}

/** Describes changes with all that follow from them: effects of effects, and of what a deletion takes along. */
function describe(operation: string, timed: boolean, changes: readonly Change[], plan: Resources): OtherChange[] {
  if (changes.length === 0) return [];
  const all = [...changes];
  const followed = new Set<string>();
  for (const { verb, resource } of all) {
    const key = `${verb} ${resource}`;
    if (followed.has(key)) continue;
    followed.add(key);
    all.push(...listDirect(plan, { verb, resource }));
  }
  const texts = new Set(all.flatMap((change) => change.texts));
  return [{ operation, timed, changes: [...texts], lines: [...new Set(all.map(({ line }) => line))] }];
}

/** Lists the changes of the rows of an operation, and what happens to the records that refer to a deleted one. */
function listDirect(plan: Resources, { verb, resource: name }: Run): readonly Change[] {
  const resource = findNamed(plan.resources, name)!;
  const kind = ownVerbs.has(verb) ? (verb as OperationKind) : 'transition';
  const rows = listBindingRows(resource, { kind, verb } as Bound).flatMap((bound) => bound.rows);
  const effects = rows.flatMap(listEffectsOf);
  return verb === 'delete' ? [...effects, ...listFollowers(plan, name)] : effects;
}

/** Lists what happens to the records that refer to a deleted one. */
function listFollowers({ resources }: Resources, name: string): readonly Change[] {
  const { referredBy } = findNamed(resources, name)!;
  return referredBy.flatMap(({ resource, field, onDelete }): Change[] => {
    if (onDelete === 'restrict') return [];
    const { line } = findNamed(findNamed(resources, resource)!.fields, field)!;
    return onDelete === 'cascade'
      ? [{ verb: 'delete', resource, texts: [`delete ${resource}`], line }]
      : [{ verb: 'update', resource, texts: [`${resource}.${field}`], line }];
  });
}

function listEffectsOf({ others = [], line }: TransitionPlan): readonly Change[] {
  return listRunEffects(others).map(({ verb, resource, values }) => {
    const texts = verb === 'update' ? values.map(({ path }) => `${resource}.${path[0]}`) : [`${verb} ${resource}`];
    return { verb, resource, texts, line };
  });
}
