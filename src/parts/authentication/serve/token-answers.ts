import type { Refusal } from '../../../contracts/refusal.ts';
import type { HttpResponse } from '../../../contracts/request-context.ts';
import type { HeaderPlan } from '../../../plan/exchange.ts';
import { quoteHeaderString } from './challenge.ts';

/** The error of a token operation (RFC 6749, section 5.2; RFC 7009, section 2.2.1). */
export type TokenError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_scope';

/** The headers of every response of a token operation (RFC 6749, section 5.1). */
const always = ['Cache-Control', 'no-store', 'Pragma', 'no-cache', 'X-Content-Type-Options', 'nosniff'];
const typed = ['Content-Type', 'application/json', ...always];

/** The headers of responses of a token operation in addition to those of every operation. */
export const tokenHeaders: readonly HeaderPlan[] = [
  { name: 'Pragma', on: 'success' },
  { name: 'Pragma', on: 'refusals', when: 'the token endpoint rejects the request' },
];

/** The answer with a token, or with nothing where one was ended. */
export function createTokenResponse(status: number, body: object | undefined): HttpResponse {
  if (body === undefined) return { status, headers: [...always], body: undefined };
  return { status, headers: [...typed], body: JSON.stringify(body) };
}

/**
 * Creates an error response with the body of the standard, whatever the document's Errors state; `says` is printable ASCII without quotes.
 * An unknown client gets a challenge (RFC 9110, section 15.5.2).
 */
export function createTokenRefusal(realm: string, error: TokenError, says: string): Refusal {
  const unknown = error === 'invalid_client';
  const challenge = unknown ? ['WWW-Authenticate', `Basic realm=${quoteHeaderString(realm)}, charset="UTF-8"`] : [];
  return {
    condition: unknown ? 'invalid credential' : 'malformed request',
    response: {
      status: unknown ? 401 : 400,
      headers: [...typed, ...challenge],
      body: JSON.stringify({ error, error_description: says }),
    },
  };
}
