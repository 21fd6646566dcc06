import { isAuthored, isDocumentation } from './documentation.ts';

const omitted = new Set(['line', 'digest', 'document', 'gaps', 'words', 'refusals']);

interface Member {
  readonly name: string;
  /** The name in JSON, with the colon. */
  readonly text: string;
}

/** Values with the same members, found name by name in their order. */
interface Shape {
  readonly next: Map<string, Shape>;
  members?: readonly Member[];
}

function sortMembers(names: readonly string[]): readonly Member[] {
  return names.toSorted().map((name) => ({ name, text: `${JSON.stringify(name)}:` }));
}

/** A list in which values are looked up before they are mixed. */
function isLong(value: object): boolean {
  return Array.isArray(value) && value.length >= 16;
}

/** Two 32-bit halves into which texts are mixed (a non-cryptographic hash in the manner of MurmurHash3's finalizer). */
class Mix {
  private high = 0xdeadbeef;
  private low = 0x41c6ce57;
  private readonly shapes: Shape;
  /** Digests by value, of values of the plan and of authors: many operations of a plan share their fields. */
  private readonly digests: readonly [Map<object, string>, Map<object, string>];
  /** The JSON of strings. */
  private readonly texts: Map<string, string>;

  /** `around`: the mix that this one is a part of, whose tables it shares. */
  constructor(around?: Mix) {
    this.shapes = around?.shapes ?? { next: new Map() };
    this.digests = around?.digests ?? [new Map(), new Map()];
    this.texts = around?.texts ?? new Map();
  }

  add(text: string): void {
    let { high, low } = this;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      high = Math.imul(high ^ unit, 0x9e3779b1);
      low = Math.imul(low ^ unit, 0x5f356495);
    }
    this.high = high;
    this.low = low;
  }

  /** Adds a value; of a long list and of its items their digests, which are computed once, however many values have them. */
  private addShared(value: unknown, isWhole: boolean, isItem: boolean): void {
    if (typeof value !== 'object' || value === null || !(isItem || isLong(value))) {
      this.addJson(value, isWhole);
      return;
    }
    const digests = this.digests[isWhole ? 1 : 0];
    let digest = digests.get(value);
    if (digest === undefined) {
      const inner = new Mix(this);
      inner.addJson(value, isWhole);
      digest = inner.digits();
      digests.set(value, digest);
    }
    this.add(digest);
  }

  /** Adds a value as JSON, fields in the order of their names, in pieces: the text of a whole plan can be very large. */
  addJson(value: unknown, isWhole = false): void {
    if (typeof value === 'string') this.add(this.quote(value));
    else if (typeof value !== 'object' || value === null) this.add(JSON.stringify(value ?? null));
    else if (Array.isArray(value)) {
      let mark = '[';
      const isItemOfLong = isLong(value);
      for (const item of value) {
        this.add(mark);
        this.addShared(item, isWhole, isItemOfLong);
        mark = ',';
      }
      this.add(mark === '[' ? '[]' : ']');
    } else this.addMembers(value as Readonly<Record<string, unknown>>, isWhole);
  }

  /** `isWhole`: a value of the author's, of which nothing is left out. */
  private addMembers(value: Readonly<Record<string, unknown>>, isWhole: boolean): void {
    let mark = '{';
    for (const { name, text } of this.listMembers(value, isWhole)) {
      if (value[name] === undefined) continue;
      this.add(mark);
      this.add(text);
      this.addShared(value[name], isWhole || isAuthored(name, value), false);
      mark = ',';
    }
    this.add(mark === '{' ? '{}' : '}');
  }

  /** Lists the members in the order of their names, without the omitted ones: once for all values with the same members. */
  private listMembers(value: Readonly<Record<string, unknown>>, isWhole: boolean): readonly Member[] {
    const names = Object.keys(value);
    if (isWhole) return sortMembers(names);
    let shape = this.shapes;
    for (const name of names) {
      let next = shape.next.get(name);
      if (next === undefined) {
        next = { next: new Map() };
        shape.next.set(name, next);
      }
      shape = next;
    }
    shape.members ??= sortMembers(names.filter((name) => !omitted.has(name) && !isDocumentation(name)));
    return shape.members;
  }

  private quote(text: string): string {
    let quoted = this.texts.get(text);
    if (quoted === undefined) {
      quoted = JSON.stringify(text);
      this.texts.set(text, quoted);
    }
    return quoted;
  }

  digits(): string {
    let { high, low } = this;
    high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
    low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
    return [high, low].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
  }
}

/**
 * Returns sixteen hexadecimal digits that change with a plain value; lines, gaps and prose do not count. It distinguishes plans and is not
 * cryptographic.
 */
export function computeDigest(value: unknown): string {
  const mix = new Mix();
  mix.addJson(value);
  return mix.digits();
}
