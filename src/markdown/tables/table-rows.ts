import type { Span } from '../../text/location.ts';
import type { TableRow, TableRows } from '../blocks/block.ts';

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

  row(row: number): TableRow {
    const cells: { span: Span }[] = [];
    for (let column = 0; column < this.width; column++) cells.push({ span: this.cell(row, column) });
    return { cells, span: this.span(row) };
  }

  *[Symbol.iterator](): Generator<TableRow> {
    for (let row = 0; row < this.length; row++) yield this.row(row);
  }

  private spanAt(place: number): Span {
    return { start: this.numbers[place]!, end: this.numbers[place + 1]! };
  }
}
