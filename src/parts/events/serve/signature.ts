import type { Platform } from '../../../contracts/platform.ts';

/** The headers of an attempt by Standard Webhooks 1.0.0: the id is the event's, the time that of the attempt, in seconds. */
export function createSignedHeaders(
  platform: Pick<Platform, 'hmac'>,
  id: string,
  now: number,
  body: string,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const seconds = Math.floor(now / 1_000);
  const headers = { 'webhook-id': id, 'webhook-timestamp': String(seconds) };
  if (secrets.length === 0) return headers;
  const signed = `${id}.${seconds}.${body}`;
  const signatures = secrets.map((secret) => `v1,${encodeBase64(platform.hmac(findSigningKey(secret), signed))}`);
  return { ...headers, 'webhook-signature': signatures.join(' ') };
}

/** The number of decoded keys that are kept. A platform prepares the key of a signature once for the same bytes. */
const mostKeys = 1_000;
const keys = new Map<string, Uint8Array>();

function findSigningKey(secret: string): Uint8Array {
  const known = keys.get(secret);
  if (known !== undefined) return known;
  const key = decodeSigningKey(secret);
  if (keys.size >= mostKeys) keys.clear();
  keys.set(secret, key);
  return key;
}

/** Returns the bytes after `whsec_` and base64; for any other text its own in UTF-8. */
export function decodeSigningKey(secret: string): Uint8Array {
  const text = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : secret;
  if (/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text) && text !== '') {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  }
  return new TextEncoder().encode(secret);
}

function encodeBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
