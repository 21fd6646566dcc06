import type { Platform } from '../../../../contracts/platform.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const codes = new Uint8Array(128).fill(64);
for (let i = 0; i < alphabet.length; i++) codes[alphabet.charCodeAt(i)] = i;

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

/** The bytes of a base64url text, or undefined when it is none, or not the one text of its bytes. */
export function decodeBase64url(text: string): Uint8Array | undefined {
  if (text.length % 4 === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let at = 0;
  let bits = 0;
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const code = codes[text.charCodeAt(i)] ?? 64;
    if (code === 64) return undefined;
    bits = ((bits << 6) | code) & 0xffffff;
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes[at++] = (bits >> count) & 0xff;
    }
  }
  return (bits & ((1 << count) - 1)) === 0 ? bytes : undefined;
}

/** A value as JSON, a BigInt in it as `{"integer":"…"}`. */
export function stringifyCursorValue(value: unknown): string {
  if (!holdsBigInt(value)) return JSON.stringify(value);
  return JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? { integer: String(inner) } : inner));
}

function holdsBigInt(value: unknown): boolean {
  return typeof value === 'bigint' || (Array.isArray(value) && value.some(holdsBigInt));
}

const macLength = 16;

/** Writes and reads cursors: the values after which a list goes on, bound by an HMAC to what they belong to. */
export interface Cursors {
  write(values: readonly unknown[], boundTo: string): string;
  read(cursor: string, boundTo: string): readonly unknown[] | undefined;
}

/** Makes the cursors of a service with the secret that lies in its store. */
export function createCursors(platform: Pick<Platform, 'hmac' | 'equal'>, secret: Uint8Array): Cursors {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const mac = (text: string, boundTo: string): Uint8Array =>
    platform.hmac(secret, `${boundTo.length}:${boundTo}${text}`).subarray(0, macLength);
  return {
    write(values, boundTo) {
      const text = stringifyCursorValue(values);
      const bytes = encoder.encode(text);
      const all = new Uint8Array(macLength + bytes.length);
      all.set(mac(text, boundTo));
      all.set(bytes, macLength);
      return toBase64url(all);
    },
    read(cursor, boundTo) {
      if (cursor.length > 16_384) return undefined;
      const all = decodeBase64url(cursor);
      if (all === undefined || all.length <= macLength) return undefined;
      try {
        const text = decoder.decode(all.subarray(macLength));
        if (!platform.equal(all.subarray(0, macLength), mac(text, boundTo))) return undefined;
        const values = JSON.parse(text) as unknown[];
        return values.map(reviveInteger);
      } catch {
        return undefined;
      }
    },
  };
}

function reviveInteger(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? BigInt((value as { integer: string }).integer) : value;
}
