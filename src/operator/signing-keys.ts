import type { Platform } from '../contracts/platform.ts';
import type { Store } from '../contracts/store.ts';
import type { Plan } from '../plan/plan.ts';
import {
  computeMaxTokenLifetime,
  findSigningKey,
  loadSigningKeys,
  rotateKeys,
  type StoredKey,
} from '../serve/verifying/signing-keys.ts';

/** A key that signs tokens, without the key itself. Times are milliseconds since 1970. */
export interface SigningKey {
  /** Its `kid` among the published keys. */
  readonly id: string;
  /** `next`: it signs from `signsFrom` on; `former`: tokens that it signed may be alive. */
  readonly state: 'signs' | 'next' | 'former';
  readonly createdAt: number;
  readonly signsFrom: number;
}

/** The keys that sign the tokens of a service. Both reject if it has no scheme whose kind ends in `as jwt`. */
export interface SigningKeys {
  /** Lists the keys in the order in which they sign; generates the first one if there is none. */
  listSigningKeys(): Promise<readonly SigningKey[]>;
  /**
   * Generates another key and returns all. It signs after ten minutes, so that others have read the published keys by then. With
   * `immediately` it signs from now on, and Nonet removes every other key. A running instance reads its keys every 30 seconds.
   */
  rotateSigningKeys(of?: { readonly immediately?: boolean }): Promise<readonly SigningKey[]>;
}

/** The functions that list and rotate the keys that sign tokens. */
export function createSigningKeys(plan: Plan, store: Store, platform: Platform): SigningKeys {
  const signed = (): number => {
    const lifetime = computeMaxTokenLifetime(plan);
    if (lifetime !== undefined) return lifetime;
    throw new Error('the document has no scheme whose kind ends in "as jwt", so it has no signing keys');
  };
  const shown = (keys: readonly StoredKey[]): readonly SigningKey[] => {
    const now = platform.now();
    const signing = findSigningKey(keys, now);
    return keys.map((storedKey) => {
      const { key, madeAt, signsFrom } = storedKey;
      return {
        id: key.kid,
        state: storedKey === signing ? 'signs' : signsFrom > now ? 'next' : 'former',
        createdAt: madeAt,
        signsFrom,
      };
    });
  };
  return {
    async listSigningKeys() {
      signed();
      return shown(await loadSigningKeys(store, platform));
    },
    rotateSigningKeys: async ({ immediately = false } = {}) =>
      shown(await rotateKeys(store, platform, signed(), immediately)),
  };
}
