import { parseJson } from './response.ts';

/** A webhook that is not genuine: its signature is wrong or missing, or it is too old. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/** A request that claims to be a webhook. */
export interface WebhookRequest {
  /** The bytes as they came; a parsed and rewritten body has another signature. */
  readonly body: string | Uint8Array;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** How webhooks are verified. */
export interface WebhookOptions {
  /** How many seconds the time of the webhook may differ from now (default: 300). */
  readonly tolerance?: number;
}

/** Verifies a webhook by Standard Webhooks 1.0.0 and returns its id and its parsed body. Throws `WebhookVerificationError`. */
export async function verify(
  { body, headers }: WebhookRequest,
  secrets: string | readonly string[],
  { tolerance = 300 }: WebhookOptions = {},
): Promise<{ readonly id: string; readonly text: unknown }> {
  const [id, time, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    readHeader(headers, name),
  );
  if (id === undefined || time === undefined || signatures === undefined) {
    throw new WebhookVerificationError('The headers webhook-id, webhook-timestamp and webhook-signature are required.');
  }
  if (!/^\d+$/.test(time) || Math.abs(Date.now() / 1000 - Number(time)) > tolerance) {
    throw new WebhookVerificationError(`The time of the webhook differs from now by more than ${tolerance} seconds.`);
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const head = new TextEncoder().encode(`${id}.${time}.`);
  const signed = new Uint8Array(head.length + bytes.length);
  signed.set(head);
  signed.set(bytes, head.length);
  const given = signatures.split(' ').flatMap((each) => (each.startsWith('v1,') ? [readBase64(each.slice(3))] : []));
  for (const secret of typeof secrets === 'string' ? [secrets] : secrets) {
    const key = await crypto.subtle.importKey('raw', readSecret(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ]);
    for (const signature of given) {
      if (signature !== undefined && (await crypto.subtle.verify('HMAC', key, signature, signed))) {
        return { id, text: parseBody(bytes) };
      }
    }
  }
  throw new WebhookVerificationError('No signature of the webhook was made with one of the secrets.');
}

function parseBody(bytes: Uint8Array): unknown {
  try {
    return parseJson(new TextDecoder().decode(bytes));
  } catch {
    throw new WebhookVerificationError('The body of the webhook is not JSON.');
  }
}

function readHeader(headers: WebhookRequest['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' || found === undefined ? found : found.join(' ');
}

/** The bytes after `whsec_`, decoded from base64; of another text its own in UTF-8. */
function readSecret(secret: string): Uint8Array<ArrayBuffer> {
  return readBase64(secret.replace(/^whsec_/, '')) ?? new TextEncoder().encode(secret);
}

function readBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text === '' || !/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return undefined;
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
