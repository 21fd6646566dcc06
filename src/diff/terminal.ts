import { findPosition, readLine, type Source, type Span } from '../text/location.ts';
import { toPrintable, toPrintableLine } from '../text/printable.ts';
import { classifyChange, type Verdict, type VerdictClass } from './change.ts';
import { classifyProof, describeProof } from './proof.ts';
import { type ChangeReport, groupIntoSections, type Reported, summarizeReport } from './report.ts';
import { formatRow, rowHeader } from './row.ts';

const codes = {
  exposes: '1;35',
  breaking: '1;31',
  unclear: '1;33',
  compatible: '1;32',
  strong: '1',
  quiet: '34',
} as const;
type Paint = (style: keyof typeof codes, text: string) => string;

/** How a report is shown on the terminal. */
export interface TerminalOptions {
  readonly colours: boolean;
  /** The statements of a migration too, not only its steps in words. */
  readonly sql?: boolean;
}

/** A report as the terminal shows it: what exposes more, then part by part the older and the newer line, who breaks, and what to write. */
export function formatReport(report: ChangeReport, { colours, sql = false }: TerminalOptions): string {
  const paint: Paint = (style, text) => (colours ? `\u001b[${codes[style]}m${text}\u001b[0m` : text);
  const lines: string[] = [];
  for (const { title, changes } of groupIntoSections(report.changes)) {
    lines.push(paint('strong', title), '');
    for (const change of changes) lines.push(...formatChange(report, change, paint), '');
  }
  lines.push(...formatChangelog(report, paint), ...formatMigrationSteps(report, sql, paint));
  lines.push(...formatProof(report, paint));
  const { old, now, changes } = report;
  lines.push(`${toPrintableLine(old.name)} to ${toPrintableLine(now.name)}: ${summarizeReport(changes)}`);
  return lines.join('\n');
}

function formatChange(report: ChangeReport, change: Reported, paint: Paint): string[] {
  const found = classifyChange(change);
  const { old, now } = report;
  const margin = ' '.repeat(
    Math.max(...[[old, change.old] as const, [now, change.now] as const].map(measureLineNumber)),
  );
  const bar = paint('quiet', '|');
  const note = (name: string, text: string): string =>
    `${margin} ${paint('quiet', '=')} ${name}: ${toPrintableLine(text)}`;
  return [
    `${paint(found, `${found}[${change.rule}]`)}${paint('strong', `: ${toPrintableLine(change.what)}`)}`,
    ...place(old, change.old, '-', margin, paint),
    ...place(now, change.now, '+', margin, paint),
    `${margin} ${bar}`,
    ...(change.exposes === undefined ? [] : [note('exposes', lowercaseFirst(change.exposes))]),
    ...formatVerdict('requests', change.requests, note),
    ...formatVerdict('responses', change.answers, note),
    ...(change.requests === undefined && change.answers === undefined && change.exposes === undefined
      ? [note('clients', 'no client sends or sees it')]
      : []),
    ...change.migration.map((words) => note('database', words)),
    ...listRecordedLines(report, change).map((line) => note('changelog', `in Changes, line ${line}`)),
    ...formatMissingRows(report, change).map((text) => note('help', `write ${text}`)),
    ...(change.advice === undefined ? [] : [note('or', change.advice)]),
  ];
}

function measureLineNumber([source, span]: readonly [Source, Span | undefined]): number {
  return span === undefined ? 1 : String(findPosition(source, span.start).line).length;
}

function place(source: Source, span: Span | undefined, sign: '-' | '+', margin: string, paint: Paint): string[] {
  if (span === undefined) return [];
  const { line, column } = findPosition(source, span.start);
  const text = toPrintableLine(readLine(source, line));
  const number = paint('quiet', String(line).padStart(margin.length));
  const style = sign === '-' ? 'breaking' : 'compatible';
  const cut = text.length > 160 ? `${text.slice(0, 159)}…` : text;
  return [
    `${margin}${paint('quiet', sign === '-' ? '-->' : '==>')} ${toPrintableLine(source.name)}:${line}:${column}`,
    `${number} ${paint('quiet', '|')} ${paint(style, `${sign} ${cut}`)}`,
  ];
}

const meant: Readonly<Record<VerdictClass, string>> = {
  breaking: 'breaks',
  unclear: 'may break',
  compatible: 'compatible',
};

