/** What has another name than before: each keeps its data. Owners are resources and objects, by their name now. */
export interface Renames {
  readonly owners: readonly { readonly from: string; readonly to: string }[];
  readonly fields: readonly { readonly owner: string; readonly from: string; readonly to: string }[];
  /** States and values of `one of`; `field` is its name now. */
  readonly values: readonly {
    readonly owner: string;
    readonly field: string;
    readonly from: string;
    readonly to: string;
  }[];
}

/** The name that an owner had before. */
export function ownerBefore({ owners }: Renames, now: string): string {
  return owners.find(({ to }) => to === now)?.from ?? now;
}

/** The name that a field had before. */
export function fieldBefore({ fields }: Renames, owner: string, now: string): string {
  return fields.find((one) => one.owner === owner && one.to === now)?.from ?? now;
}

/** By older value the value now, of a field; none where no value of it has another name. */
export function valuesOf({ values }: Renames, owner: string, field: string): ReadonlyMap<unknown, string> | undefined {
  const own = values.filter((one) => one.owner === owner && one.field === field);
  return own.length === 0 ? undefined : new Map(own.map(({ from, to }) => [from, to]));
}
