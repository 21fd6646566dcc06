import type { StepDefinition, StepFacts, StepLine, StepsOf } from '../contracts/definition.ts';
import type { OperationPlan, RefusalPlan, StepPlan } from '../plan/operation.ts';
import { getStepOrder, resolvePhase, type StepName } from '../plan/order.ts';
import { findNamed } from '../text/find-named.ts';
import { memo } from '../text/memo.ts';
import { client } from './authentication/steps/client.ts';
import { credential } from './authentication/steps/credential.ts';
import { presentCode } from './authentication/steps/present-code.ts';
import { presentPassword } from './authentication/steps/present-password.ts';
import { rowRuleAfter } from './authentication/steps/row-rule-after.ts';
import { rowRuleBefore } from './authentication/steps/row-rule-before.ts';
import { scope } from './authentication/steps/scope.ts';
import { secondFactor } from './authentication/steps/second-factor.ts';
import { session } from './authentication/steps/session.ts';
import { token } from './authentication/steps/token.ts';
import { useCode } from './authentication/steps/use-code.ts';
import { accept } from './endpoints/steps/accept.ts';
import { answer } from './endpoints/steps/answer.ts';
import { change } from './endpoints/steps/change.ts';
import { code } from './endpoints/steps/code.ts';
import { idempotency } from './endpoints/steps/idempotency.ts';
import { input } from './endpoints/steps/input.ts';
import { list } from './endpoints/steps/list.ts';
import { load } from './endpoints/steps/load.ts';
import { mediaType } from './endpoints/steps/media-type.ts';
import { outcome } from './endpoints/steps/outcome.ts';
import { parameters } from './endpoints/steps/parameters.ts';
import { parseBody } from './endpoints/steps/parse-body.ts';
import { patch } from './endpoints/steps/patch.ts';
import { precondition } from './endpoints/steps/precondition.ts';
import { replay } from './endpoints/steps/replay.ts';
import { within, withinFirst } from './endpoints/steps/within.ts';
import { chooseCode, getChooser } from './errors/choose.ts';
import { record } from './events/steps/record.ts';
import { callerConcurrency } from './limits/steps/caller-concurrency.ts';
import { callerRate } from './limits/steps/caller-rate.ts';
import { openConcurrency } from './limits/steps/open-concurrency.ts';
import { openRate } from './limits/steps/open-rate.ts';
import { readBody } from './limits/steps/read-body.ts';
import { askingRules } from './resources/steps/asking-rules.ts';
import { assign } from './resources/steps/assign.ts';
import { compute } from './resources/steps/compute.ts';
import { existing } from './resources/steps/existing.ts';
import { password } from './resources/steps/password.ts';
import { readReferences } from './resources/steps/read-references.ts';
import { references } from './resources/steps/references.ts';
import { rules } from './resources/steps/rules.ts';
import { validate } from './resources/steps/validate.ts';
import { write } from './resources/steps/write.ts';
import { choose } from './states/steps/choose.ts';
import { due } from './states/steps/due.ts';
import { end } from './states/steps/end.ts';
import { fixed } from './states/steps/fixed.ts';
import { from } from './states/steps/from.ts';
import { gone } from './states/steps/gone.ts';
import { matrix } from './states/steps/matrix.ts';
import { others, othersFirst } from './states/steps/others.ts';
import { request } from './versioning/steps/request.ts';
import { version } from './versioning/steps/version.ts';

/** All steps of requests. `orderOf` says in which order an operation does them. */
export const steps: Readonly<Record<StepName, StepDefinition>> = {
  'limits/open-rate': openRate,
  'limits/open-concurrency': openConcurrency,
  'authentication/credential': credential,
  'authentication/scope': scope,
  'limits/caller-rate': callerRate,
  'limits/caller-concurrency': callerConcurrency,
  'versioning/version': version,
  'endpoints/accept': accept,
  'endpoints/media-type': mediaType,
  'limits/read-body': readBody,
  'authentication/client': client,
  'authentication/token': token,
  'endpoints/parse-body': parseBody,
  'endpoints/idempotency': idempotency,
  'versioning/request': request,
  'endpoints/parameters': parameters,
  'endpoints/input': input,
  'endpoints/list': list,
  'authentication/present-password': presentPassword,
  'authentication/present-code': presentCode,
  'resources/password': password,
  'endpoints/replay': replay,
  'endpoints/load': load,
  'states/due': due,
  'authentication/row-rule-before': rowRuleBefore,
  'states/gone': gone,
  'endpoints/precondition': precondition,
  'states/from': from,
  'endpoints/patch': patch,
  'states/fixed': fixed,
  'endpoints/change': change,
  'resources/existing': existing,
  'resources/assign': assign,
  'resources/read-references': readReferences,
  'states/choose': choose,
  'states/end': end,
  'resources/compute': compute,
  'resources/validate': validate,
  'states/matrix': matrix,
  'resources/references': references,
  'resources/rules': rules,
  'authentication/row-rule-after': rowRuleAfter,
  'endpoints/code': code,
  'authentication/use-code': useCode,
  'states/others-first': othersFirst,
  'endpoints/within-first': withinFirst,
  'resources/write': write,
  'events/record': record,
  'states/others': others,
  'resources/asking-rules': askingRules,
  'authentication/session': session,
  'authentication/second-factor': secondFactor,
  'endpoints/within': within,
  'endpoints/outcome': outcome,
  'endpoints/answer': answer,
};

