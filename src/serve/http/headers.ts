/** The names of a request's headers. Clients send the same names with most requests, so requests share them. */
interface HeaderNames {
  /** As they were sent, in their order. */
  readonly spelled: readonly string[];
  readonly lower: readonly string[];
  /** By lower-case name: the index of the value in the raw list, or `several`. */
  readonly valueAt: ReadonlyMap<string, number>;
}

const several = -1;

/** The most lists of names that are remembered, and the most characters of one. */
const most = 256;
const mostCharacters = 1024;

/** The last list of names by its length, and all remembered lists by their text. */
const latest: (HeaderNames | undefined)[] = [];
const remembered = new Map<string, HeaderNames>();

function findNames(raw: readonly string[]): HeaderNames {
  const last = latest[raw.length >> 1];
  return last !== undefined && isSpelled(last, raw) ? last : lookUpNames(raw);
}

function isSpelled({ spelled }: HeaderNames, raw: readonly string[]): boolean {
  for (let i = 0; i < spelled.length; i++) if (spelled[i] !== raw[2 * i]) return false;
  return true;
}

function lookUpNames(raw: readonly string[]): HeaderNames {
  const spelled = raw.filter((_, i) => i % 2 === 0);
  const text = spelled.join('\n');
  const known = remembered.get(text);
  const names = known ?? describeNames(spelled);
  if (text.length > mostCharacters) return names;
  if (known === undefined) {
    if (remembered.size >= most) remembered.clear();
    remembered.set(text, names);
  }
  latest[spelled.length] = names;
  return names;
}

function describeNames(spelled: readonly string[]): HeaderNames {
  const lower = spelled.map((name) => name.toLowerCase());
  const valueAt = new Map<string, number>();
  for (const [i, name] of lower.entries()) valueAt.set(name, valueAt.has(name) ? several : 2 * i + 1);
  return { spelled, lower, valueAt };
}

/** The headers of a request as a list of name, value, name, value, …, in the spelling in which they were sent. */
export class Headers {
  readonly #raw: readonly string[];
  readonly #names: HeaderNames;

  constructor(raw: readonly string[]) {
    this.#raw = raw;
    this.#names = findNames(raw);
  }

  /** The value of a header by its lower-case name; several joined as HTTP says (RFC 9110, section 5.3; cookies by `;`). */
  header(name: string): string | undefined {
    const at = this.#names.valueAt.get(name);
    if (at === undefined) return undefined;
    if (at !== several) return this.#raw[at];
    const values = this.#raw.filter((_, i) => i % 2 === 1 && this.#names.lower[i >> 1] === name);
    return values.join(name === 'cookie' ? '; ' : ', ');
  }

  /** How often a header of this lower-case name was sent. */
  headerCount(name: string): number {
    const at = this.#names.valueAt.get(name);
    if (at === undefined) return 0;
    return at === several ? this.#names.lower.filter((sent) => sent === name).length : 1;
  }

  /** Whether a header was sent whose lower-case name begins so. */
  headerStartsWith(beginning: string): boolean {
    return this.#names.lower.some((name) => name.startsWith(beginning));
  }
}
