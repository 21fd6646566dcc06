import type { OperationContext } from '../../../../contracts/operation-context.ts';
import type { Platform } from '../../../../contracts/platform.ts';
import type { Plan } from '../../../../plan/plan.ts';

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

const macLength = 16;

/** Writes and reads cursors: the values after which a list goes on, bound by an HMAC to what they belong to. */
export interface Cursors {
  write(values: readonly unknown[], boundTo: string): string;
  read(cursor: string, boundTo: string): readonly unknown[] | undefined;
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

const known = new WeakMap<object, Cursors>();

/** Returns the cursors of a store. Its secret is read when the service is opened, never while it serves. */
export function openCursors({ platform, store }: Pick<OperationContext, 'platform' | 'store'>): Cursors {
  const made = known.get(store) ?? createCursors(platform, store.secret('cursors'));
  known.set(store, made);
  return made;
}

/** Opens the cursors of a plan with lists: the first list could come while a transaction is open, in which no secret can be created. */
export function openListCursors(
  { operations }: Pick<Plan, 'operations'>,
  deps: Pick<OperationContext, 'platform' | 'store'>,
): void {
  if (operations.some(({ steps }) => steps.some(({ step }) => step === 'endpoints/list'))) openCursors(deps);
}

/** Makes the cursors of a service with the secret that lies in its store. */
export function createCursors(platform: Pick<Platform, 'hmac' | 'equal'>, secret: Uint8Array): Cursors {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const written = new Map<string, string>();
  const known = new Map<string, readonly unknown[]>();
  const sign = (signed: string): Uint8Array => platform.hmac(secret, signed).subarray(0, macLength);
  const decode = (cursor: string, beginning: string): readonly unknown[] | undefined => {
    const all = decodeBase64url(cursor);
    if (all === undefined || all.length <= macLength) return undefined;
    try {
      const text = decoder.decode(all.subarray(macLength));
      if (!platform.equal(all.subarray(0, macLength), sign(beginning + text))) return undefined;
      const values = JSON.parse(text) as unknown[];
      return values.map(reviveInteger);
    } catch {
      return undefined;
    }
  };
  return {
    write(values, boundTo) {
      const text = stringifyCursorValue(values);
      const signed = `${boundTo.length}:${boundTo}${text}`;
      return (
        written.get(signed) ?? remember(written, signed, toBase64url(Buffer.concat([sign(signed), Buffer.from(text)])))
      );
    },
    read(cursor, boundTo) {
      if (cursor.length > 16_384) return undefined;
      const beginning = `${boundTo.length}:${boundTo}`;
      const key = beginning + cursor;
      const values = known.get(key) ?? decode(cursor, beginning);
      return values && remember(known, key, values);
    },
  };
}

function reviveInteger(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? BigInt((value as { integer: string }).integer) : value;
}