/** Returns what the steps of an operation do, in their order, a list for each step that any operation of its kind has. */
export function listStepLines(facts: StepFacts): readonly (readonly StepLine[])[] {
  return stepsOf(facts).map(({ lines }) => lines);
}

const stepsOf: StepsOf = (facts) => {
  const own = listOwnSteps(facts);
  const creation = findCreationFacts(facts);
  if (creation === undefined) return own;
  const at = own.findIndex(({ step }) => step === 'endpoints/outcome');
  return [
    ...own.slice(0, at),
    ...listOwnSteps(creation)
      .filter(({ step }) => isOfCreation(step))
      .map(({ step, lines }) => ({ step, lines: lines.map((line) => ({ ...line, creates: true as const })) })),
    ...own.slice(at),
  ];
};

type PlannedSteps = ReturnType<StepsOf>;

function listOwnSteps(facts: StepFacts): PlannedSteps {
  return getStepOrder(facts.operation).map((step) => ({ step, lines: steps[step].plan(facts, stepsOf) }));
}

/** The facts of what a replace does if there is no such record; undefined for other operations. */
function findCreationFacts({ operation, older, ...facts }: StepFacts): StepFacts | undefined {
  const { creation } = operation;
  if (creation === undefined) return undefined;
  const made = older?.operation.creation;
  return { ...facts, operation: creation, ...(older && made ? { older: { ...older, operation: made } } : {}) };
}

/** The steps before the transaction that read the body: a creation reads it again, as a create does. */
const readingBody: ReadonlySet<StepName> = new Set(['versioning/request', 'endpoints/input', 'resources/password']);
/** The steps around the work for an idempotency key, which the replace has. */
const aroundWork: ReadonlySet<StepName> = new Set(['endpoints/replay', 'endpoints/outcome']);

/** Whether the creation of a replace has a step of its own: the replace does the others for both. */
function isOfCreation(step: StepName): boolean {
  return readingBody.has(step) || (resolvePhase(step) === 'inside' && !aroundWork.has(step));
}

/** Returns the steps that an operation has, in their order, each fact of each with the line that states it. */
export function planSteps(facts: StepFacts): readonly StepPlan[] {
  const { operation, plan } = facts;
  const choose = getChooser(plan.errors);
  const lists = getRefusalLists(plan.errors);
  return stepsOf(facts).flatMap(({ step, lines }) =>
    lines.map(({ refusals, ...line }): StepPlan => {
      if (refusals === undefined || refusals.length === 0) return { step, ...line };
      return {
        step,
        ...line,
        refusals: shareRefusals(
          lists,
          refusals.map((refusal) => ({ ...refusal, ...chooseCode(choose, refusal, operation) })),
        ),
      };
    }),
  );
}

type RefusalLists = Map<string, readonly RefusalPlan[]>;

const getRefusalLists = memo((_errors: StepFacts['plan']['errors']): RefusalLists => new Map());

/** Returns the same list for equal refusals: most steps of thousands of operations have one of a few lists. */
function shareRefusals(lists: RefusalLists, refusals: readonly RefusalPlan[]): readonly RefusalPlan[] {
  const texts = refusals.flatMap(({ condition, named, transition, called, resource, code }) => [
    condition,
    named,
    transition,
    called,
    resource,
    code,
  ]);
  const key = texts.join('\n');
  const known = lists.get(key) ?? refusals;
  lists.set(key, known);
  return known;
}

/** Returns the operations of a plan, each with its steps. */
export function withSteps(plan: StepFacts['plan']): readonly OperationPlan[] {
  return plan.operations.map((operation) => ({
    ...operation,
    steps: planSteps({ plan, operation, resource: findNamed(plan.resources, operation.resource) }),
  }));
}
