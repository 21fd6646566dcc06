import { measureWidth, wrapText } from '../../../diagnostics/width.ts';

/** A cell of a table on the terminal; `quiet` ones are drawn in the background. */
export interface Cell {
  readonly text: string;
  readonly style?: 'quiet' | 'strong';
}

/** A row of a table: its label, and a cell for each column. A row without cells is a heading. */
export interface Row {
  readonly label: string;
  readonly cells?: readonly Cell[];
}

export type Paint = (style: 'quiet' | 'strong', text: string) => string;

const gap = 2;

/**
 * Draws a table of at most `width` columns. Long labels are wrapped. If not all columns fit next to each other, the table is repeated with
 * the next ones, each time without the rows that have only quiet cells.
 */
export function drawTable(titles: readonly string[], rows: readonly Row[], width: number, paint: Paint): string[] {
  const widths = titles.map((title, at) =>
    Math.max(measureWidth(title), ...rows.map(({ cells }) => measureWidth(cells?.[at]?.text ?? ''))),
  );
  const longest = Math.max(...rows.map(({ label, cells }) => measureWidth(label) + (cells === undefined ? 0 : 2)));
  const all = widths.reduce((sum, column) => sum + gap + column, 0);
  const least = Math.max(...rows.flatMap(({ label }) => label.split(' ').map((word) => measureWidth(word) + 4)), 24);
  const first = Math.min(longest, Math.max(least, width - all));
  const lines: string[] = [];
  for (let from = 0; from < titles.length; ) {
    let to = from + 1;
    let used = first + gap + widths[from]!;
    while (to < titles.length && used + gap + widths[to]! <= width) used += gap + widths[to++]!;
    if (from > 0) lines.push('');
    const shown = to - from === titles.length ? rows : omitQuiet(rows, from, to);
    lines.push(...drawColumns({ titles, rows: shown, widths, first, paint }, from, to));
    from = to;
  }
  return lines;
}

/** Leaves out the rows with only quiet cells in some columns, and headings without rows. */
function omitQuiet(rows: readonly Row[], from: number, to: number): readonly Row[] {
  const left = rows.filter(({ cells }) => cells?.slice(from, to).every(({ style }) => style === 'quiet') !== true);
  return left.filter(({ cells }, at) => cells !== undefined || left[at + 1]?.cells !== undefined);
}

interface Drawing {
  readonly titles: readonly string[];
  readonly rows: readonly Row[];
  readonly widths: readonly number[];
  /** The width of the labels. */
  readonly first: number;
  readonly paint: Paint;
}

function drawColumns({ titles, rows, widths, first, paint }: Drawing, from: number, to: number): string[] {
  const draw = (label: string, cells: readonly Cell[]): string => {
    const columns = cells.slice(from, to).map(({ text, style }, at) => {
      const shown = style === undefined ? text : paint(style, text);
      return shown + ' '.repeat(widths[from + at]! - measureWidth(text));
    });
    return [pad(label, first), ...columns].join(' '.repeat(gap)).trimEnd();
  };
  const head = titles.map((text): Cell => ({ text, style: 'strong' }));
  return [
    draw('', head),
    ...rows.flatMap(({ label, cells }) => {
      if (cells === undefined) return [paint('strong', label)];
      const [line = '', ...more] = wrapText(label, first - 2);
      return [draw(`  ${line}`, cells), ...more.map((rest) => `    ${rest}`)];
    }),
  ];
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - measureWidth(text)));
}
