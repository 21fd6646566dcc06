import type { ServiceContext } from '../../contracts/operation-context.ts';
import type { Claims, TokenSigner } from '../../contracts/sessions/tokens.ts';
import type { Store } from '../../contracts/store.ts';
import { createSigner } from './signed-tokens.ts';
import {
  defaultLifetime,
  findSigningKey,
  formatPublishedKeys,
  loadSigningKeys,
  type StoredKey,
} from './signing-keys.ts';

/** Keys are read from the store at this interval in milliseconds: well before a new key begins to sign. */
export const rereadIntervalMs = 30_000;

/** The dependencies of a signer. `lifetime`: the maximum lifetime of a token in milliseconds. */
export interface SignerDependencies extends Pick<ServiceContext, 'store' | 'platform' | 'base'> {
  readonly lifetime: number;
}

/** Opens the signer of access tokens. Its keys are in the store and shared by all instances. */
export function openSigner({ store, platform, base, lifetime }: SignerDependencies): TokenSigner {
  let keys: readonly StoredKey[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  let under: Promise<readonly StoredKey[]> | undefined;
  const signers = new Map<string, Promise<(claims: Claims) => Promise<string>>>();

  const known = async (now: number): Promise<readonly StoredKey[]> => {
    if (keys.length > 0 && Math.abs(now - readAt) < rereadIntervalMs) return keys;
    under ??= loadSigningKeys(store, platform).finally(() => {
      under = undefined;
    });
    keys = await under;
    readAt = now;
    return keys;
  };
  return {
    issuer: base === '' ? deriveServiceUrn(store) : base,
    defaultLifetime: defaultLifetime,
    async sign(claims, now) {
      const { name, key } = findSigningKey(await known(now), now);
      const signer = signers.get(name) ?? createSigner(key);
      signers.set(name, signer);
      return (await signer)(claims);
    },
    publicKeys: async (now) => formatPublishedKeys(await known(now), now, lifetime),
  };
}

/** Derives a name of the service that all its instances share: a UUID (RFC 9562, section 5.8) from its store. */
function deriveServiceUrn(store: Store): string {
  const hex = [...store.secret('issuer').subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16);
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}
