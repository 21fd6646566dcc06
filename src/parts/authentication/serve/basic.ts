import type { CredentialService, Verifier } from '../../../contracts/credentials.ts';
import { then } from '../../../contracts/maybe-promise.ts';
import type { SchemePlan } from '../../../plan/plan.ts';

/** Reads an ID and a secret after `Basic` (RFC 7617): base64 of UTF-8, with a colon between them; undefined for another form. */
export function readBasic(text: string): { readonly id: string; readonly secret: string } | undefined {
  if (text.length > 4096 || !/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text))
    return undefined;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  let pair: string;
  try {
    pair = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
  const at = pair.indexOf(':');
  return at === -1 ? undefined : { id: pair.slice(0, at), secret: pair.slice(at + 1) };
}

/** Verifies a client's id and secret with each request. */
export function verifyBasic({ name }: SchemePlan, { keys }: { readonly keys: CredentialService }): Verifier {
  return {
    scheme: name,
    // The word before it says what it is.
    fits: () => true,
    find(text, now) {
      const sent = readBasic(text);
      if (sent === undefined) return undefined;
      const client = keys.client(name, sent.id, sent.secret, now);
      return then(client, (resolved) => resolved?.caller);
    },
  };
}
