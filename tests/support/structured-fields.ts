/** An item of a structured field: its value and its parameters, in the order in which they were sent. */
export interface Item {
  readonly value: unknown;
  readonly parameters: ReadonlyMap<string, unknown>;
}

/** A Date of a structured field (RFC 9651, section 3.3.7): whole seconds since 1970, before it where negative. */
export interface FieldDate {
  readonly seconds: number;
}

/** Reads a field that is one Item (RFC 9651, section 4.2.3). Throws where the text is none. */
export function itemIn(text: string): Item {
  const at = new Reader(text);
  at.pass(/ */y);
  const item = at.item();
  at.pass(/ */y);
  if (!at.ended()) throw at.wrong('the end');
  return item;
}

/**
 * Reads a field that is a List of Items as RFC 9651 says (section 4.2.1), and takes nothing else: strings, tokens, integers,
 * decimals, booleans, dates and byte sequences, no inner lists. Throws where the text is no such list.
 */
export function listIn(text: string): readonly Item[] {
  const at = new Reader(text);
  const items: Item[] = [];
  at.pass(/ */y);
  while (!at.ended()) {
    items.push(at.item());
    at.pass(/[ \t]*/y);
    if (at.ended()) return items;
    at.take(/,/y, 'a comma');
    at.pass(/[ \t]*/y);
    if (at.ended()) throw at.wrong('an item behind the comma');
  }
  return items;
}

class Reader {
  #at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  ended(): boolean {
    return this.#at >= this.#text.length;
  }

  wrong(due: string): Error {
    return new Error(`${due} is due at ${this.#at} of ${JSON.stringify(this.#text)}`);
  }

  pass(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }

  take(pattern: RegExp, due: string): string {
    const found = this.pass(pattern);
    if (found === '') throw this.wrong(due);
    return found;
  }

  item(): Item {
    const value = this.#bare();
    const parameters = new Map<string, unknown>();
    while (this.pass(/;/y) !== '') {
      this.pass(/ */y);
      const name = this.take(/[a-z*][a-z0-9_\-.*]*/y, 'the name of a parameter');
      const stated = this.pass(/=/y) === '' ? true : this.#bare();
      parameters.delete(name);
      parameters.set(name, stated);
    }
    return { value, parameters };
  }

  #bare(): unknown {
    const text = this.pass(/"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"/y);
    if (text !== '') return text.slice(1, -1).replace(/\\(.)/g, '$1');
    const truth = this.pass(/\?[01]/y);
    if (truth !== '') return truth === '?1';
    const bytes = this.pass(/:[A-Za-z0-9+/=]*:/y);
    if (bytes !== '') return Buffer.from(bytes.slice(1, -1), 'base64');
    if (this.pass(/@/y) !== '') {
      const seconds = this.#number(this.take(/-?\d+(?:\.\d+)?/y, 'a number of seconds'));
      if (seconds.decimal) throw this.wrong('a whole number of seconds before this place');
      return { seconds: seconds.value } satisfies FieldDate;
    }
    const number = this.pass(/-?\d+(?:\.\d+)?/y);
    if (number !== '') return this.#number(number).value;
    return { token: this.take(/[A-Za-z*][!#$%&'*+\-.^_`|~0-9A-Za-z:/]*/y, 'a value') };
  }

  #number(text: string): { readonly value: number; readonly decimal: boolean } {
    const [whole = '', part] = text.replace('-', '').split('.');
    if (part === undefined ? whole.length > 15 : whole.length > 12 || part.length > 3)
      throw this.wrong('a shorter number');
    return { value: Number(text), decimal: part !== undefined };
  }
}
