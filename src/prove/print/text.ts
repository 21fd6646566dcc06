import type { Report, ReportedFinding, ReportedRow } from '../report.ts';
import { formatCount } from './words.ts';

/** How much of the ledger is printed. */
export interface TextOptions {
  /** Whether rows that are proven are listed too. */
  readonly isWhole: boolean;
}

/** Prints a report for a terminal: the sum, the contradictions with their reproductions, then the rows that are not proven, by reason. */
export function formatText(report: Report, { isWhole }: TextOptions): readonly string[] {
  const { totals, rows, document } = report;
  const findings = rows.flatMap((row) => row.findings.map((finding) => ({ row, finding })));
  const told = findings.filter(({ finding }) => !finding.flaky && finding.known === undefined);
  const known = findings.filter(({ finding }) => finding.known !== undefined);
  const flaky = findings.filter(({ finding }) => finding.flaky);
  return [
    `${document}: ${totals.proven} of ${formatCount(totals.rows, 'row')} proven, ${totals.violated} violated, ${totals.known === undefined ? '' : `${totals.known} known, `}${totals.notProven} not proven (${formatCount(totals.checks, 'check')}, ${formatCount(totals.requests, 'request')}, seed ${report.seed})`,
    ...formatTraces(report),
    ...(report.isComplete ? [] : ['The time was over before every check was tried: state a longer --budget.']),
    ...told.flatMap(({ row, finding }) => ['', ...formatFinding(document, row, finding)]),
    ...(flaky.length === 0 ? [] : ['', 'Flaky: these responses contradict the page, but not each time.']),
    ...flaky.flatMap(({ row, finding }) => ['', ...formatFinding(document, row, finding)]),
    ...(known.length === 0 ? [] : ['', 'Known:']),
    ...known.map(
      ({ row, finding }) =>
        `  ${document}:${row.line}  ${row.label}  until ${finding.known!.until}: ${finding.known!.reason} (${finding.check})`,
    ),
    ...((report.mended ?? []).length === 0 ? [] : ['', 'No longer found, so take these out of the baseline:']),
    ...(report.mended ?? []).map(({ row, check }) => `  ${row}  (${check})`),
    ...formatReplayed(report),
    ...formatRows(
      'Not proven',
      document,
      rows.filter(({ verdict }) => verdict === 'not proven'),
    ),
    ...(isWhole
      ? formatRows(
          'Proven',
          document,
          rows.filter(({ verdict }) => verdict === 'proven'),
        )
      : []),
  ];
}

function formatTraces({ traces }: Report): readonly string[] {
  if (traces === undefined) return [];
  const { file, judged, others } = traces;
  return [`Judged ${judged} of ${formatCount(judged + others, 'request')} in ${file}; nothing was sent.`];
}

/** The findings of an earlier report that are gone, or that were not reached again. */
function formatReplayed({ replayed = [] }: Report): readonly string[] {
  const gone = replayed.filter(({ verdict }) => verdict === 'proven');
  const open = replayed.filter(({ verdict }) => verdict === 'not proven');
  return [
    ...(gone.length === 0 ? [] : ['', 'Gone:']),
    ...gone.map(({ row, check, about }) => `  ${row}  ${about} (${check})`),
    ...(open.length === 0 ? [] : ['', 'Not reached again:']),
    ...open.map(({ row, check, about, reason }) => `  ${row}  ${about} (${check}): ${reason}`),
  ];
}

function formatFinding(
  document: string,
  row: ReportedRow,
  { check, expected, got, expired, reproduction }: ReportedFinding,
): readonly string[] {
  return [
    `${document}:${row.line}  ${row.label}`,
    `  expected  ${expected}`,
    `  found     ${got}`,
    `  check     ${check}`,
    ...(expired === undefined ? [] : [`  known     only until ${expired}`]),
    ...reproduction.map((line) => `  $ ${line}`),
  ];
}

/** Formats rows below one title, in columns. */
function formatRows(title: string, document: string, rows: readonly ReportedRow[]): readonly string[] {
  if (rows.length === 0) return [];
  const width = Math.min(40, Math.max(...rows.map(({ label }) => label.length)));
  return [
    '',
    `${title}:`,
    ...rows.map(({ line, label, reasons, checks }) => {
      const [first = formatCount(checks, 'check'), ...others] = reasons;
      const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
      return `  ${document}:${line}  ${label.slice(0, width).padEnd(width)}  ${first}${more}`;
    }),
  ];
}
