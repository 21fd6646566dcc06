import type { OperationContext } from '../../../../contracts/operation-context.ts';
import type { Platform } from '../../../../contracts/platform.ts';
import type { Plan } from '../../../../plan/plan.ts';
import { memo } from '../../../../text/memo.ts';

/** Base64url without padding (RFC 4648, section 5). */
export function toBase64url(bytes: Uint8Array): string {
  const view = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return view.toString('base64url');
}

/** The bytes of a base64url text, or undefined when it is none, or not the one text of its bytes. */
export function decodeBase64url(text: string): Uint8Array | undefined {
  // Node also reads the other alphabet and skips unknown characters: then the text differs from the one of its bytes.
  const { buffer, byteOffset, length } = Buffer.from(text, 'base64url');
  const bytes = new Uint8Array(buffer, byteOffset, length);
  return toBase64url(bytes) === text ? bytes : undefined;
}

/** A value as JSON, a BigInt in it as `{"integer":"…"}`. */
export function stringifyCursorValue(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === 'bigint' ? { integer: String(inner) } : inner,
    );
  }
}

const tagLength = 16;
/** Values are padded to a multiple of this number of bytes: the length of a cursor reveals little about values that are not shown. */
const blockLength = 64;
/** No URL of a request is longer. */
const longestCursor = 8_192;

/**
 * Writes and reads cursors: the values after which a list goes on, encrypted, and bound to what they belong to. Equal values have
 * equal cursors, so that the entity tag of a page stays the same.
 */
export interface Cursors {
  write(values: readonly unknown[], boundTo: string): string;
  read(cursor: string, boundTo: string): readonly unknown[] | undefined;
}

/** Creates the digest of long strings in cursors. */
export function createDigest({ sha256 }: Pick<Platform, 'sha256'>): (text: string) => string {
  return (text) => toBase64url(sha256(text).subarray(0, 16));
}

/** The maximum number of remembered cursors, and the maximum characters of the values and binding of each. */
const mostRemembered = 1000;
const longestRemembered = 1000;

/** Adds an entry to a map, which is emptied if it is full. */
function remember<T>(remembered: Map<string, T>, key: string, value: T): T {
  if (remembered.size >= mostRemembered) remembered.clear();
  if (key.length <= longestRemembered) remembered.set(key, value);
  return value;
}

/** Returns the cursors of a store. Its secret is read when the service is opened, never while it serves. */
export function openCursors({ platform, store }: Pick<OperationContext, 'platform' | 'store'>): Cursors {
  return cursorsOf(store, platform);
}

const cursorsOf = memo((store: OperationContext['store'], platform: Platform) =>
  createCursors(platform, store.secret('cursors')),
);

/** Opens the cursors of a plan: the first list could come while a transaction is open, in which no secret can be created. */
export function openListCursors(
  { operations }: Pick<Plan, 'operations'>,
  deps: Pick<OperationContext, 'platform' | 'store'>,
): void {
  if (operations.some(({ parameters }) => parameters.some(({ mapsTo }) => mapsTo.kind === 'cursor'))) openCursors(deps);
}

/**
 * Creates the cursors of a service from the secret in its store, with synthetic initialization vectors (as RFC 5297): the HMAC of binding and
 * values authenticates them, and is the vector with which AES-256 encrypts the values.
 */
export function createCursors(platform: Pick<Platform, 'aes' | 'hmac' | 'equal'>, secret: Uint8Array): Cursors {
  const [signing, encrypting] = [platform.hmac(secret, 'signing'), platform.hmac(secret, 'encrypting')];
  const decoder = new TextDecoder();
  const written = new Map<string, string>();
  const known = new Map<string, readonly unknown[]>();
  const sign = (signed: string): Uint8Array => platform.hmac(signing, signed).subarray(0, tagLength);
  const encrypt = (text: string, beginning: string): string => {
    const tag = sign(beginning + text);
    return toBase64url(Buffer.concat([tag, platform.aes(encrypting, tag, Buffer.from(text))]));
  };
  const decrypt = (cursor: string, beginning: string): readonly unknown[] | undefined => {
    const all = decodeBase64url(cursor);
    if (all === undefined || all.length <= tagLength) return undefined;
    const tag = all.subarray(0, tagLength);
    const text = decoder.decode(platform.aes(encrypting, tag, all.subarray(tagLength)));
    if (!platform.equal(tag, sign(beginning + text))) return undefined;
    return (JSON.parse(text) as unknown[]).map(reviveInteger);
  };
  return {
    write(values, boundTo) {
      const text = stringifyCursorValue(values);
      const beginning = `${boundTo.length}:${boundTo}`;
      const key = beginning + text;
      return written.get(key) ?? remember(written, key, encrypt(pad(text), beginning));
    },
    read(cursor, boundTo) {
      if (cursor.length > longestCursor) return undefined;
      const beginning = `${boundTo.length}:${boundTo}`;
      const key = beginning + cursor;
      const values = known.get(key) ?? decrypt(cursor, beginning);
      return values && remember(known, key, values);
    },
  };
}

/** Adds white space after JSON, which does not change its value. */
function pad(text: string): string {
  const length = Buffer.byteLength(text);
  return text + ' '.repeat(Math.ceil(length / blockLength) * blockLength - length);
}

function reviveInteger(value: unknown): unknown {
  const isInteger = typeof value === 'object' && value !== null && 'integer' in value;
  return isInteger ? BigInt(value.integer as string) : value;
}
