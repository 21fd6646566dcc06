import type { Platform } from '../../contracts/platform.ts';
import type { Store } from '../../contracts/store.ts';
import { isSignedHere, selectSchemes } from '../../parts/registry.ts';
import type { Plan, SchemePlan } from '../../plan/plan.ts';
import { makeSigningKey, type SigningKey, toPublicKey } from './signed-tokens.ts';

/** A key that the service signs tokens with, as it lies in the store. Times are milliseconds since 1970. */
export interface StoredKey {
  readonly name: string;
  readonly key: SigningKey;
  readonly madeAt: number;
  /** It is published from the beginning, and signs from this moment on. */
  readonly signsFrom: number;
}

/** A key that follows another is published so many milliseconds before it signs: longer than its set is kept by anybody. */
export const publishBeforeUseMs = 600_000;
/** Without a stated Lifetime a signed token ends after so many milliseconds: it must end (RFC 9068, section 2.2). */
export const defaultLifetime = 3_600_000;

/** The schemes whose tokens this service signs. */
export function ownSchemes(plan: Plan): readonly SchemePlan[] {
  return selectSchemes(plan.authentication, isSignedHere);
}

/** How long a token that this service signs may hold at most, in milliseconds; undefined where it signs none. */
export function computeMaxTokenLifetime(plan: Plan): number | undefined {
  const own = ownSchemes(plan);
  return own.length === 0 ? undefined : Math.max(...own.map(({ lifetime }) => lifetime ?? defaultLifetime));
}

/** The keys in the store, in the order in which they sign; where there are none the first one is made. */
export async function loadSigningKeys(store: Store, platform: Platform): Promise<readonly StoredKey[]> {
  const stored = await readKeys(store);
  if (stored.length > 0) return stored;
  const now = platform.now();
  // Of several instances that begin at once one keeps its key, for all of them.
  await addKey(store, { name: 'first', key: await makeSigningKey(), madeAt: now, signsFrom: now });
  return readKeys(store);
}

async function readKeys(store: Store): Promise<readonly StoredKey[]> {
  const stored = (await store.signingKeys.list()).map((text) => JSON.parse(text) as StoredKey);
  return stored.toSorted((left, right) => left.signsFrom - right.signsFrom || (left.name < right.name ? -1 : 1));
}

/** Writes every key of the store anew, as it is, and gives how many there are: what keeps them encrypted does so again. */
export async function writeKeysAgain({ signingKeys }: Pick<Store, 'signingKeys'>): Promise<number> {
  const kept = await signingKeys.list();
  for (const text of kept) await signingKeys.replace((JSON.parse(text) as StoredKey).name, text);
  return kept.length;
}

function addKey(store: Store, key: StoredKey): Promise<void> {
  return store.signingKeys.add(key.name, JSON.stringify(key));
}

/** The key that signs at a moment: the last one whose time has come. */
export function findSigningKey(keys: readonly StoredKey[], now: number): StoredKey {
  return keys.findLast(({ signsFrom }) => signsFrom <= now) ?? keys[0]!;
}

/** Those of the keys by which a token that is alive may be signed, or will be; `lifetime`: the longest of a token. */
export function listActiveKeys(keys: readonly StoredKey[], now: number, lifetime: number): readonly StoredKey[] {
  return keys.filter((_, i) => {
    const next = keys[i + 1];
    return next === undefined || next.signsFrom + lifetime + publishBeforeUseMs > now;
  });
}

/** The text of the JWK Set that is published (RFC 7517, section 5). */
export function formatPublishedKeys(keys: readonly StoredKey[], now: number, lifetime: number): string {
  return JSON.stringify({ keys: listActiveKeys(keys, now, lifetime).map(({ key }) => toPublicKey(key)) });
}

/**
 * Makes another key and removes those that no living token is signed by. It signs after ten minutes, so that whoever keeps the
 * published keys knows it by then; `immediately` it signs from now on and all others are removed. Gives the keys as they then are.
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
