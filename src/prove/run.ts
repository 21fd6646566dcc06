import type { Case, Check } from './check.ts';
import { cleanUp } from './clean-up.ts';
import { createLedger, type Finding, type Ledger, type Observation } from './ledger/ledger.ts';
import { type Outcome, unreached, type Violation } from './ledger/verdict.ts';
import { observe } from './observe.ts';
import { createProver, type Prover } from './prover.ts';
import { sliceSteps } from './reproduction/slice.ts';
import { type Exchanged, NoResponseError } from './world/exchanged.ts';
import { createGround, type GroundOptions } from './world/world.ts';

/** How a service is proved. */
export interface RunOptions extends Omit<GroundOptions, 'watch'> {
  readonly checks: readonly Check[];
  /** Whether the time of the run is over. */
  readonly isOver: () => boolean;
  /** Whether a case is wanted. */
  readonly wants: (check: Check, one: Case) => boolean;
  /** Whether the records that the run created are deleted afterwards, where the page has an operation for that. */
  readonly cleansUp?: boolean;
  /** Receives each case that ended. A violation that it returns is reported for its row. */
  readonly ended?: (one: EndedCase) => Promise<Violation | undefined> | undefined;
  /** Reports each case that begins, with the number of all. */
  readonly progress?: (done: number, all: number) => void;
}

/** A case that was tried. */
export interface EndedCase {
  readonly check: string;
  readonly about: string;
  readonly outcome: Outcome;
  /** The requests that it sent, with their responses. */
  readonly exchanges: readonly Exchanged[];
  /** Tries it again. */
  repeat(): Promise<Pick<EndedCase, 'outcome' | 'exchanges'>>;
}

/** The result of a run. */
export interface Run {
  readonly ledger: Ledger;
  readonly prover: Prover;
  /** How many cases were tried, of how many. */
  readonly tried: number;
  readonly cases: number;
}

/** The number of times that a contradiction is tried again before it is reported. */
const repeats = 2;

/** Tries the cases of all checks on a service in their order, and keeps the result of each. */
export async function run(options: RunOptions): Promise<Run> {
  const { plan, checks, isOver, wants, progress } = options;
  const ledger = createLedger();
  let seen: Observation[] = [];
  const ground = createGround({
    ...options,
    watch: (one, operation) => {
      const wire = operation && prover.wire.of(operation);
      for (const each of observe(plan, wire, one)) {
        if (each.outcome.kind === 'violated') seen.push(each);
        else ledger.add(each);
      }
    },
  });
  const prover = createProver(ground);
  const cases = checks.flatMap((check) =>
    check
      .cases(prover)
      .map((one) => ({ check, one }))
      .filter((each) => wants(each.check, each.one)),
  );
  let tried = 0;
  const attempt = async (check: Check, one: Case): Promise<Observation> => {
    const of = { line: one.line, check: `${check.part}/${check.name}`, about: one.about };
    try {
      const outcome = await one.run();
      const line = outcome.kind === 'violated' ? (outcome.line ?? one.line) : one.line;
      return { ...of, line, outcome };
    } catch (error) {
      if (!(error instanceof NoResponseError)) throw error;
      return { ...of, outcome: unreached(error.message) };
    }
  };
  for (const { check, one } of cases) {
    if (isOver()) {
      ledger.add({
        line: one.line,
        check: `${check.part}/${check.name}`,
        about: one.about,
        outcome: unreached('the time of the run was over'),
      });
      continue;
    }
    progress?.(tried, cases.length);
    tried++;
    seen = [];
    const before = ground.exchanges.length;
    const first = await attempt(check, one);
    const told = [...seen, ...(first.outcome.kind === 'violated' ? [first] : [])];
    if (first.outcome.kind !== 'violated') ledger.add(first);
    const noticed = await options.ended?.({
      ...{ check: first.check, about: first.about, outcome: first.outcome },
      exchanges: ground.exchanges.slice(before),
      async repeat() {
        const sent = ground.exchanges.length;
        const { outcome } = await attempt(check, one);
        return { outcome, exchanges: ground.exchanges.slice(sent) };
      },
    });
    if (noticed !== undefined && !ledger.has(one.line, first.check)) {
      const steps = sliceSteps(ground.exchanges, noticed.exchange);
      const of = { check: first.check, about: one.about };
      ledger.find({ ...of, line: one.line, violation: noticed, by: of, isFlaky: false, steps });
    }
    for (const contradiction of told) {
      if (ledger.has(contradiction.line, contradiction.check)) continue;
      ledger.find(await confirm(contradiction));
    }

    /** Tries again what contradicts the page, and finds the requests that bring it about. */
    async function confirm(contradiction: Observation): Promise<Finding> {
      let violation = contradiction.outcome as Violation;
      let times = 0;
      for (let again = 0; again < repeats; again++) {
        const found = await tryAgain(contradiction);
        if (found === undefined) continue;
        violation = found;
        times++;
      }
      const { line, check: name, about } = contradiction;
      return {
        line,
        check: name,
        about,
        violation,
        by: { check: first.check, about: one.about },
        isFlaky: times < repeats,
        steps: sliceSteps(ground.exchanges, violation.exchange),
      };
    }

    async function tryAgain(contradiction: Observation): Promise<Violation | undefined> {
      const isAlike = (other: Observation): boolean =>
        other.line === contradiction.line && other.about === contradiction.about && other.outcome.kind === 'violated';
      seen = [];
      const again = await attempt(check, one);
      const operation = plan.operations.find(
        ({ name }) => name === (contradiction.outcome as Violation).exchange.operation,
      );
      // Another operation may have given the response: it is called alone.
      if (![again, ...seen].some(isAlike) && operation !== undefined)
        await prover.succeeds(operation).catch(ignoreSilence);
      return [again, ...seen].find(isAlike)?.outcome as Violation | undefined;
    }
  }
  if (options.cleansUp === true) await cleanUp(prover);
  return { ledger, prover, tried, cases: cases.length };
}

function ignoreSilence(error: unknown): boolean {
  if (error instanceof NoResponseError) return false;
  throw error;
}
