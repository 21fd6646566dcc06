import * as authentication from '../parts/authentication/serve.ts';
import * as token from '../parts/authentication/serve-token.ts';
import * as client from '../parts/authentication/serve-token-client.ts';
import * as accept from '../parts/endpoints/serve-accept.ts';
import * as answer from '../parts/endpoints/serve-answer.ts';
import * as body from '../parts/endpoints/serve-body.ts';
import * as change from '../parts/endpoints/serve-change.ts';
import * as code from '../parts/endpoints/serve-code.ts';
import * as idempotency from '../parts/endpoints/serve-idempotency.ts';
import * as listLoad from '../parts/endpoints/serve-list-load.ts';
import * as listPage from '../parts/endpoints/serve-list-page.ts';
import * as load from '../parts/endpoints/serve-load.ts';
import * as parameters from '../parts/endpoints/serve-parameters.ts';
import * as patch from '../parts/endpoints/serve-patch.ts';
import * as precondition from '../parts/endpoints/serve-precondition.ts';
import * as events from '../parts/events/serve.ts';
import * as eventList from '../parts/events/serve-list.ts';
import * as stream from '../parts/events/serve-stream.ts';
import { withSubscriptions } from '../parts/events/serve-subscribing.ts';
import * as limits from '../parts/limits/serve.ts';
import * as concurrency from '../parts/limits/serve-concurrency.ts';
import * as quota from '../parts/limits/serve-quota.ts';
import * as rate from '../parts/limits/serve-rate.ts';
import * as resources from '../parts/resources/serve.ts';
import * as assign from '../parts/resources/serve-assign.ts';
import * as password from '../parts/resources/serve-password.ts';
import * as references from '../parts/resources/serve-references.ts';
import { referringLast } from '../parts/resources/serve-referring.ts';
import * as write from '../parts/resources/serve-write.ts';
import * as states from '../parts/states/serve.ts';
import * as choose from '../parts/states/serve-choose.ts';
import * as due from '../parts/states/serve-due.ts';
import * as version from '../parts/versioning/serve.ts';
import { olderPatchStep } from '../parts/versioning/serve-patch.ts';
import { type StepName, stepOrder, tokenOrder, transaction } from '../plan/order.ts';
import type { Maker, Making } from '../steps/maker.ts';
import type { Step } from '../steps/step.ts';
import type { WriteHow } from '../steps/store.ts';

/**
 * All steps of a request, in the order in which they are done. `not yet` marks those that nothing does: what a document states
 * of them is listed by `unenforced`, and the service is not opened.
 */
export const makers: Readonly<Record<StepName, Maker | 'not yet'>> = {
  'limits/open-rate': rate.openRateStep,
  'limits/open-concurrency': concurrency.openConcurrencyStep,
  'authentication/credential': authentication.credentialStep,
  'authentication/scope': authentication.scopeStep,
  'limits/caller-rate': rate.callerRateStep,
  'limits/caller-concurrency': concurrency.callerConcurrencyStep,
  'versioning/version': version.versionStep,
  'endpoints/accept': accept.acceptStep,
  'endpoints/media-type': body.mediaTypeStep,
  'limits/body-size': limits.bodySizeStep,
  'authentication/client': client.clientStep,
  'authentication/token': token.tokenStep,
  'endpoints/body': body.bodyStep,
  'endpoints/idempotency': idempotency.idempotencyStep,
  'versioning/request': version.requestStep,
  'endpoints/parameters': parameters.parametersStep,
  'endpoints/input': (making) => version.olderInput(making, body.inputStep(making)),
  'endpoints/list': (making) =>
    listPage.listStep(making) ?? eventList.eventPageStep(making) ?? stream.streamBeginStep(making),
  'resources/password': password.passwordStep,
  'endpoints/replay': idempotency.replayStep,
  'endpoints/load': (making) =>
    load.loadStep(making) ?? listLoad.listLoadStep(making) ?? eventList.eventLoadStep(making),
  'states/due': due.dueStep,
  'authentication/row-rule-before': authentication.rowRuleBeforeStep,
  'states/gone': states.goneStep,
  'endpoints/precondition': precondition.preconditionStep,
  'states/from': states.fromStep,
  'endpoints/patch': (making) => olderPatchStep(making) ?? patch.patchStep(making),
  'states/fixed': (making) => version.olderFixed(making, states.fixedStep(making)),
  'endpoints/change': change.changeStep,
  'resources/assign': assign.assignStep,
  'states/choose': choose.chooseStep,
  'resources/compute': resources.computeStep,
  'resources/validate': withSubscriptions(resources.validateStep),
  'states/matrix': states.matrixStep,
  'resources/references': references.referencesStep,
  'resources/rules': resources.rulesStep,
  'authentication/row-rule-after': authentication.rowRuleAfterStep,
  'limits/quota': quota.quotaStep,
  'endpoints/code': code.codeStep,
  'resources/write': write.writeStep,
  'events/record': events.recordStep,
  'endpoints/outcome': idempotency.outcomeStep,
  'endpoints/answer': (making) => stream.streamAnswerStep(making) ?? answer.answerStep(making),
};

