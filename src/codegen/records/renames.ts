import type { Names, Rename } from '../../plan/version/names.ts';
import type { ConversionPlan } from '../../plan/version.ts';

/** The renamed resources, objects and fields: each keeps its data. Owners are resources and objects. */
export interface Renames extends Names<Rename> {
  /** The versions whose rows of Changes stored records pass, oldest first. */
  readonly turns: readonly ConversionPlan[];
}

/** The name that an owner had before. */
export function getPreviousOwner({ older }: Pick<Renames, 'older'>, now: string): string {
  return older('owner', '', now) ?? now;
}

/** The name that a field had before. */
export function getPreviousField({ older }: Pick<Renames, 'older'>, owner: string, now: string): string {
  return older('field', owner, now) ?? now;
}

/** By older value the value now, of a field; none where no value of it has another name. */
export function getRenamedValues(
  { all }: Renames,
  owner: string,
  field: string,
): ReadonlyMap<unknown, string> | undefined {
  const own = all.filter(({ kind, of }) => kind === 'value' && of === `${owner}.${field}`);
  return own.length === 0 ? undefined : new Map(own.map(({ from, to }) => [from, to]));
}

/** A value, or each value of a list or map, by its name now. */
export function renameValues(values: ReadonlyMap<unknown, string> | undefined, value: unknown): unknown {
  if (values === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => values.get(item) ?? item);
  if (typeof value !== 'object' || value === null) return values.get(value) ?? value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, values.get(item) ?? item]));
}

/** The values that have another name, of one value, or of a list or map of them. */
export function findRenamedValues(values: ReadonlyMap<unknown, string> | undefined, value: unknown): readonly string[] {
  if (values === undefined) return [];
  const all: readonly unknown[] = typeof value === 'object' && value !== null ? Object.values(value) : [value];
  return [...values.keys()].filter((key): key is string => all.includes(key));
}
