/** A place of the workbench, as the address bar has it: `#list/Invoice?status=open`. */
export interface Place {
  readonly view: string;
  readonly resource: string;
  readonly id?: string;
  readonly params: URLSearchParams;
}

/** Reads the place of an address. */
export function readPlace(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#/, '').split(/\?(.*)/s);
  const [view = '', resource = '', id] = path.split('/').map(decode);
  return { view, resource, ...(id === undefined ? {} : { id }), params: new URLSearchParams(query) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Writes the address of a place. */
export function writePlace(
  view: string,
  resource: string,
  { id, params }: { readonly id?: string | undefined; readonly params?: URLSearchParams | Record<string, string> } = {},
): string {
  const path = [view, resource, ...(id === undefined ? [] : [id])].map(encodeURIComponent).join('/');
  const query = new URLSearchParams(params);
  return query.size === 0 ? `#${path}` : `#${path}?${query}`;
}

/** Changes the parameters of a place: an empty text removes one. */
export function withParams({ view, resource, id, params }: Place, changes: Readonly<Record<string, string>>): string {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return writePlace(view, resource, { id, params: next });
}

/** The lists that were shown last, by resource. */
const lists = new Map<string, Place>();

/** Keeps the place of a list for the way back to it. */
export function keepList(place: Place): void {
  lists.set(place.resource, place);
}

/** Returns the address of a list: as it was shown last, if it was of the same parents. */
export function writeListPlace(resource: string, params: URLSearchParams | Record<string, string> = {}): string {
  const last = lists.get(resource);
  const wanted = [...new URLSearchParams(params)].filter(([name]) => !name.startsWith('_'));
  const isSame = last !== undefined && wanted.every(([name, value]) => last.params.get(name) === value);
  return writePlace('list', resource, { params: isSame ? last.params : new URLSearchParams(wanted) });
}
