import type { OperationPlan } from '../../../plan/operation.ts';
import type { Check } from '../../check.ts';
import { type Outcome, proven, unreached, violated } from '../../ledger/verdict.ts';
import type { Prover } from '../../prover.ts';
import { findExpected, isExpected, readCode } from '../../rejections.ts';
import { listPlaces, readAt } from '../../values/places.ts';
import { getValidator } from '../../values/validator.ts';

/** Each operation succeeds for a request that the page allows. */
export const success: Check = {
  part: 'endpoints',
  name: 'success',
  says: 'Each operation is called with a request that the page allows; the status, the media type and the body of the response are judged.',
  cases: (prover) =>
    prover.operations.map((operation) => ({
      line: operation.line,
      about: `${operation.name} succeeds`,
      run: () => judgeSuccess(prover, operation),
    })),
};

/** Calls an operation; a create that the page has no reason to reject has to succeed. */
export async function judgeSuccess(prover: Prover, operation: OperationPlan): Promise<Outcome> {
  const done = await prover.sample(operation);
  if (typeof done !== 'string') return proven;
  const last = prover.ground.exchanges.findLast((one) => one.operation === operation.name);
  if (last === undefined || operation.kind !== 'create') return unreached(done);
  // A create that the page cannot have reason to reject: its values are valid, and nothing else is asked of it.
  const resource = prover.resource(operation.resource);
  // A caller cannot always see a record to which the request refers.
  const refers = listPlaces(prover.plan, operation).some(({ schema }) => JSON.stringify(schema).includes('"ref"'));
  const isFree =
    !refers &&
    resource?.rules.length === 0 &&
    resource.operationRules.length === 0 &&
    resource.uniques.every(({ safe }) => safe) &&
    resource.machines.every(({ transitions }) => transitions.every(({ name }) => name !== 'create'));
  const invalid = findExpected(prover.plan, operation, ['invalid input']);
  const body = last.request.text === undefined ? undefined : (JSON.parse(last.request.text) as unknown);
  const isValid = listPlaces(prover.plan, operation).every(({ schema, path, isRequired }) => {
    const value = readAt(body, path);
    return value === undefined ? !isRequired : getValidator(prover.plan)(schema, value).length === 0;
  });
  if (!isFree || !isValid || !isExpected(prover.plan, { ...invalid, isOpen: false }, last)) return unreached(done);
  const code = readCode(prover.plan.errors, last.response.body);
  return violated(
    `\`${operation.name}\` with valid values succeeds`,
    `${last.response.status}${code === undefined ? '' : ` ${code}`}`,
    last,
  );
}
