import type { StepLine } from '../../../contracts/definition.ts';
import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { FieldError } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { Incoming, RequestContext } from '../../../contracts/request-context.ts';
import type { Step, StepResult } from '../../../contracts/step.ts';
import type { IdempotencyScope, StoredResponse } from '../../../contracts/stored-responses.ts';
import { claimStatus, isRandomKey, readIdempotencyKey } from '../../../plan/idempotency-key.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import { sessionAttribute } from '../../../plan/records/sessions.ts';
import { sendsPasswords } from '../../resources/serve/sent-passwords.ts';
import { toBase64url } from './lists/cursor.ts';

/** The text of a JSON value that is the same for equal values: the order of members aside, numbers by what they are. */
function stringifyCanonically(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stringifyCanonically).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
    return `{${members.map(([name, field]) => `${JSON.stringify(name)}:${stringifyCanonically(field)}`).join(',')}}`;
  }
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

/** Takes the idempotency key from its header, and notes what the request is before anything of it is changed. */
export function createIdempotencyStep(op: OperationContext): Step {
  const { plan, operation, platform, transform } = op;
  // A copy of the database must not reveal passwords sooner than their hashes do.
  const isSlow =
    sendsPasswords(plan, operation) || (transform !== undefined && sendsPasswords(transform.shown, transform.older));
  const busy: Refusal = { condition: 'unavailable' };
  const { header, line, required } = operation.idempotency ?? { header: '', line: operation.resumable!.line };
  const name = header.toLowerCase();
  const missing: Refusal = { condition: 'idempotency key missing', line };
  const refuse = (message: string): Refusal => {
    const field: FieldError = { parameter: header, problem: 'format', message, line };
    return { condition: 'malformed request', fields: [field], line };
  };
  const malformed = refuse('must be one string of 1 to 255 characters, such as "8e03978e-40d5-43dd-bc93-6894a57f9324"');
  // Callers without a credential share their keys: only a key that no one can guess belongs to one of them.
  const guessable = refuse(
    'must be a random UUID of version 4 or 7 without a credential, such as "8e03978e-40d5-43dd-bc93-6894a57f9324"',
  );
  const readHeaders = createHeaderReader(op);
  const readKey = (ctx: RequestContext): IdempotencyScope | Refusal | undefined => {
    const { incoming, upload } = ctx;
    const caller = ctx.caller?.id ?? '';
    // No header has a line break: the keys of uploads are their own.
    if (upload !== undefined) return { caller, operation: `${operation.name}\nupload`, key: upload.id };
    const value = name === '' ? undefined : incoming.header(name);
    if (value === undefined) return required === true ? missing : undefined;
    const key = incoming.headerCount(name) > 1 ? undefined : readIdempotencyKey(value);
    if (key === undefined) return malformed;
    if (ctx.caller === undefined && !isRandomKey(key)) return guessable;
    return { caller, operation: operation.name, key };
  };
  return (ctx) => {
    const { incoming } = ctx;
    const scope = readKey(ctx);
    if (scope === undefined || 'condition' in scope) return scope;
    const request = [
      incoming.method,
      incoming.path,
      incoming.query,
      ctx.version?.name ?? null,
      ctx.mediaType ?? null,
      readHeaders(incoming),
      ctx.bodyKind ?? null,
      stringifyCanonically(ctx.body),
    ];
    // A client repeats a request after another log in, too.
    const { id, scopes, [sessionAttribute]: _, ...attributes } = ctx.caller?.values ?? {};
    const rights = { ...attributes, scopes: [...((scopes as readonly string[] | undefined) ?? [])].sort() };
    const held = toBase64url(platform.sha256(stringifyCanonically(rights)));
    const text = JSON.stringify(request);
    if (!isSlow) {
      ctx.key = { scope, request: toBase64url(platform.sha256(text)), attributes: held };
      return undefined;
    }
    const digest = op.passwords!.digest(text, platform.sha256(JSON.stringify(scope)));
    if (digest === 'busy') return busy;
    return digest.then((bytes) => {
      ctx.key = { scope, request: toBase64url(bytes), attributes: held };
      return undefined;
    });
  };
}