/** A named step of an operation. */
export interface NamedStep {
  readonly name: StepName;
  readonly step: Step;
}

/** The steps of an operation that keeps outcomes for idempotency keys which stand around what it does. */
export interface Keyed {
  readonly replay: Step;
  readonly outcome: Step;
}

/** The steps of one operation: before its transaction, inside it (none for an operation that only reads), and after it. */
export interface OperationSteps {
  readonly before: readonly Step[];
  readonly inside: readonly Step[] | undefined;
  readonly after: readonly Step[];
  /** What stands around the steps inside, where the operation keeps outcomes for idempotency keys. */
  readonly keyed?: Keyed;
  /** The hook before the transaction, where it runs behind the taking of such a key. */
  readonly hook?: Step;
  /** So many of the last steps inside only shape the answer: without an idempotency key they are done behind the transaction. */
  readonly shaping?: number;
  /** What is done inside, but for these, ends with the one record that is written. */
  readonly endsWithWrite?: boolean;
  /** What code reads and writes is to be as if nothing else ran beside it. */
  readonly how?: WriteHow;
  /** Those that look for the record, for hooks before the transaction. */
  readonly finding: readonly Step[];
  readonly names: readonly StepName[];
}

const looking = new Set<StepName>(['endpoints/load', 'authentication/row-rule-before', 'states/gone']);
const writesOne = new Set(['create', 'update', 'replace', 'transition']);
const first = stepOrder.indexOf(transaction.from);
const lastInside = stepOrder.indexOf(transaction.to);

/** Makes the steps that an operation needs, once. */
export function stepsOf(making: Making): OperationSteps {
  const { kind } = making.operation;
  const ofTokens = kind === 'issue token' || kind === 'revoke token';
  const made = (ofTokens ? tokenOrder : stepOrder).flatMap((name): NamedStep[] => {
    const maker = makers[name];
    const step = maker === 'not yet' ? undefined : maker(making);
    return step === undefined ? [] : [{ name, step }];
  });
  const names = made.map(({ name }) => name);
  const finding = made.filter(({ name }) => looking.has(name)).map(({ step }) => step);
  const ofEvents = kind === 'list events' || kind === 'read event' || kind === 'stream events';
  if (kind === 'read' || kind === 'list' || ofEvents || ofTokens) {
    return { before: made.map(({ step }) => step), inside: undefined, after: [], finding, names };
  }
  const at = ({ name }: NamedStep): number => stepOrder.indexOf(name);
  const named = (name: StepName): Step | undefined => made.find((one) => one.name === name)?.step;
  const replay = named('endpoints/replay');
  const outcome = named('endpoints/outcome');
  const keyed = replay !== undefined && outcome !== undefined;
  // What code gives back is shaped before the commit: when it does not fit, nothing has happened. An outcome is kept as it is sent.
  const byCode = kind === 'code' || making.handled?.computed !== undefined;
  const last = byCode || keyed ? stepOrder.length : lastInside;
  const around = new Set([replay, outcome]);
  const all = made.filter((one) => at(one) >= first && at(one) <= last && !around.has(one.step));
  const inside = referringLast(making, all);
  const shaping = byCode ? 0 : inside.filter((one) => at(one) > lastInside).length;
  const writes = inside.at(-1 - shaping)?.name === 'resources/write';
  return {
    ...(shaping > 0 ? { shaping } : {}),
    ...(keyed ? { keyed: { replay, outcome } } : {}),
    before: made.filter((one) => at(one) < first).map(({ step }) => step),
    inside: inside.map(({ step }) => step),
    after: made.filter((one) => at(one) > last).map(({ step }) => step),
    ...(writes && writesOne.has(kind) ? { endsWithWrite: true } : {}),
    ...(kind === 'code' ? { how: { serializable: true } } : {}),
    finding,
    names,
  };
}
