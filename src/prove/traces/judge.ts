import { describeWire } from '../../describe/wire/index.ts';
import { operationKinds } from '../../plan/kinds.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { createLedger, type Ledger, type Observation } from '../ledger/ledger.ts';
import { observe } from '../observe.ts';
import type { Exchanged } from '../world/exchanged.ts';
import { createMatch } from '../world/match.ts';
import type { Recorded } from './recorded.ts';
import { toExchanged } from './request.ts';
import { createHistory } from './states.ts';
import { createVersionOf } from './version.ts';

/** Recorded requests, judged by the rows of a document. */
export interface Judged {
  readonly ledger: Ledger;
  /** Requests of operations of the document, in the version that it states. */
  readonly judged: number;
  /** Requests that no row judges: of other paths, in other versions, of files, events and tokens. */
  readonly others: number;
}

/** Judges recorded requests one by one: in memory are the verdicts, and the state in which each record was seen last. */
export function createTraceJudge(plan: WholePlan) {
  const match = createMatch(plan);
  const wire = describeWire(plan);
  const ledger = createLedger();
  const history = createHistory(plan);
  const isOther = createVersionOf(plan);
  let judged = 0;
  let others = 0;
  const add = ({ outcome, ...of }: Observation, steps: readonly Exchanged[]): void => {
    if (outcome.kind !== 'violated') {
      ledger.add({ ...of, outcome });
      return;
    }
    const line = outcome.line ?? of.line;
    if (ledger.has(line, of.check)) return;
    const { check, about } = of;
    ledger.find({ line, check, about, violation: outcome, by: { check, about }, isFlaky: false, steps });
  };
  return {
    /** Returns whether the request is one of an operation of the document. */
    judge(recorded: Recorded): boolean {
      const one = toExchanged(plan, recorded, judged + others + 1);
      const found = match(one.request);
      if (found === undefined || !isJudged(found.operation) || isOther(one.request)) {
        others++;
        return false;
      }
      judged++;
      const { operation } = found;
      const exchanged = { ...one, operation: operation.name };
      // A redirect is one of the way to the service, where the document states none.
      const isRedirect = one.response.status >= 300 && one.response.status < 400;
      if (isRedirect) return true;
      const seen = observe(plan, wire.of(operation), exchanged).filter((each) => isRecorded(recorded, one, each));
      for (const each of seen) add(each, [exchanged]);
      for (const { steps, ...each } of history.read(operation, exchanged, recorded)) add(each, steps);
      return true;
    },
    end: (): Judged => ({ ledger, judged, others }),
  };
}

function isJudged({ kind, disabled }: OperationPlan): boolean {
  return disabled !== true && operationKinds[kind].about === 'records';
}

/** Whether an observation is one of what was recorded: bodies and headers may be missing, and long bodies may be cut. */
function isRecorded(
  { responseBody, responseHeaders }: Recorded,
  { response }: Exchanged,
  { about }: Observation,
): boolean {
  const isEmpty = responseBody === '' && responseHeaders !== undefined;
  const isBody = response.body !== undefined || isEmpty;
  const isOfHeaders = about.startsWith('the media type') || /^the status of .*: /.test(about);
  const isOfStatus = about.startsWith('the status of ');
  return (responseHeaders !== undefined || !isOfHeaders) && (isBody || isOfHeaders || isOfStatus);
}
