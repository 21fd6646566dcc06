import type { Span } from '../text/place.ts';
import type { TableRow, TableRows } from './block.ts';

/** Where rows and their cells begin and end: of each row its own two numbers, then two for each of its cells. */
export class PackedRows implements TableRows {
  readonly width: number;
  readonly numbers: number[];

  constructor(width: number, numbers: number[]) {
    this.width = width;
    this.numbers = numbers;
  }

  get length(): number {
    return this.numbers.length / this.step;
  }

  private get step(): number {
    return 2 + 2 * this.width;
  }

  span(row: number): Span {
    return this.spanAt(row * this.step);
  }

  cell(row: number, column: number): Span {
    return this.spanAt(row * this.step + 2 + 2 * column);
  }

  *[Symbol.iterator](): Generator<TableRow> {
    for (let row = 0; row < this.length; row++) {
      const cells = Array.from({ length: this.width }, (_, column) => ({ span: this.cell(row, column) }));
      yield { cells, span: this.span(row) };
    }
  }

  private spanAt(place: number): Span {
    return { start: this.numbers[place]!, end: this.numbers[place + 1]! };
  }
}
