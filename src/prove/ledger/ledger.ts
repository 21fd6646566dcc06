import type { Subject } from './subjects.ts';
import { explainUnchecked } from './unchecked.ts';
import type { Outcome, Violation } from './verdict.ts';

/** An observation of one row by one check. */
export interface Observation {
  readonly line: number;
  /** The check: `resources/required`. */
  readonly check: string;
  /** The attempt in a few words. */
  readonly about: string;
  readonly outcome: Outcome;
}

/** A contradiction of the page. */
export interface Finding extends Omit<Observation, 'outcome'> {
  readonly violation: Violation;
  /** The case whose requests showed it. */
  readonly by: { readonly check: string; readonly about: string };
  /** It was not seen each time that it was tried. */
  readonly isFlaky: boolean;
  /** The last requests that bring it about, in their order. */
  readonly steps: readonly Violation['exchange'][];
}

/** The verdict on one row. */
export interface Verdict {
  readonly subject: Subject;
  readonly kind: 'proven' | 'violated' | 'not proven';
  /** How many different checks held. */
  readonly checks: number;
  readonly findings: readonly Finding[];
  /** Of a row that is not proven why, in sentences; each once. */
  readonly reasons: readonly string[];
}

/** The ledger of a run: what was observed, by row. */
export interface Ledger {
  add(observation: Observation): void;
  find(finding: Finding): void;
  /** Whether a row has a finding of a check already: one is enough for a reader. */
  has(line: number, check: string): boolean;
  verdicts(subjects: readonly Subject[]): readonly Verdict[];
  readonly findings: readonly Finding[];
}

interface Row {
  readonly proven: Set<string>;
  readonly reasons: Set<string>;
}

/** Opens an empty ledger. */
export function createLedger(): Ledger {
  const rows = new Map<number, Row>();
  const findings: Finding[] = [];
  const rowOf = (line: number): Row => {
    const known = rows.get(line) ?? { proven: new Set(), reasons: new Set() };
    rows.set(line, known);
    return known;
  };
  return {
    findings,
    add({ line, check, about, outcome }) {
      if (outcome.kind === 'proven') rowOf(line).proven.add(`${check} ${about}`);
      else if (outcome.kind === 'unreached') rowOf(line).reasons.add(`${about}: ${outcome.why}`);
    },
    find: (finding) => void findings.push(finding),
    has: (line, check) => findings.some((one) => one.line === line && one.check === check),
    verdicts: (subjects) =>
      subjects.map((subject) => {
        const { proven, reasons } = rows.get(subject.line) ?? { proven: new Set<string>(), reasons: new Set<string>() };
        const own = findings.filter(({ line }) => line === subject.line);
        const isViolated = own.some(({ isFlaky }) => !isFlaky);
        const kind = isViolated ? 'violated' : proven.size > 0 && own.length === 0 ? 'proven' : 'not proven';
        const flaky = own.flatMap(({ isFlaky, about }) =>
          isFlaky ? [`${about}: the responses differ from try to try`] : [],
        );
        const why = kind === 'not proven' ? [...flaky, ...reasons] : flaky;
        return {
          subject,
          kind,
          checks: proven.size,
          findings: own,
          reasons: why.length > 0 || kind !== 'not proven' ? why : [explainUnchecked(subject)],
        };
      }),
  };
}
