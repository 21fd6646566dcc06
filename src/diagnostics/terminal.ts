import { findPosition, readLine, type Source, type Span } from '../text/location.ts';
import { toPrintableLine } from '../text/printable.ts';
import type { Diagnostic } from './diagnostic.ts';
import { indentText, layOutLine, type Shown, wrapText } from './width.ts';
import { describeHelp } from './words.ts';

/** Columns of a line that are shown at most; a longer one is cut around the caret. */
const widest = 120;
const codes = { error: '1;31', warning: '1;33', strong: '1', quiet: '34', plain: '0' } as const;
type Paint = (style: keyof typeof codes, text: string) => string;

/** How a diagnostic is shown: with colors, and with its sentences broken at the width of the terminal, if that is known. */
export interface Style {
  readonly colours?: boolean;
  readonly columns?: number | undefined;
}

/**
 * A diagnostic as the terminal shows it: what is wrong, where, the line with a caret at the display column, what is
 * expected there and the edit that fixes it. Nothing of the document reaches the terminal raw.
 */
export function formatDiagnostics(source: Source, diagnostic: Diagnostic, { colours, columns }: Style = {}): string {
  const paint: Paint = (style, text) => (colours === true ? `\u001b[${codes[style]}m${text}\u001b[0m` : text);
  const margin = ' '.repeat(measureMargin(source, diagnostic));
  const bar = paint('quiet', '|');
  const width = columns ?? Number.POSITIVE_INFINITY;
  const title = `${diagnostic.severity}[${diagnostic.code}]`;
  const [first = '', ...more] = wrapText(`${title}: ${diagnostic.message}`, width - 2);
  const head = [
    `${paint(diagnostic.severity, title)}${paint('strong', first.slice(title.length))}`,
    ...more.map((line) => paint('strong', `  ${line}`)),
  ];
  const sentence = (kind: string, text: string): string[] => {
    const [line = '', ...rest] = indentText(`${margin} = ${kind}: `, text, width);
    return [`${margin} ${paint('quiet', '=')}${line.slice(margin.length + 2)}`, ...rest];
  };
  const out = [...head, ...place(source, diagnostic.span, diagnostic.label, '-->', margin, paint, diagnostic.severity)];
  for (const { span, label } of diagnostic.also ?? [])
    out.push(...place(source, span, label, ':::', margin, paint, 'quiet'));
  out.push(`${margin} ${bar}`, ...sentence('note', diagnostic.note));
  const help = describeHelp(source, diagnostic);
  if (help !== undefined) out.push(...sentence('help', help));
  return `${out.join('\n')}\n`;
}

/** Returns the width of the largest line number at the margin. */
function measureMargin(source: Source, diagnostic: Diagnostic): number {
  const spans = [diagnostic.span, ...(diagnostic.also ?? []).map(({ span }) => span)];
  return Math.max(...spans.map(({ start }) => String(findPosition(source, start).line).length));
}

function place(
  source: Source,
  span: Span,
  label: string | undefined,
  arrow: string,
  margin: string,
  paint: Paint,
  style: keyof typeof codes,
): string[] {
  const { line, column } = findPosition(source, span.start);
  const where = `${toPrintableLine(source.name)}:${line}:${column}`;
  const bar = paint('quiet', '|');
  const text = readLine(source, line);
  const { shown, before, width } = placeCaret(layOutLine(text), column - 1, column - 1 + span.end - span.start);
  const words = label === undefined ? '' : ` ${toPrintableLine(label)}`;
  const number = paint('quiet', String(line).padStart(margin.length));
  return [
    `${margin}${paint('quiet', arrow)} ${where}`,
    `${margin} ${bar}`,
    `${number} ${bar} ${shown}`.trimEnd(),
    `${margin} ${bar} ${' '.repeat(before)}${paint(style, `${'^'.repeat(width)}${words}`)}`,
  ];
}

/** The line (cut when it is long), the columns before the caret, and the columns under the span: at least one. */
function placeCaret(
  line: readonly Shown[],
  from: number,
  to: number,
): { shown: string; before: number; width: number } {
  let first = line.findIndex(
    ({ at, text }, index) => at + Math.max(1, text.length) > from && findNextIndex(line, index) > from,
  );
  if (first === -1) first = line.length;
  let start = 0;
  let columns = sum(line, 0, first);
  while (columns > widest / 2 && start < first) {
    columns -= line[start]!.width;
    start += 1;
  }
  let end = start;
  for (let room = widest; end < line.length && room >= line[end]!.width; end++) room -= line[end]!.width;
  let last = first;
  while (last < end && line[last]!.at < to) last += 1;
  const width = Math.max(1, sum(line, first, last));
  const lead = start > 0 ? '…' : '';
  const text = line.slice(start, end).map((shown) => shown.text);
  return { shown: `${lead}${text.join('')}${end < line.length ? '…' : ''}`, before: columns + lead.length, width };
}

/** Returns the index after the character at an index. */
function findNextIndex(line: readonly Shown[], index: number): number {
  return line[index + 1]?.at ?? Number.POSITIVE_INFINITY;
}

function sum(line: readonly Shown[], from: number, to: number): number {
  let columns = 0;
  for (let index = from; index < to; index++) columns += line[index]!.width;
  return columns;
}
