import type { SchemePlan } from '../../plan/plan.ts';
import type { Caller, CredentialRecord } from '../../steps/caller.ts';
import type { Host } from '../../steps/host.ts';
import type { KeyRing } from '../../steps/maker.ts';
import type { Maybe } from '../../steps/record.ts';
import type { Store } from '../../steps/store.ts';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 24;
const sumLength = 6;
const minute = 60_000;

/**
 * Makes a key `<scheme>_<24 digits of base 62><check sum of 6>`: more than 142 unguessable bits. `hash` is what is kept.
 */
export function makeKey(host: Host, scheme: string): { readonly key: string; readonly hash: string } {
  let random = '';
  while (random.length < randomLength) {
    for (const byte of host.random(randomLength)) {
      if (byte < 248 && random.length < randomLength) random += digits[byte % 62];
    }
  }
  const body = `${scheme}_${random}`;
  const key = `${body}_${checkSum(host, body)}`;
  return { key, hash: hashOf(host, key) };
}

/** The SHA-256 of a key, hexadecimal: the only form in which it is kept. */
export function hashOf(host: Host, key: string): string {
  let text = '';
  for (const byte of host.sha256(key)) text += byte.toString(16).padStart(2, '0');
  return text;
}

/** Whether a text has the form of a key of that scheme, its check sum included. */
export function hasForm(host: Host, scheme: string, text: string): boolean {
  const length = scheme.length + 1 + randomLength + 1 + sumLength;
  if (text.length !== length || !text.startsWith(scheme) || text[scheme.length] !== '_') return false;
  const body = text.slice(0, length - sumLength - 1);
  return text.slice(body.length) === `_${checkSum(host, body)}`;
}

function checkSum(host: Host, body: string): string {
  const hash = host.sha256(body);
  let number = hash[0]! * 0x1000000 + hash[1]! * 0x10000 + hash[2]! * 0x100 + hash[3]!;
  let text = '';
  for (let i = 0; i < sumLength; i++) {
    text += digits[number % 62];
    number = Math.floor(number / 62);
  }
  return text;
}

interface Known {
  readonly id: string;
  readonly caller: Caller;
  readonly endsAt: number;
  usedAt: number;
}

/** The most callers that are kept near. */
const most = 10_000;

/**
 * Opens the key ring of a service. What it keeps near is forgotten when the store's credentials change, which is asked each
 * second, and at once when this instance makes the change.
 */
export function openKeyRing(
  schemes: readonly SchemePlan[],
  attributes: readonly string[],
  store: Store,
  host: Host,
): KeyRing {
  const known = new Map<string, Known>();
  const used = new Map<string, number>();
  const open = schemes.filter((scheme) => scheme.closed !== true);
  let version = -1;
  let closed = false;
  let cancel = (): void => {};
  let ticks = 0;

  const look = async (): Promise<void> => {
    try {
      const now = await store.credentials.version();
      if (now !== version) known.clear();
      version = now;
      if (++ticks % 10 === 0) await flush();
    } catch (error) {
      known.clear();
      host.log.error({ error: String(error) }, 'the credentials could not be asked for');
    }
    if (!closed) cancel = host.after(1000, () => void look());
  };

  const flush = async (): Promise<void> => {
    if (used.size === 0) return;
    const moments = new Map(used);
    used.clear();
    await store.credentials.used(moments);
  };

  const lifetimeOf = (record: CredentialRecord): number => {
    const lifetime = open.find((scheme) => scheme.name === record.scheme)?.lifetime ?? Number.POSITIVE_INFINITY;
    return Math.min(record.expiresAt ?? Number.POSITIVE_INFINITY, record.createdAt + lifetime);
  };

  const remember = (text: string, record: CredentialRecord | undefined, now: number): Caller | undefined => {
    if (record === undefined || record.revokedAt !== undefined || record.createdAt > now + minute) return undefined;
    if (!open.some((scheme) => scheme.name === record.scheme)) return undefined;
    const endsAt = lifetimeOf(record);
    if (endsAt <= now) return undefined;
    if (known.size >= most) known.delete(known.keys().next().value!);
    const entry = { id: record.id, caller: callerOf(record, attributes), endsAt, usedAt: record.lastUsedAt ?? 0 };
    known.set(text, entry);
    touch(entry, now);
    return entry.caller;
  };

  const touch = (entry: Known, now: number): void => {
    if (now - entry.usedAt < minute) return;
    entry.usedAt = now - (now % minute);
    used.set(entry.id, entry.usedAt);
  };

  if (open.length > 0) void look();
  return {
    find(text, now): Maybe<Caller | undefined> {
      const entry = known.get(text);
      if (entry !== undefined) {
        if (entry.endsAt <= now) return undefined;
        if (now - entry.usedAt >= minute) touch(entry, now);
        return entry.caller;
      }
      if (text.length > 512 || !open.some((scheme) => hasForm(host, scheme.name, text))) return undefined;
      const record = store.credentials.find(hashOf(host, text));
      if (record instanceof Promise) return record.then((one) => remember(text, one, now));
      return remember(text, record, now);
    },
    async create(credential) {
      await store.credentials.create(credential);
    },
    async revoke(id, now) {
      const done = await store.credentials.revoke(id, now);
      known.clear();
      return done;
    },
    async close() {
      closed = true;
      cancel();
      await flush();
    },
  };
}

function callerOf(record: CredentialRecord, attributes: readonly string[]): Caller {
  const values: Record<string, unknown> = { id: record.subject, scopes: record.scopes };
  for (const name of attributes) {
    if (Object.hasOwn(record.attributes, name) && name !== 'id' && name !== 'scopes') {
      values[name] = record.attributes[name];
    }
  }
  return { id: record.subject, scopes: record.scopes, values, credential: record.id };
}
