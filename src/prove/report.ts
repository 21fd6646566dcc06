import type { WholePlan } from '../plan/whole.ts';
import type { Verdict } from './ledger/ledger.ts';
import type { Subject } from './ledger/subjects.ts';
import { formatCurl } from './reproduction/curl.ts';
import type { Run } from './run.ts';

/** A contradiction of the page as reports show it. */
export interface ReportedFinding {
  readonly line: number;
  readonly check: string;
  readonly about: string;
  readonly expected: string;
  readonly got: string;
  readonly flaky: boolean;
  /** Lines of a shell that bring it about. */
  readonly reproduction: readonly string[];
}

/** The verdict on one row. */
export interface ReportedRow {
  readonly line: number;
  readonly part: string;
  readonly heading?: string;
  readonly label: string;
  readonly verdict: Verdict['kind'];
  readonly checks: number;
  /** Why a row is not proven. */
  readonly reasons: readonly string[];
  readonly findings: readonly ReportedFinding[];
}

/** The result of a run, without any credential. */
export interface Report {
  readonly document: string;
  readonly name: string;
  readonly service: string;
  readonly seed: number;
  readonly totals: {
    readonly rows: number;
    readonly proven: number;
    readonly violated: number;
    readonly notProven: number;
    readonly checks: number;
    readonly requests: number;
  };
  /** Whether each case was tried before the time was over. */
  readonly isComplete: boolean;
  readonly rows: readonly ReportedRow[];
}

/** The facts that a report needs next to the run. */
export interface ReportOptions {
  readonly plan: WholePlan;
  readonly document: string;
  readonly origin: string;
  readonly seed: number;
  readonly subjects: readonly Subject[];
}

/** Makes the report of a run. */
export function createReport(
  { ledger, prover, tried, cases }: Run,
  { plan, document, origin, seed, subjects }: ReportOptions,
): Report {
  const rows = ledger.verdicts(subjects).map(({ subject, kind, checks, reasons, findings }): ReportedRow => {
    const { line, part, heading, label } = subject;
    return {
      line,
      part,
      ...(heading === undefined ? {} : { heading }),
      label,
      verdict: kind,
      checks,
      reasons,
      findings: findings.map(({ check, about, violation, isFlaky, steps }) => ({
        line,
        check,
        about,
        expected: violation.expected,
        got: violation.got,
        flaky: isFlaky,
        reproduction: formatCurl({ plan, origin }, steps),
      })),
    };
  });
  const count = (verdict: Verdict['kind']): number => rows.filter((row) => row.verdict === verdict).length;
  return {
    document,
    name: plan.name,
    service: origin,
    seed,
    totals: {
      rows: rows.length,
      proven: count('proven'),
      violated: count('violated'),
      notProven: count('not proven'),
      checks: rows.reduce((sum, { checks }) => sum + checks, 0),
      requests: prover.ground.exchanges.length,
    },
    isComplete: tried === cases,
    rows,
  };
}
