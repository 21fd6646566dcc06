import type { Message } from './message.ts';

/** The seconds by which clocks may differ. */
const tolerance = 300;

/** Says what is wrong with the signature of a webhook by Standard Webhooks 1.0.0; undefined: nothing is. */
export async function findSignatureFault(
  { headers, text }: Message,
  secret: string,
  now: number,
): Promise<string | undefined> {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  const missing = names.find((name) => (headers[name] ?? '') === '');
  if (missing !== undefined) return `no header ${missing}`;
  const [id, timestamp, signatures] = names.map((name) => headers[name]!) as [string, string, string];
  if (!/^\d+$/.test(timestamp)) return `the header webhook-timestamp ${JSON.stringify(timestamp)}`;
  if (Math.abs(now / 1000 - Number(timestamp)) > tolerance)
    return `the time ${timestamp}, while it is ${Math.floor(now / 1000)}`;
  const wanted = await sign(secret, `${id}.${timestamp}.${text}`);
  const given = signatures.split(' ').flatMap((one) => (one.startsWith('v1,') ? [one.slice(3)] : []));
  if (given.includes(wanted)) return undefined;
  return given.length === 0 ? 'no signature of v1' : 'a signature that the secret does not give';
}

async function sign(secret: string, text: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', decodeKey(secret), algorithm, false, ['sign']);
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text)));
  return btoa(String.fromCharCode(...bytes));
}

/** The bytes after `whsec_` and base64; of any other text its own. */
function decodeKey(secret: string): Uint8Array<ArrayBuffer> {
  const text = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : secret;
  if (text === '' || !/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text))
    return new Uint8Array(new TextEncoder().encode(secret));
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
