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