function formatVerdict(
  direction: string,
  verdict: Verdict | undefined,
  note: (name: string, text: string) => string,
): string[] {
  if (verdict === undefined) return [];
  const who = verdict.client === undefined ? '' : `: ${lowercaseFirst(verdict.client)}`;
  const stated = verdict.stated === undefined ? '' : ` (stated: ${verdict.stated})`;
  return [note(direction, `${meant[verdict.class]}${who}${stated}`)];
}

function lowercaseFirst(sentence: string): string {
  return `${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1)}`;
}

/** The rows of a change that the newer document lacks, as text. */
export function formatMissingRows({ missing, version }: ChangeReport, { rows }: Reported): string[] {
  return rows
    .filter((row) => missing.some((otherRow) => otherRow.change === row.change && otherRow.where === row.where))
    .map((row) => formatRow(version, row));
}

/** Returns the lines of the rows of Changes that say a change. */
export function listRecordedLines({ changelog }: ChangeReport, { rows }: Reported): number[] {
  return rows.flatMap(({ change, where }) =>
    changelog.flatMap(({ kind, row, line }) =>
      kind === 'recorded' && line !== undefined && row?.change === change && row.where === where ? [line] : [],
    ),
  );
}

function formatChangelog({ changelog, missing, mismatches, version, now, old }: ChangeReport, paint: Paint): string[] {
  const others = changelog.filter(({ kind }) => kind === 'wrong' || kind === 'unneeded');
  const lines: string[] = [];
  if (others.length > 0) {
    lines.push(paint('strong', 'The rows of Changes'), '');
    for (const { kind, what, line } of others)
      lines.push(`  ${toPrintableLine(now.name)}:${line}: ${kind}: ${toPrintableLine(what)}`);
    lines.push('');
  }
  if (mismatches.length > 0) {
    lines.push(
      paint(
        'strong',
        `Its rows undone, version ${mismatches[0]!.version} is not as ${toPrintableLine(old.name)} states it`,
      ),
      '',
    );
    lines.push(...mismatches.map(({ what }) => `  ${toPrintableLine(what)}`), '');
  }
  if (missing.length === 0) return lines;
  const open = missing.flatMap((row) => (row.open === undefined ? [] : [`  … is ${row.open}`]));
  lines.push(paint('strong', 'Missing rows of Changes'), '', ...rowHeader);
  lines.push(
    ...missing.map((row) => toPrintableLine(formatRow(version, row))),
    ...(open.length > 0 ? ['', ...open] : []),
    '',
  );
  return lines;
}

function formatMigrationSteps({ migration, stores }: ChangeReport, isWhole: boolean, paint: Paint): string[] {
  if (migration.length === 0) return [];
  const lines = [paint('strong', 'Database'), ''];
  for (const { name, steps, sql } of migration) {
    lines.push(`  ${name}`, ...steps.map(({ words }) => `    ${toPrintableLine(words)}`));
    if (!isWhole) continue;
    for (const { name: store, title } of stores) {
      lines.push(`    ${paint('quiet', `-- ${title}`)}`);
      for (const { text, each } of sql[store] ?? []) {
        if (each) lines.push('    -- for each record, values computed by Nonet:');
        lines.push(...`${text};`.split('\n').map((line) => `    ${toPrintable(line)}`));
      }
    }
    lines.push('');
  }
  return isWhole ? lines : [...lines, '', '  (--sql prints the statements)', ''];
}

function formatProof({ old, now, proof }: ChangeReport, paint: Paint): readonly string[] {
  if (proof === undefined) return [];
  const found = classifyProof(proof);
  return [
    paint('strong', `The service of ${toPrintableLine(now.name)}, proved by ${toPrintableLine(old.name)}`),
    '',
    `${paint(found, found)}: ${describeProof(proof).join(' ')}`,
    '',
    ...proof.witnesses.flatMap((one) => [
      `${paint(one.class, `${one.class}[${one.check}]`)}${paint('strong', `: ${toPrintableLine(one.expected)}`)}`,
      `  ${paint('quiet', '-->')} ${toPrintableLine(old.name)}:${one.line}`,
      `  ${paint('quiet', '=')} found: ${toPrintableLine(one.got)}`,
      ...one.reproduction.map((line) => `  $ ${toPrintableLine(line)}`),
      '',
    ]),
  ];
}
