import type { ConversionPlan } from '../../plan/version.ts';

/** What has another name than before: each keeps its data. Owners are resources and objects, by their name now. */
export interface Renames {
  readonly owners: readonly { readonly from: string; readonly to: string }[];
  readonly fields: readonly { readonly owner: string; readonly from: string; readonly to: string }[];
  /** States and values of `key of`; `field` is its name now. */
  readonly values: readonly {
    readonly owner: string;
    readonly field: string;
    readonly from: string;
    readonly to: string;
  }[];
  /** The versions whose rows of Changes stored records pass, oldest first. */
  readonly turns: readonly ConversionPlan[];
}

/** The name that an owner had before. */
export function getPreviousOwner({ owners }: Renames, now: string): string {
  return owners.find(({ to }) => to === now)?.from ?? now;
}

/** The name that a field had before. */
export function getPreviousField({ fields }: Renames, owner: string, now: string): string {
  return fields.find((field) => field.owner === owner && field.to === now)?.from ?? now;
}

/** By older value the value now, of a field; none where no value of it has another name. */
export function getRenamedValues(
  { values }: Renames,
  owner: string,
  field: string,
): ReadonlyMap<unknown, string> | undefined {
  const own = values.filter((value) => value.owner === owner && value.field === field);
  return own.length === 0 ? undefined : new Map(own.map(({ from, to }) => [from, to]));
}

/** A value, or each value of a list or map, by its name now. */
export function renameValues(values: ReadonlyMap<unknown, string> | undefined, value: unknown): unknown {
  if (values === undefined) return value;
  if (Array.isArray(value)) return value.map((one) => values.get(one) ?? one);
  if (typeof value !== 'object' || value === null) return values.get(value) ?? value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, values.get(one) ?? one]));
}

/** The values that have another name, of one value, or of a list or map of them. */
export function findRenamedValues(values: ReadonlyMap<unknown, string> | undefined, value: unknown): readonly string[] {
  if (values === undefined) return [];
  const all: readonly unknown[] = typeof value === 'object' && value !== null ? Object.values(value) : [value];
  return [...values.keys()].filter((key): key is string => all.includes(key));
}
