import { type OperationKind, operationKinds } from './kinds.ts';

/** The steps of a request in their order. An operation has those that its document requires. */
const requestOrder = [
  'limits/open-rate',
  'limits/open-concurrency',
  'authentication/credential',
  'authentication/scope',
  'limits/caller-rate',
  'limits/caller-concurrency',
  'versioning/version',
  'endpoints/accept',
  'endpoints/media-type',
  'limits/read-body',
  'endpoints/parse-body',
  'endpoints/idempotency',
  'versioning/request',
  'endpoints/parameters',
  'endpoints/input',
  'endpoints/list',
  'authentication/present-password',
  'authentication/present-code',
  'resources/password',
  'endpoints/replay',
  'endpoints/load',
  'states/due',
  'authentication/row-rule-before',
  'states/gone',
  'endpoints/precondition',
  'states/from',
  'endpoints/patch',
  'states/fixed',
  'endpoints/change',
  'resources/existing',
  'resources/assign',
  'resources/read-references',
  'states/choose',
  'states/end',
  'resources/compute',
  'resources/validate',
  'states/matrix',
  'resources/references',
  'resources/rules',
  'endpoints/code',
  'authentication/row-rule-after',
  'authentication/use-code',
  'states/others-first',
  'endpoints/within-first',
  'resources/write',
  'events/record',
  'states/others',
  'resources/asking-rules',
  'authentication/session',
  'authentication/second-factor',
  'endpoints/within',
  'endpoints/outcome',
  'endpoints/answer',
] as const;

/**
 * The steps of the token operations: the client is known by its form and by no credential of a scheme, and what is counted for
 * the caller is counted for it.
 */
const tokenOrder = [
  'limits/open-rate',
  'limits/open-concurrency',
  'limits/read-body',
  'authentication/client',
  'limits/caller-rate',
  'limits/caller-concurrency',
  'authentication/token',
] as const;

/** The name of a step: the part that owns it and what it does. */
export type StepName = (typeof requestOrder | typeof tokenOrder)[number];

/** Returns the steps that an operation of a kind may have, in the order in which they are done. */
export function getStepOrder({ kind }: { readonly kind: OperationKind }): readonly StepName[] {
  return operationKinds[kind].about === 'tokens' ? tokenOrder : requestOrder;
}

const places = new Map<StepName, number>(requestOrder.map((name, at) => [name, at]));
/** The first and the last step that run inside the write transaction. */
const firstInside = places.get('endpoints/replay')!;
const lastInside = places.get('endpoints/outcome')!;

/** Returns whether a step comes before the write transaction, runs inside it, or comes after it. */
export function resolvePhase(step: StepName): 'before' | 'inside' | 'after' {
  const at = places.get(step) ?? 0;
  return at < firstInside ? 'before' : at <= lastInside ? 'inside' : 'after';
}

/**
 * Returns the step in which a change of a kind runs its hook: a deletion while the record and its referring records still exist, any other change
 * when all of it is done.
 */
export function getHookStep({ kind }: { readonly kind: OperationKind }): StepName {
  return kind === 'delete' ? 'endpoints/within-first' : 'endpoints/within';
}

/** Compares two steps of requests by their order: negative if the first is done before the other. */
export function compareStepOrder(left: StepName, right: StepName): number {
  return places.get(left)! - places.get(right)!;
}

/** Returns the facts of steps in the order of their steps. */
export function sortInStepOrder<T extends { readonly step: StepName }>(facts: readonly T[]): readonly T[] {
  return facts.toSorted((left, right) => compareStepOrder(left.step, right.step));
}
