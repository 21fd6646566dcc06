import type { Span } from '../../text/location.ts';
import type { ListItem } from './block.ts';

/**
 * A growing list of whole numbers below 2^31 that takes four bytes for each: places of a text, of which a large document
 * has millions.
 */
class Numbers {
  length = 0;
  private held = new Int32Array(8);

  push(number: number): void {
    if (this.length === this.held.length) {
      const before = this.held;
      this.held = new Int32Array(before.length * 2);
      this.held.set(before);
    }
    this.held[this.length] = number;
    this.length += 1;
  }

  /** The number at a place of the list; there must be one. */
  at(place: number): number {
    return this.held[place]!;
  }

  set(place: number, number: number): void {
    this.held[place] = number;
  }
}

const step = 5;
const isNested = 1;
const isOrdered = 2;

/** The items of a list, each made when it is asked for: they are kept as five numbers, and there may be a million of them. */
export class ListItems implements Iterable<ListItem> {
  private readonly numbers = new Numbers();
  /** The lines of first paragraphs that have several, by the item's number. */
  private readonly lines = new Map<number, readonly Span[]>();

  get length(): number {
    return this.numbers.length / step;
  }

  add({ start, end, first, last, lines, nested, ordered }: ListItem): void {
    if (lines !== undefined) this.lines.set(this.length, lines);
    const { numbers } = this;
    numbers.push(start);
    numbers.push(end);
    numbers.push(first);
    numbers.push(last);
    numbers.push((nested ? isNested : 0) | (ordered ? isOrdered : 0));
  }

  *[Symbol.iterator](): Generator<ListItem> {
    for (let item = 0; item < this.length; item++) yield this.item(item);
  }

  private item(item: number): ListItem {
    const { numbers } = this;
    const at = item * step;
    const flags = numbers.at(at + 4);
    return {
      start: numbers.at(at),
      end: numbers.at(at + 1),
      first: numbers.at(at + 2),
      last: numbers.at(at + 3),
      lines: this.lines.get(item),
      nested: (flags & isNested) !== 0,
      ordered: (flags & isOrdered) !== 0,
    };
  }
}
