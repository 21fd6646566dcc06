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
  /** The check whose requests showed it, if that is another one: every response is judged. */
  readonly by?: { readonly check: string; readonly about: string };
  readonly expected: string;
  readonly got: string;
  readonly flaky: boolean;
  /** A request was accepted that the page rejects. */
  readonly accepted?: true;
  /** It is in the baseline: why, and until which day it is accepted. */
  readonly known?: { readonly reason: string; readonly until: string };
  /** It is in the baseline, but was accepted only until this day. */
  readonly expired?: string;
  /** Lines of a shell that bring it about. */
  readonly reproduction: readonly string[];
}

/** A contradiction that is known, and until when it is accepted. */
export interface KnownFinding {
  /** The row: its heading or part and its first cells, such as `Loan > out | lose`. It stays the same when lines move. */
  readonly row: string;
  /** The check that finds it, such as `states/transitions`. */
  readonly check: string;
  readonly reason: string;
  /** The last day on which it is accepted: `2027-01-31`. */
  readonly until: string;
}

/** A finding of an earlier report whose requests were sent again. */
export interface ReplayedFinding {
  /** The row, as a baseline names it. */
  readonly row: string;
  readonly check: string;
  readonly about: string;
  readonly verdict: 'violated' | 'proven' | 'not proven';
  /** Why it is not proven. */
  readonly reason?: string;
}

/** The verdict on one row. */
export interface ReportedRow {
  readonly line: number;
  readonly part: string;
  readonly heading?: string;
  readonly label: string;
  /** `known`: every violation of the row is in the baseline. */
  readonly verdict: Verdict['kind'] | 'known';
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
    /** With a baseline. */
    readonly known?: number;
    readonly checks: number;
    readonly requests: number;
  };
  /** Whether each case was tried before the time was over. */
  readonly isComplete: boolean;
  readonly rows: readonly ReportedRow[];
  /** The entries of the baseline whose rows are proven now. */
  readonly mended?: readonly KnownFinding[];
  /** Of recorded requests: how many were judged, and how many have no row that does. */
  readonly traces?: { readonly file: string; readonly judged: number; readonly others: number };
  /** With the findings of an earlier report: the verdict on each. */
  readonly replayed?: readonly ReplayedFinding[];
}

/** The facts that a report needs next to the run. */
export interface ReportOptions {
  readonly plan: WholePlan;
  readonly document: string;
  readonly origin: string;
  readonly seed: number;
  readonly subjects: readonly Subject[];
}

/** The parts of a run that its report shows. */
export interface ReportedRun extends Pick<Run, 'ledger' | 'tried' | 'cases'> {
  readonly prover: { readonly ground: { readonly exchanges: { readonly length: number } } };
}

/** Makes the report of a run. */
export function createReport(
  { ledger, prover, tried, cases }: ReportedRun,
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
      findings: findings.map(({ check, about, violation, by, isFlaky, steps }) => ({
        line,
        check,
        about,
        ...(by.check === check && by.about === about ? {} : { by }),
        expected: violation.expected,
        got: violation.got,
        flaky: isFlaky,
        ...(violation.isAccepted === true ? { accepted: true } : {}),
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
