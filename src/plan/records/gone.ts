import type { ResourcePlan } from '../resource.ts';

/** The states of kind `gone` of each state field that has some. */
export interface GoneStates {
  readonly field: string;
  readonly states: readonly string[];
}

/** Returns the states of kind `gone` that each state field of a resource may hold. */
export function listGoneStates({ machines }: Pick<ResourcePlan, 'machines'>): readonly GoneStates[] {
  return machines.flatMap(({ field, states }) => {
    const gone = states.filter(({ kind }) => kind === 'gone').map(({ name }) => name);
    return field === undefined || gone.length === 0 ? [] : [{ field, states: gone }];
  });
}

/** A condition of a query that leaves records in these states out. */
export interface NotInState extends GoneStates {
  readonly kind: 'not in state';
}

/** Returns the conditions that leave the gone records of a resource out of a query. */
export function buildNotGoneConditions(resource: Pick<ResourcePlan, 'machines'>): readonly NotInState[] {
  return listGoneStates(resource).map((gone) => ({ kind: 'not in state', ...gone }));
}
