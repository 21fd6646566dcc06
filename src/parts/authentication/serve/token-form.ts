import type { Client } from '../../../contracts/credentials.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import { getMediaTypeEssence } from '../../endpoints/serve/bodies/body.ts';
import { isUtf8Type } from '../../endpoints/serve/bodies/charset.ts';
import { decodeFormValue, formType } from '../../endpoints/serve/bodies/form.ts';
import { readBasic } from './basic.ts';

/** The client of a token request, its scheme, and the parameters of the form. */
export interface TokenRequest {
  readonly client: Client;
  readonly scheme: string;
  readonly form: ReadonlyMap<string, string>;
}

/** The token requests whose client is known: the step that checks the client leaves them to the step that answers. */
export const tokenRequests = new WeakMap<RequestContext, TokenRequest>();

/** The parameters of a token request, empty ones left out; a text says why there are none. */
export function parseTokenForm({ incoming, text }: RequestContext): ReadonlyMap<string, string> | string {
  const type = incoming.header('content-type');
  const coding = incoming.header('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (type === undefined || getMediaTypeEssence(type) !== formType || !isUtf8Type(type) || coding !== 'identity') {
    return `the request must be a form of type ${formType} in UTF-8`;
  }
  const found = new Map<string, string>();
  for (const pair of (text ?? '').split('&')) {
    if (pair === '') continue;
    const middle = pair.includes('=') ? pair.indexOf('=') : pair.length;
    const name = decodeFormValue(pair.slice(0, middle));
    const value = decodeFormValue(pair.slice(middle + 1));
    if (name === undefined || value === undefined) return 'the form has invalid percent-encoding';
    // Parameters without a value are treated as left out, repeated ones are rejected (RFC 6749, section 3.2).
    if (found.has(name)) return 'the request repeats a parameter';
    found.set(name, value);
  }
  for (const [name, value] of found) if (value === '') found.delete(name);
  return found;
}

/** The claimed identity of a client, and its secret. */
export interface Claimed {
  readonly id: string;
  readonly secret: string;
}

/**
 * Reads the credentials of a client (RFC 6749, section 2.3.1): after `Basic`, its ID and secret form-encoded, or as `client_id` and
 * `client_secret` of the form. `both`: more than one; `none`: no known form.
 */
export function readClientCredentials(
  { incoming }: RequestContext,
  form: ReadonlyMap<string, string>,
): Claimed | 'both' | 'none' {
  const header = incoming.header('authorization');
  const [id, secret] = [form.get('client_id'), form.get('client_secret')];
  if (header === undefined) return id === undefined || secret === undefined ? 'none' : { id, secret };
  if (secret !== undefined) return 'both';
  if (incoming.headerCount('authorization') > 1 || !/^basic /i.test(header)) return 'none';
  const sent = readBasic(header.slice('basic '.length).trim());
  if (sent === undefined) return 'none';
  const claimed = { id: decodeFormValue(sent.id), secret: decodeFormValue(sent.secret) };
  if (claimed.id === undefined || claimed.secret === undefined) return 'none';
  if (id !== undefined && id !== claimed.id) return 'both';
  return { id: claimed.id, secret: claimed.secret };
}
