import type { Platform } from '../../contracts/platform.ts';
import type { Store } from '../../contracts/store.ts';
import { isSignedHere, selectSchemes } from '../../parts/registry.ts';
import type { Plan } from '../../plan/plan.ts';
import { makeSigningKey, type SigningKey, toPublicKey } from './signed-tokens.ts';

/** A signing key as it is stored. Times are in milliseconds since 1970. */
export interface StoredKey {
  readonly name: string;
  readonly key: SigningKey;
  readonly madeAt: number;
  /** It is published immediately and signs from this time on. */
  readonly signsFrom: number;
}

/** How many milliseconds a new key is published before it signs: longer than caches keep the published set. */
export const publishBeforeUseMs = 600_000;

/** Returns the maximum lifetime of own tokens in milliseconds; undefined if the service signs none. */
export function computeMaxTokenLifetime(plan: Plan): number | undefined {
  const own = selectSchemes(plan.authentication, isSignedHere);
  return own.length === 0 ? undefined : Math.max(...own.map(({ lifetime }) => lifetime!));
}

/** Returns the stored keys in the order in which they sign; generates the first one if there are none. */
export async function loadSigningKeys(store: Store, platform: Platform): Promise<readonly StoredKey[]> {
  const stored = await readKeys(store);
  if (stored.length > 0) return stored;
  const now = platform.now();
  // If several instances start at once, one stores its key for all of them.
  await addKey(store, { name: 'first', key: await makeSigningKey(), madeAt: now, signsFrom: now });
  return readKeys(store);
}

async function readKeys(store: Store): Promise<readonly StoredKey[]> {
  const stored = (await store.signingKeys.list()).map((text) => JSON.parse(text) as StoredKey);
  return stored.toSorted((left, right) => left.signsFrom - right.signsFrom || (left.name < right.name ? -1 : 1));
}

/** Writes every stored key again, which re-encrypts it. Returns their number. */
export async function writeKeysAgain({ signingKeys }: Pick<Store, 'signingKeys'>): Promise<number> {
  const kept = await signingKeys.list();
  for (const text of kept) await signingKeys.replace((JSON.parse(text) as StoredKey).name, text);
  return kept.length;
}

function addKey(store: Store, key: StoredKey): Promise<void> {
  return store.signingKeys.add(key.name, JSON.stringify(key));
}

/** Returns the key that signs at `now`: the last one whose time has come. */
export function findSigningKey(keys: readonly StoredKey[], now: number): StoredKey {
  return keys.findLast(({ signsFrom }) => signsFrom <= now) ?? keys[0]!;
}

/** Returns the keys that sign valid or future tokens; `lifetime` is the maximum lifetime of a token. */
export function listActiveKeys(keys: readonly StoredKey[], now: number, lifetime: number): readonly StoredKey[] {
  return keys.filter((_, i) => {
    const next = keys[i + 1];
    return next === undefined || next.signsFrom + lifetime + publishBeforeUseMs > now;
  });
}

/** Returns the published JWK Set as text (RFC 7517, section 5). */
export function formatPublishedKeys(keys: readonly StoredKey[], now: number, lifetime: number): string {
  return JSON.stringify({ keys: listActiveKeys(keys, now, lifetime).map(({ key }) => toPublicKey(key)) });
}

/**
 * Generates another key and removes keys without valid tokens. The new key signs after ten minutes, when caches of the
 * published keys have expired; with `immediately` it signs from now on and all others are removed. Returns the keys.
 */
export async function rotateKeys(
  store: Store,
  platform: Platform,
  lifetime: number,
  immediately: boolean,
): Promise<readonly StoredKey[]> {
  const before = await readKeys(store);
  const now = platform.now();
  const key = await makeSigningKey();
  const signsFrom = before.length === 0 || immediately ? now : now + publishBeforeUseMs;
  const made: StoredKey = { name: `${now}-${key.kid}`, key, madeAt: now, signsFrom };
  await addKey(store, made);
  const alive = new Set(
    immediately ? [made.name] : listActiveKeys([...before, made], now, lifetime).map(({ name }) => name),
  );
  for (const { name } of before) if (!alive.has(name)) await store.signingKeys.remove(name);
  return readKeys(store);
}
