import type { Compiled, ErrorFacts } from '../../contracts/compiled.ts';
import type { FieldError } from '../../contracts/record.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { HttpResponse, Incoming } from '../../contracts/request-context.ts';
import { createChallengeHeader } from '../../parts/authentication/serve/challenge.ts';
import { findResourceMetadata } from '../../parts/authentication/serve/metadata.ts';
import { createErrorAnswerer } from '../../parts/errors/serve.ts';
import { locateInBody, resolvePointer } from '../../plan/bodies/sent-places.ts';
import type { CodePlan } from '../../plan/errors-events-limits.ts';
import type { Plan } from '../../plan/plan.ts';
import { findNamed } from '../../text/find-named.ts';
import { isLocal } from '../http/client-address.ts';
import type { Settings } from '../settings.ts';

/** Chooses and writes the response to a refusal. */
export interface Refusing {
  /** The row of Errors that answers, or none at a gap. */
  choose(refusal: Refusal, operation: string | undefined): Chosen | undefined;
  gapStatus(condition: string): number;
  /** The fields that a refusal names, or else its row, at their pointers in the request. */
  fields(
    refusal: Refusal,
    chosen: Chosen | undefined,
    operation: string | undefined,
  ): readonly FieldError[] | undefined;
  errorBody(facts: ErrorFacts): { readonly type: string; readonly text: string };
  /** The file whose lines explain, as a header may hold it. */
  readonly document: string;
  /** Headers that HTTP requires with a status, unless the refusal has them. */
  readonly asked: Readonly<Record<number, readonly [name: string, value: string]>>;
  readonly base: string;
  readonly explain: (incoming: Incoming) => boolean;
}

/** A row of Errors as an answer needs it. */
export type Chosen = Pick<CodePlan, 'code' | 'status' | 'message' | 'field' | 'own'>;

/** Creates what answers the refusals of a service. */
export function createErrorResponses(
  { plan, compiled }: { readonly plan: Plan; readonly compiled: Compiled },
  settings: Settings,
): Refusing {
  const explain = settings.explain ?? 'local';
  const base = settings.baseUrl ?? plan.base.known ?? '';
  const metadata = findResourceMetadata(plan, base.replace(/\/+$/, ''));
  const [challenge] = Object.entries(createChallengeHeader(plan, { metadata }));
  return {
    ...createErrorAnswerer(plan),
    fields: createRefusedFields(plan),
    errorBody: compiled.errorBody,
    document: encodeDocumentName(plan.document),
    asked: { 401: challenge!, 503: ['Retry-After', '1'] },
    base,
    explain: explain === 'local' ? isLocal : () => explain === 'always',
  };
}

function createRefusedFields({ operations }: Plan): Refusing['fields'] {
  return (refusal, chosen, name) => {
    const operation = findNamed(operations, name);
    const { fields = [], field = fields.length === 0 ? chosen?.field : undefined } = refusal;
    if (field === undefined) return refusal.fields?.map((fieldError) => locateInBody(operation, fieldError));
    const message = refusal.message ?? chosen?.message ?? 'is refused';
    return [{ pointer: resolvePointer(operation, field), problem: 'refused', message }];
  };
}

/** The name of a document in a header: of an absolute path the file alone, other characters than visible ASCII as their bytes. */
function encodeDocumentName(document: string): string {
  const name = /^(?:[/\\]|[a-z]:)/i.test(document) ? document.replace(/^.*[/\\]/s, '') : document;
  return name.toWellFormed().replace(/[^\x21-\x7e]+/gu, encodeURIComponent);
}

/**
 * Answers a refusal by its row of Errors, in the document's body shape; at a gap, and where a server limit is exceeded,
 * by HTTP's own status without a code. `incoming` is left out where the head could not be read.
 */
export function refuse(
  refusing: Refusing,
  refusal: Refusal,
  incoming: Incoming | undefined,
  operation: string | undefined,
  traceId: string,
): HttpResponse {
  const { condition, plainStatus, line } = refusal;
  const chosen = plainStatus === undefined ? refusing.choose(refusal, operation) : undefined;
  const status = chosen?.status ?? plainStatus ?? refusing.gapStatus(condition);
  const { type, text } = refusing.errorBody({
    status,
    code: chosen?.code,
    message: refusal.field === undefined ? (refusal.message ?? chosen?.message) : chosen?.message,
    own: chosen?.own,
    fields: refusing.fields(refusal, chosen, operation),
    operation,
    traceId,
    base: refusing.base,
  });
  const headers = ['X-Content-Type-Options', 'nosniff', 'Cache-Control', 'no-store'];
  for (const [name, value] of Object.entries(refusal.headers ?? {})) headers.push(name, value);
  if (line !== undefined && incoming !== undefined && refusing.explain(incoming)) {
    headers.push('Nonet-Explain', `${refusing.document}:${line}`);
  }
  headers.push('Content-Type', type);
  const asked = refusing.asked[status];
  if (asked !== undefined && refusal.headers?.[asked[0]] === undefined) headers.push(...asked);
  return { status, headers, body: text, refused: { condition, code: chosen?.code, line } };
}

const malformed: Refusal = { condition: 'malformed request' };

/** Returns the refusal of a head that no operation sees: malformed, or beyond a limit of the server with its own status. */
export function createHeadRefusal(status: number): Refusal {
  return status === 400 ? malformed : { ...malformed, plainStatus: status };
}
