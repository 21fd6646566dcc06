import type { SchemePlan } from '../../plan/plan.ts';
import type { Incoming } from '../../steps/given.ts';

/** A place of a request that may hold a credential. */
export interface Carrier {
  /** The credential that stands there; undefined when the place is empty, false when it holds none that fits. */
  read(incoming: Incoming): string | false | undefined;
}

type Place = SchemePlan['carriedIn'][number];

/** The places where the schemes are carried, each once. */
export function carriers(schemes: readonly SchemePlan[]): readonly Carrier[] {
  const places = new Map<string, { place: Place; words: (string | undefined)[]; prefixes: string[] }>();
  for (const scheme of schemes) {
    for (const place of scheme.carriedIn) {
      const key = `${place.in} ${place.in === 'header' ? place.name.toLowerCase() : place.name}`;
      const known = places.get(key) ?? { place, words: [], prefixes: [] };
      places.set(key, known);
      if (scheme.closed === true) continue;
      known.words.push(place.word?.toLowerCase());
      known.prefixes.push(`${scheme.name}_`);
    }
  }
  return [...places.values()].map(({ place, words, prefixes }) => {
    const fits = (text: string, from: number): boolean =>
      prefixes[from] !== undefined && text.startsWith(prefixes[from]);
    if (place.in === 'header') return headerCarrier(place.name.toLowerCase(), words, fits);
    const pick = (text: string): string | false => (prefixes.some((_, i) => fits(text, i)) ? text : false);
    return place.in === 'query' ? queryCarrier(place.name, pick) : cookieCarrier(place.name, pick);
  });
}

type Fits = (text: string, scheme: number) => boolean;

function headerCarrier(name: string, words: readonly (string | undefined)[], fits: Fits): Carrier {
  return {
    read(incoming) {
      const value = incoming.header(name);
      if (value === undefined) return undefined;
      if (incoming.headerCount(name) > 1) return false;
      for (let i = 0; i < words.length; i++) {
        const word = words[i];
        const text = word === undefined ? value : behind(value, word);
        if (text !== undefined && fits(text, i)) return text;
      }
      return false;
    },
  };
}

/** What stands behind a word and one space or more; the word in any letter case (RFC 9110, section 11.1). */
function behind(value: string, word: string): string | undefined {
  if (value.charCodeAt(word.length) !== 0x20) return undefined;
  if (value.slice(0, word.length).toLowerCase() !== word) return undefined;
  let from = word.length + 1;
  while (value.charCodeAt(from) === 0x20) from++;
  return value.slice(from);
}

function queryCarrier(name: string, pick: (text: string) => string | false): Carrier {
  return {
    read({ query }) {
      const found = query === '' ? [] : new URLSearchParams(query).getAll(name);
      if (found.length === 0) return undefined;
      return found.length === 1 ? pick(found[0]!) : false;
    },
  };
}

function cookieCarrier(name: string, pick: (text: string) => string | false): Carrier {
  return {
    read(incoming) {
      const header = incoming.header('cookie');
      if (header === undefined) return undefined;
      const found: string[] = [];
      for (const pair of header.split(';')) {
        const at = pair.indexOf('=');
        if (at !== -1 && pair.slice(0, at).trim() === name) found.push(unquoted(pair.slice(at + 1).trim()));
      }
      if (found.length === 0) return undefined;
      return found.length === 1 ? pick(found[0]!) : false;
    },
  };
}

function unquoted(text: string): string {
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}
