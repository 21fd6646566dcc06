// biome-ignore lint/suspicious/noExplicitAny: records of several resources, as the present version shows them
export type Shown = any;

/** By a text for each, the members that only the present version knows, of objects that an older one shows. */
function marksOf({ address, places = {}, lines = [], spot, phones = [] }: Shown): ReadonlyMap<string, unknown> {
  const marks = new Map<string, unknown>();
  if (address !== undefined) marks.set('address', address.country);
  if (spot !== undefined) marks.set('spot', spot.country);
  for (const [key, place] of Object.entries<Shown>(places)) marks.set(`places ${key}`, place.country);
  const listed = [
    ...lines.map(({ product, sku }: Shown) => [`line ${product}`, sku]),
    ...phones.map(({ number, label }: Shown) => [`phone ${number}`, label]),
  ];
  const isAlone = ([name]: readonly unknown[]): boolean => listed.filter(([other]) => other === name).length === 1;
  for (const [name, mark] of listed) if (isAlone([name])) marks.set(name, mark);
  return marks;
}

/** What the present version knew of a record and knows no longer, though what it belongs to is still there. */
export function lost(was: Shown, is: Shown): readonly string[] {
  const after = marksOf(is);
  return [...marksOf(was)]
    .filter(([name, mark]) => mark !== undefined && after.has(name) && after.get(name) !== mark)
    .map(([name]) => name);
}

/** A merge patch of the present version that gives a record what an older version does not know. */
export function unknownOf({ address, places, lines, spot, phones }: Shown): object {
  const country = 'FR';
  const named = (list: readonly Shown[], name: string, mark: string) =>
    list.map((entry) => ({ ...entry, [mark]: `${mark} of ${entry[name]}` }));
  return {
    ...(address === undefined ? {} : { address: { country } }),
    ...(places === undefined
      ? {}
      : { places: Object.fromEntries(Object.keys(places).map((key) => [key, { country: key }])) }),
    ...(lines === undefined ? {} : { lines: named(lines, 'product', 'sku') }),
    ...(spot === undefined ? {} : { spot: { country } }),
    ...(phones === undefined ? {} : { phones: named(phones, 'number', 'label') }),
  };
}
