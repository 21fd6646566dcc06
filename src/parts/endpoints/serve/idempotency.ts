import type { StepLine } from '../../../contracts/definition.ts';
import type { Making } from '../../../contracts/operation-context.ts';
import type { FieldProblem } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { Given } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import type { KeptOutcome } from '../../../contracts/stored-responses.ts';
import { operationKinds } from '../../../plan/kinds.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import { canonicalText, keyOf } from './idempotency-key.ts';
import { toBase64url } from './lists/cursor.ts';

/** Takes the idempotency key from its header, and notes what the request is before anything of it is changed. */
export function idempotencyStep(making: Making): Step {
  const { operation, host } = making;
  const { header, line, required } = operation.idempotency!;
  const name = header.toLowerCase();
  const missing: Refusal = { condition: 'idempotency key missing', line };
  const field: FieldProblem = {
    parameter: header,
    problem: 'format',
    message: 'must be one string of 1 to 255 characters, such as "8e03978e-40d5-43dd-bc93-6894a57f9324"',
    line,
  };
  const malformed: Refusal = { condition: 'malformed request', fields: [field], line };
  return (given) => {
    const { incoming } = given;
    const value = incoming.header(name);
    if (value === undefined) return required ? missing : undefined;
    const key = incoming.headerCount(name) > 1 ? undefined : keyOf(value);
    if (key === undefined) return malformed;
    const request = [incoming.method, incoming.path, incoming.query, given.version ?? null, canonicalText(given.body)];
    const { id, scopes, ...attributes } = given.caller?.values ?? {};
    given.key = {
      place: { caller: given.caller?.id ?? '', operation: operation.name, key },
      request: toBase64url(host.sha256(JSON.stringify(request))),
      attributes: toBase64url(host.sha256(canonicalText(attributes))),
    };
    return undefined;
  };
}

/** The line that asks for idempotency keys, and the conditions of its refusals; an operation that writes nothing needs none. */
export function keyLines(
  { kind, idempotency }: OperationPlan,
  words: string,
  ...conditions: readonly string[]
): readonly StepLine[] {
  if (idempotency === undefined || operationKinds[kind].changes === 'never') return [];
  return [{ words, refusals: conditions.map((condition) => ({ condition })), line: idempotency.line }];
}

/** The status of an outcome that is a claim: the request is under way, outside any transaction. */
export const claimStatus = 0;

/** Answers a request whose key has an outcome as it was answered before; another request, or other attributes, may not have it. */
export function replayStep(making: Making): Step {
  const { line } = making.operation.idempotency!;
  const { openSecret } = making.compiled;
  const held: Refusal = { condition: 'still in progress', headers: { 'Retry-After': '1' }, line };
  const reused: Refusal = { condition: 'idempotency key reused', line };
  const settle = (given: Given, found: KeptOutcome | 'held' | undefined): Refusal | undefined => {
    if (found === undefined) return undefined;
    if (found === 'held') return held;
    const { request, attributes, claimed } = given.key!;
    if (found.status === claimStatus && claimed === true) return undefined;
    if (found.request !== request || found.attributes !== attributes) return reused;
    if (found.status === claimStatus) return held;
    const body = found.body === undefined ? undefined : openSecret(found.body);
    given.answer = { status: found.status, headers: [...found.headers], body };
    return undefined;
  };
  return (given) => {
    if (given.key === undefined) return undefined;
    const found = given.transaction!.outcomes.take(given.key.place, given.now);
    return found instanceof Promise ? found.then((one) => settle(given, one)) : settle(given, found);
  };
}

/** What an explanation tells one peer is not for the next. */
const notKept = 'nonet-explain';

/** Keeps the answer for the request's key, in the transaction of what it did. */
export function outcomeStep(making: Making): Step {
  const { keptFor } = making.operation.idempotency!;
  // An answer may show a secret, which the store holds encrypted wherever it stands.
  const { sealSecret = (plain: string) => plain } = making.compiled;
  return (given) => {
    if (given.key === undefined || given.answer === undefined) return undefined;
    const { status, headers, body } = given.answer;
    const { place, request, attributes } = given.key;
    const kept = body === undefined ? undefined : sealSecret(body);
    const outcome: KeptOutcome = { request, attributes, status, headers: keptHeaders(headers), body: kept };
    const until = keptFor === undefined ? undefined : given.now + keptFor;
    const done = given.transaction!.outcomes.keep(place, outcome, until);
    return done instanceof Promise ? done.then(() => undefined) : undefined;
  };
}

function keptHeaders(headers: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (let i = 0; i < headers.length; i += 2) {
    if (headers[i]!.toLowerCase() !== notKept) kept.push(headers[i]!, headers[i + 1]!);
  }
  return kept;
}