/** Creates what reads the headers that decide what a request does: parameters, and conditions on the record. */
function createHeaderReader({ operation, transform }: OperationContext): (incoming: Incoming) => readonly unknown[] {
  const { parameters } = transform?.older ?? operation;
  const named = parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name.toLowerCase());
  const conditional = operation.steps.some(({ step }) => step === 'endpoints/precondition');
  const names = conditional ? [...named, 'if-match', 'if-none-match'] : named;
  return (incoming) => names.map((name) => incoming.header(name) ?? null);
}

/** Returns the line that asks for idempotency keys, with the conditions of its refusals; none where the operation takes no key. */
export function listIdempotencyLines(
  { idempotency }: OperationPlan,
  words: string,
  ...conditions: readonly string[]
): readonly StepLine[] {
  if (idempotency === undefined) return [];
  return [{ words, refusals: conditions.map((condition) => ({ condition })), line: idempotency.line }];
}

/** Returns the line of a step for uploads in several requests; none where the operation takes none. */
export function listUploadLines({ resumable }: OperationPlan, words: string): readonly StepLine[] {
  return resumable === undefined ? [] : [{ words, line: resumable.line }];
}

/** Answers a request whose key has an outcome as it was answered before; another request, or other rights, cannot have it. */
export function createReplayStep(op: OperationContext): Step {
  const { line } = op.operation.idempotency ?? op.operation.resumable!;
  const { decryptSecret } = op.compiled;
  const held: Refusal = { condition: 'idempotency key in progress', headers: { 'Retry-After': '1' }, line };
  const reused: Refusal = { condition: 'idempotency key reused', line };
  const busy: Refusal = { condition: 'unavailable' };
  const settle = (ctx: RequestContext, found: StoredResponse | 'held' | undefined): StepResult => {
    if (found === undefined) return undefined;
    if (found === 'held') return ctx.upload === undefined ? held : busy;
    const { request, attributes, claim } = ctx.key!;
    // A claim that ends later than any claim of now was made before the clock was set back: it has ended.
    const isOld = (found.until ?? 0) > ctx.now + (claim?.lease ?? Number.POSITIVE_INFINITY);
    if (found.status === claimStatus && (found.body === claim?.id || isOld)) return undefined;
    const isOther = found.request !== request || found.attributes !== attributes;
    if (isOther) return ctx.upload === undefined ? reused : { condition: 'not found', line };
    if (found.status === claimStatus) return ctx.upload === undefined ? held : busy;
    const body = found.body === undefined ? undefined : decryptSecret(found.body);
    ctx.response = { status: found.status, headers: [...found.headers], body };
    return 'answered';
  };
  return (ctx) => {
    if (ctx.key === undefined) return undefined;
    const found = ctx.transaction!.storedResponses.take(ctx.key.scope, ctx.now);
    return then(found, (result) => settle(ctx, result));
  };
}

/** An explanation for one peer is not for the next. */
const notKept = 'nonet-explain';

/** Keeps the answer for the request's key, in the transaction of what it did. */
export function createStoreResponseStep(op: OperationContext): Step {
  const { keptFor } = op.operation.idempotency ?? {};
  // An answer may show a secret, which the store holds encrypted wherever it is.
  const { encryptSecret = (plain: string) => plain } = op.compiled;
  return (ctx) => {
    if (ctx.key === undefined || ctx.response === undefined) return undefined;
    const { status, headers, body } = ctx.response;
    const { scope, request, attributes } = ctx.key;
    const kept = body === undefined ? undefined : encryptSecret(body);
    const response: StoredResponse = { request, attributes, status, headers: selectStoredHeaders(headers), body: kept };
    const until = ctx.upload?.expiresAt ?? (keptFor === undefined ? undefined : ctx.now + keptFor);
    const done = ctx.transaction!.storedResponses.store(scope, response, until);
    return then(done, () => undefined);
  };
}

function selectStoredHeaders(headers: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (let i = 0; i < headers.length; i += 2) {
    if (headers[i]!.toLowerCase() !== notKept) kept.push(headers[i]!, headers[i + 1]!);
  }
  return kept;
}
