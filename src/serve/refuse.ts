import type { ErrorFacts } from '../steps/compiled.ts';
import type { Answer, Incoming } from '../steps/given.ts';
import type { Refusal } from '../steps/refusal.ts';

/** The status phrases of HTTP that refusals have (RFC 9110, section 15; RFC 6585). */
const phrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  417: 'Expectation Failed',
  421: 'Misdirected Request',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
};

/** A problem without a type of its own (RFC 9457, section 4.2.1), as text. */
export function blankProblem(status: number, facts: Record<string, unknown> = {}): string {
  return JSON.stringify({ type: 'about:blank', title: phrases[status] ?? 'Error', status, ...facts });
}

/** A trace id as a URN (RFC 9562, section 4). */
function instanceOf(traceId: string): string {
  return `urn:uuid:${traceId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}`;
}

/** What tells how a refusal is answered. */
export interface Refusing {
  /** The row of Errors that answers, or none at a gap. */
  choose(refusal: Refusal, operation: string | undefined): Chosen | undefined;
  gapStatus(condition: string): number;
  errorBody(facts: ErrorFacts): { readonly type: string; readonly text: string };
  /** The file whose lines explain. */
  readonly document: string;
  readonly base: string;
  readonly explain: (incoming: Incoming) => boolean;
}

/** A row of Errors as an answer needs it. */
export interface Chosen {
  readonly code: string;
  readonly status: number;
  readonly message?: string;
  readonly own: Readonly<Record<string, string>>;
}

/** Answers a refusal by its row of Errors, in the document's body shape; at a gap by HTTP's own status. */
export function refuse(
  refusing: Refusing,
  refusal: Refusal,
  incoming: Incoming,
  operation: string | undefined,
  traceId: string,
): Answer {
  const headers = ['X-Content-Type-Options', 'nosniff', 'Cache-Control', 'no-store'];
  for (const [name, value] of Object.entries(refusal.headers ?? {})) headers.push(name, value);
  if (refusal.line !== undefined && refusing.explain(incoming)) {
    headers.push('Nonet-Explain', `${refusing.document}:${refusal.line}`);
  }
  if (refusal.ceiling !== undefined) {
    const body = blankProblem(refusal.ceiling, { instance: instanceOf(traceId) });
    headers.push('Content-Type', 'application/problem+json');
    if (refusal.ceiling === 503) headers.push('Retry-After', '1');
    return { status: refusal.ceiling, headers, body };
  }
  const chosen = refusing.choose(refusal, operation);
  const status = chosen?.status ?? refusing.gapStatus(refusal.condition);
  const { type, text } = refusing.errorBody({
    status,
    code: chosen?.code,
    message: chosen?.message,
    own: chosen?.own,
    fields: refusal.fields,
    traceId,
    base: refusing.base,
  });
  headers.push('Content-Type', type);
  if (status === 503 && refusal.headers?.['Retry-After'] === undefined) headers.push('Retry-After', '1');
  return { status, headers, body: text };
}
