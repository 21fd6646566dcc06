import { randomBytes } from 'node:crypto';

/** One wrong member of a body, or one wrong query parameter. */
export interface FieldError {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly message: string;
}

/** The errors of the invoices document that these operations answer: status and title by code. */
export const errors = {
  malformed: [400, 'The request could not be read'],
  invalid: [422, 'Some fields are not as they should be'],
  unauthenticated: [401, 'A valid credential is needed'],
  forbidden: [403, 'This credential may not do that'],
  not_found: [404, 'There is no such thing'],
  method_not_allowed: [405, 'Method Not Allowed'],
  not_acceptable: [406, 'Not Acceptable'],
  unsupported_media_type: [415, 'Unsupported Media Type'],
  wrong_state: [409, "The invoice's state does not allow this"],
  nothing_to_pay: [422, 'The invoice comes to nothing'],
  changed_meanwhile: [412, 'Somebody else has changed it'],
  too_large: [413, 'Content Too Large'],
  broken: [500, 'Something went wrong here'],
} as const satisfies Readonly<Record<string, readonly [number, string]>>;

/** The code of a refusal. */
export type Code = keyof typeof errors;

/** A request that was turned down. */
export interface Refused {
  readonly code: Code;
  readonly fields?: readonly FieldError[];
  readonly headers?: readonly string[];
}

const challenge = 'Bearer realm="Invoices"';

/** The body is no JSON. */
export const malformed: Refused = { code: 'malformed', fields: [{ pointer: '', message: 'is no JSON' }] };
/** There is none, or none of this shop. */
export const notFound: Refused = { code: 'not_found' };
/** If-Match does not hold. */
export const changedMeanwhile: Refused = { code: 'changed_meanwhile' };
/** The lines come to nothing. */
export const nothingToPay: Refused = { code: 'nothing_to_pay' };
/** The body is longer than the limit. */
export const tooLarge: Refused = { code: 'too_large' };
/** Accept leaves no room for JSON. */
export const notAcceptable: Refused = { code: 'not_acceptable', headers: ['Vary', 'Accept'] };
/** No key was sent (RFC 6750, section 3). */
export const noCredential: Refused = { code: 'unauthenticated', headers: ['WWW-Authenticate', challenge] };
/** The key is none, or not any more (RFC 6750, section 3.1). */
export const badCredential: Refused = {
  code: 'unauthenticated',
  headers: ['WWW-Authenticate', `${challenge}, error="invalid_token"`],
};

/** The refusal of a caller that lacks a scope (RFC 6750, section 3.1). */
export function lacksScope(scope: string): Refused {
  const value = `${challenge}, error="insufficient_scope", scope="${scope}"`;
  return { code: 'forbidden', headers: ['WWW-Authenticate', value] };
}

/** The refusal of a media type; `accepted` names what would be read. */
export function unsupported(header: 'Accept' | 'Accept-Patch', accepted: string): Refused {
  return { code: 'unsupported_media_type', headers: [header, accepted] };
}

const parent = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The body of a refusal: problem details (RFC 9457), with the trace id of the request. */
export function problemText({ code, fields }: Refused, traceparent: string | undefined): string {
  const [status, title] = errors[code];
  const sent = traceparent === undefined ? undefined : parent.exec(traceparent)?.[1];
  const trace = sent ?? randomBytes(16).toString('hex');
  const instance = `urn:uuid:${trace.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}`;
  const type = `/docs#errors-${code}`;
  return JSON.stringify({ type, title, status, code, instance, ...(fields === undefined ? {} : { errors: fields }) });
}
