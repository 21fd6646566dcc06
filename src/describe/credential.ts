import type { SchemePlan } from '../plan/plan.ts';

type Place = SchemePlan['sentIn'][number];

/** A credential in the place where its scheme carries it. */
export interface PlacedCredential {
  readonly in: Place['in'];
  readonly name: string;
  /** The whole value, with the word before the credential. */
  readonly value: string;
}

/** Puts a credential in a place of its scheme. */
export function placeCredential(place: Place, text: string): PlacedCredential {
  return { in: place.in, name: place.name, value: place.word === undefined ? text : `${place.word} ${text}` };
}

/** Returns the option of curl that sends a header or a cookie; `quote` quotes its text for a shell. */
export function formatCurlCredential(
  { in: place, name, value }: PlacedCredential,
  quote: (text: string) => string,
): string | undefined {
  if (place === 'query') return undefined;
  return place === 'header' ? `-H ${quote(`${name}: ${value}`)}` : `-b ${quote(`${name}=${value}`)}`;
}

/** Returns whether a request carries a credential in a place; the names of `headers` are in lower case. */
export function carriesCredential(
  { in: place, name, word }: Place,
  headers: ReadonlyMap<string, string>,
  query: URLSearchParams,
): boolean {
  if (place === 'query') return query.has(name);
  if (place === 'cookie') return headers.get('cookie')?.startsWith(`${name}=`) === true;
  return headers.get(name.toLowerCase())?.startsWith(word === undefined ? '' : `${word} `) === true;
}
