import type { Host } from '../../steps/host.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const codes = new Map([...alphabet].map((letter, i) => [letter, i]));

/** Base64url without padding (RFC 4648, section 5). */
export function toBase64url(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const three = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    text += alphabet[three >> 18]! + alphabet[(three >> 12) & 63]!;
    if (i + 1 < bytes.length) text += alphabet[(three >> 6) & 63]!;
    if (i + 2 < bytes.length) text += alphabet[three & 63]!;
  }
  return text;
}

/** The bytes of a base64url text, or undefined when it is none. */
export function fromBase64url(text: string): Uint8Array | undefined {
  if (text.length % 4 === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let at = 0;
  let bits = 0;
  let count = 0;
  for (const letter of text) {
    const code = codes.get(letter);
    if (code === undefined) return undefined;
    bits = ((bits << 6) | code) & 0xffffff;
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes[at++] = (bits >> count) & 0xff;
    }
  }
  return bytes;
}

const macLength = 16;

/** Writes and reads cursors: the values after which a list goes on, bound by an HMAC to what they belong to. */
export interface Cursors {
  write(values: readonly unknown[], boundTo: string): string;
  read(cursor: string, boundTo: string): readonly unknown[] | undefined;
}

/** Makes the cursors of a service with the secret that lies in its store. */
export function cursorsWith(host: Pick<Host, 'hmac' | 'equal'>, secret: Uint8Array): Cursors {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const mac = (text: string, boundTo: string): Uint8Array =>
    host.hmac(secret, `${boundTo.length}:${boundTo}${text}`).subarray(0, macLength);
  return {
    write(values, boundTo) {
      const text = JSON.stringify(values, (_, value: unknown) =>
        typeof value === 'bigint' ? { integer: String(value) } : value,
      );
      const bytes = encoder.encode(text);
      const all = new Uint8Array(macLength + bytes.length);
      all.set(mac(text, boundTo));
      all.set(bytes, macLength);
      return toBase64url(all);
    },
    read(cursor, boundTo) {
      if (cursor.length > 16_384) return undefined;
      const all = fromBase64url(cursor);
      if (all === undefined || all.length <= macLength || toBase64url(all) !== cursor) return undefined;
      try {
        const text = decoder.decode(all.subarray(macLength));
        if (!host.equal(all.subarray(0, macLength), mac(text, boundTo))) return undefined;
        const values = JSON.parse(text) as unknown[];
        return values.map(integerOf);
      } catch {
        return undefined;
      }
    },
  };
}

function integerOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? BigInt((value as { integer: string }).integer) : value;
}
