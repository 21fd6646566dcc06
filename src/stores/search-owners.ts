import type { OperationPlan } from '../plan/operation.ts';
import type { Plan } from '../plan/plan.ts';
import type { StorageClass } from '../plan/schema.ts';
import { type Equality, factor, isSameEquality } from './queries/equalities.ts';

/** The fields whose values own the entries of a search index: a search with an equality on one reads no entries of other owners. */
export interface SearchOwners {
  readonly owners: readonly { readonly field: string; readonly column: string }[];
  /** Whether the index also has entries without an owner, for callers whose row rules share no equality. */
  readonly whole: boolean;
}

interface OwnerColumn {
  readonly name: string;
  readonly storage: StorageClass;
}

/** Returns the owners of the entries of a resource's search index, by the row rules of the lists that search it. */
export function findSearchOwners(
  { operations }: Plan,
  resource: string,
  byField: ReadonlyMap<string, OwnerColumn>,
): SearchOwners {
  const lists = operations.filter(
    ({ kind, resource: of, parameters }) =>
      kind === 'list' && of === resource && parameters.some(({ mapsTo }) => mapsTo.kind === 'search'),
  );
  const isOwner = ({ field, value }: Equality): boolean => {
    const storage = byField.get(field)?.storage;
    return 'caller' in value && (storage === 'text' || storage === 'integer');
  };
  const grants = lists.map((list) => listGrantEqualities(list).map((equalities) => equalities.filter(isOwner)));
  // Row rules of several grants add up: they keep in common what all of them state.
  const shares = (own: readonly (readonly Equality[])[]): boolean =>
    own[0]?.some((equality) => own.every((others) => others.some((other) => isSameEquality(equality, other)))) === true;
  const owners = coverEach(grants.flat().map((equalities) => new Set(equalities.map(({ field }) => field))));
  return {
    owners: owners.map((field) => ({ field, column: byField.get(field)!.name })),
    whole: !grants.every(shares),
  };
}

/** Lists what each grant of a list states; no equality where it admits every record. */
function listGrantEqualities({ access: { open, grants } }: OperationPlan): readonly (readonly Equality[])[] {
  if (open) return [[]];
  return grants.flatMap(({ where }) =>
    where === 'disabled' ? [] : [where === undefined ? [] : factor([where]).shared],
  );
}

/** Chooses few fields so that each set that has any contains one of them, the most frequent first. */
function coverEach(sets: readonly ReadonlySet<string>[]): readonly string[] {
  const chosen: string[] = [];
  for (let left = sets.filter((set) => set.size > 0); left.length > 0; ) {
    const fields = [...new Set(left.flatMap((set) => [...set]))].sort();
    const count = (field: string): number => left.filter((set) => set.has(field)).length;
    const most = fields.reduce((best, field) => (count(field) > count(best) ? field : best));
    chosen.push(most);
    left = left.filter((set) => !set.has(most));
  }
  return chosen;
}
