import type { CodePlan, Plan } from '../../../plan/plan.ts';
import { concurrencyLimit } from './concurrency-limit.ts';
import type { Condition } from './contract.ts';
import { forbidden } from './forbidden.ts';
import { gone } from './gone.ts';
import { guardFails } from './guard-fails.ts';
import { idempotencyKeyInProgress } from './idempotency-key-in-progress.ts';
import { idempotencyKeyMissing } from './idempotency-key-missing.ts';
import { idempotencyKeyReused } from './idempotency-key-reused.ts';
import { internalError } from './internal-error.ts';
import { invalidCredential } from './invalid-credential.ts';
import { invalidInput } from './invalid-input.ts';
import { malformedRequest } from './malformed-request.ts';
import { methodNotAllowed } from './method-not-allowed.ts';
import { noCredential } from './no-credential.ts';
import { notAcceptable } from './not-acceptable.ts';
import { notFound } from './not-found.ts';
import { notUnique } from './not-unique.ts';
import { preconditionFailed } from './precondition-failed.ts';
import { preconditionRequired } from './precondition-required.ts';
import { quota } from './quota.ts';
import { raisedBy } from './raised-by.ts';
import { rateLimit } from './rate-limit.ts';
import { retiredVersion } from './retired-version.ts';
import { ruleBroken } from './rule-broken.ts';
import { stillReferenced } from './still-referenced.ts';
import { timedOut } from './timed-out.ts';
import { tooLarge } from './too-large.ts';
import { unavailable } from './unavailable.ts';
import { unknownPath } from './unknown-path.ts';
import { unknownVersion } from './unknown-version.ts';
import { unsupportedMediaType } from './unsupported-media-type.ts';
import { versionMissing } from './version-missing.ts';
import { wrongState } from './wrong-state.ts';

export type { Condition, Narrowing, Provocation } from './contract.ts';

/** The conditions of refusals, in the order of the language reference. */
export const conditions: readonly Condition[] = [
  malformedRequest,
  unsupportedMediaType,
  invalidInput,
  unknownPath,
  methodNotAllowed,
  notAcceptable,
  noCredential,
  invalidCredential,
  forbidden,
  notFound,
  gone,
  wrongState,
  guardFails,
  ruleBroken,
  notUnique,
  stillReferenced,
  preconditionFailed,
  preconditionRequired,
  idempotencyKeyMissing,
  idempotencyKeyReused,
  idempotencyKeyInProgress,
  rateLimit,
  concurrencyLimit,
  tooLarge,
  timedOut,
  quota,
  unknownVersion,
  versionMissing,
  retiredVersion,
  internalError,
  unavailable,
  raisedBy,
];

/** The names of the conditions. */
export const conditionNames: readonly string[] = conditions.map((condition) => condition.name);

const byName = new Map(conditions.map((condition) => [condition.name, condition]));

/** The condition of a name. */
export function findCondition(name: string): Condition | undefined {
  return byName.get(name);
}

/** Returns the status of a condition without a code; 500 for an unknown name. */
export function getGapStatus(name: string): number {
  return byName.get(name)?.status ?? 500;
}

/** Whether an answer by this condition is kept for the idempotency key of its request. */
export function isKept(name: string): boolean {
  return byName.get(name)?.kept === true;
}

/** The codes that the code of an operation may refuse with, each with the condition that it answers. */
export function listHandlerCodes({ errors }: Pick<Plan, 'errors'>, operation: string): ReadonlyMap<string, CodePlan> {
  const may = ({ conditions: rows }: CodePlan): boolean =>
    rows.length === 0 ||
    rows.some(({ name, raisedBy, on }) =>
      raisedBy === undefined
        ? byName.get(name)?.foundByCode === true && (on === undefined || on.name === operation)
        : raisedBy === operation,
    );
  return new Map(errors.codes.filter(may).map((code) => [code.code, code]));
}
