import type { Verifier } from '../../../contracts/credentials.ts';
import type { Incoming } from '../../../contracts/request-context.ts';
import type { SchemePlan } from '../../../plan/plan.ts';

/** A credential as it was sent, and who checks it. */
export interface Sent {
  readonly text: string;
  readonly verifier: Verifier;
}

/** A carrier: a header, cookie or parameter of a request that may hold a credential. */
export interface Carrier {
  /** The name of the cookie, if it is one. */
  readonly cookie?: string;
  /** The credential in it; undefined if it is empty, false if it holds none that fits. */
  read(incoming: Incoming): Sent | false | undefined;
}

type Place = SchemePlan['sentIn'][number];

/** Schemes that share a carrier; `word` precedes the credential, in lower case. */
interface Sharing {
  readonly place: Place;
  readonly taken: { readonly word: string | undefined; readonly verifier: Verifier }[];
}

/** Returns the locations of the schemes, each once. A scheme without a verifier admits no caller. */
export function createCarriers(schemes: readonly SchemePlan[], verifiers: readonly Verifier[]): readonly Carrier[] {
  const places = new Map<string, Sharing>();
  for (const scheme of schemes) {
    const verifier = verifiers.find((candidate) => candidate.scheme === scheme.name);
    for (const place of scheme.sentIn) {
      const key = `${place.in} ${place.in === 'header' ? place.name.toLowerCase() : place.name}`;
      const known = places.get(key) ?? { place, taken: [] };
      places.set(key, known);
      if (verifier !== undefined) known.taken.push({ word: place.word?.toLowerCase(), verifier });
    }
  }
  return [...places.values()].map(({ place, taken: all }) => {
    // The verifiers are in the order of how specific a form is: a scheme's own name may have dots as a JWT does.
    const taken = all.toSorted((left, right) => verifiers.indexOf(left.verifier) - verifiers.indexOf(right.verifier));
    if (place.in === 'header') return createHeaderCarrier(place.name.toLowerCase(), taken);
    const pick = (text: string): Sent | false => {
      const found = taken.find(({ verifier }) => verifier.fits(text));
      return found === undefined ? false : { text, verifier: found.verifier };
    };
    return place.in === 'query' ? queryCarrier(place.name, pick) : createCookieCarrier(place.name, pick);
  });
}

/** The most header values whose credential is remembered, and the most characters of one. */
const most = 1_000;
const mostCharacters = 2048;

function createHeaderCarrier(name: string, taken: Sharing['taken']): Carrier {
  const known = new Map<string, Sent>();
  const find = (value: string): Sent | false => {
    for (const { word, verifier } of taken) {
      const text = word === undefined ? value : stripWord(value, word);
      if (text === undefined || !verifier.fits(text)) continue;
      const sent: Sent = { text, verifier };
      if (value.length <= mostCharacters) {
        if (known.size >= most) known.clear();
        known.set(value, sent);
      }
      return sent;
    }
    return false;
  };
  return {
    read(incoming) {
      const value = incoming.header(name);
      if (value === undefined) return undefined;
      if (incoming.headerCount(name) > 1) return false;
      return known.get(value) ?? find(value);
    },
  };
}

/** Returns the text after a word and one space or more; the word in any letter case (RFC 9110, section 11.1). */
function stripWord(value: string, word: string): string | undefined {
  if (value.charCodeAt(word.length) !== 0x20) return undefined;
  if (value.slice(0, word.length).toLowerCase() !== word) return undefined;
  let from = word.length + 1;
  while (value.charCodeAt(from) === 0x20) from++;
  return value.slice(from);
}

function queryCarrier(name: string, pick: (text: string) => Sent | false): Carrier {
  return {
    read({ query }) {
      const found = query === '' ? [] : new URLSearchParams(query).getAll(name);
      if (found.length === 0) return undefined;
      return found.length === 1 ? pick(found[0]!) : false;
    },
  };
}

function createCookieCarrier(name: string, pick: (text: string) => Sent | false): Carrier {
  return {
    cookie: name,
    read(incoming) {
      const header = incoming.header('cookie');
      if (header === undefined) return undefined;
      const found: string[] = [];
      for (const pair of header.split(';')) {
        const at = pair.indexOf('=');
        if (at !== -1 && pair.slice(0, at).trim() === name) found.push(unquote(pair.slice(at + 1).trim()));
      }
      if (found.length === 0) return undefined;
      return found.length === 1 ? pick(found[0]!) : false;
    },
  };
}

function unquote(text: string): string {
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}
