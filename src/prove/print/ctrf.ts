import type { Report, ReportedRow } from '../report.ts';

/** When a run began and ended, in milliseconds since 1970. */
export interface RunTime {
  readonly began: number;
  readonly ended: number;
}

const statuses = { proven: 'passed', violated: 'failed', known: 'other', 'not proven': 'skipped' } as const;

/** Prints a report in the Common Test Report Format (ctrf.io): a test for each row. */
export function formatCtrf({ document, name, rows, totals }: Report, { began, ended }: RunTime): string {
  const tests = rows.map((row) => {
    const message = explainRow(row);
    return {
      name: `${row.line}: ${row.label}`,
      status: statuses[row.verdict],
      duration: 0,
      suite: [name, row.part],
      ...(message === undefined ? {} : { message }),
      ...(row.verdict === 'violated'
        ? { trace: row.findings.flatMap(({ reproduction }) => reproduction).join('\n') }
        : {}),
      ...(row.findings.some(({ flaky }) => flaky) ? { flaky: true } : {}),
      filePath: document,
      line: row.line,
    };
  });
  const summary = {
    tests: totals.rows,
    passed: totals.proven,
    failed: totals.violated,
    pending: 0,
    skipped: totals.notProven,
    other: totals.known ?? 0,
    start: began,
    stop: ended,
  };
  const report = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    results: { tool: { name: 'nonet prove' }, summary, tests },
  };
  return JSON.stringify(report, null, 2);
}

function explainRow({ verdict, reasons, findings }: ReportedRow): string | undefined {
  if (verdict === 'proven') return undefined;
  const found = findings.map(({ expected, got, known }) => {
    const accepted = known === undefined ? '' : ` (known until ${known.until}: ${known.reason})`;
    return `expected ${expected}, found ${got}${accepted}`;
  });
  return [...found, ...reasons].join('; ');
}
