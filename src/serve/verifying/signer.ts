import type { ServiceContext } from '../../contracts/operation-context.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { MaybePromise } from '../../contracts/record.ts';
import type { TokenSigner } from '../../contracts/sessions/tokens.ts';
import type { Store } from '../../contracts/store.ts';
import { toBase64url } from '../../parts/endpoints/serve/lists/cursor.ts';
import { ownAlgorithm } from './signed-tokens.ts';
import {
  computeMaxTokenLifetime,
  findSigningKey,
  formatPublishedKeys,
  loadSigningKeys,
  type StoredKey,
} from './signing-keys.ts';

/** Keys are read from the store at this interval in milliseconds: well before a new key begins to sign. */
export const rereadIntervalMs = 30_000;

/** Returns a store whose transactions begin when the keys of a signer are read. */
export function withKeysRead(store: Store, { now }: Pick<Platform, 'now'>, signer: TokenSigner | undefined): Store {
  if (signer === undefined) return store;
  return {
    ...store,
    write(work, how) {
      const reading = signer.ready(now());
      return reading instanceof Promise ? reading.then(() => store.write(work, how)) : store.write(work, how);
    },
  };
}

/**
 * Opens the signer of access tokens; undefined if the service signs none. Its keys are in the store and shared by all instances. `base`: the
 * base URL without a slash at its end if it is known, else empty.
 */
export function openSigner({
  plan,
  store,
  platform,
  base,
}: Pick<ServiceContext, 'plan' | 'store' | 'platform' | 'base'>): TokenSigner | undefined {
  const lifetime = computeMaxTokenLifetime(plan);
  if (lifetime === undefined) return undefined;
  let keys: readonly StoredKey[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  let under: Promise<readonly StoredKey[]> | undefined;

  const read = async (now: number): Promise<void> => {
    under ??= loadSigningKeys(store, platform).finally(() => {
      under = undefined;
    });
    keys = await under;
    readAt = now;
  };
  const ready = (now: number): MaybePromise<void> =>
    keys.length > 0 && Math.abs(now - readAt) < rereadIntervalMs ? undefined : read(now);
  return {
    issuer: base === '' ? deriveServiceUrn(store) : base,
    ready,
    sign(claims, now) {
      const { key } = findSigningKey(keys, now);
      const header = { alg: ownAlgorithm, typ: 'at+jwt', kid: key.kid };
      const signed = [header, claims].map((part) => encodePart(JSON.stringify(part))).join('.');
      return `${signed}.${toBase64url(platform.signRs256(key, signed))}`;
    },
    async publicKeys(now) {
      await ready(now);
      return formatPublishedKeys(keys, now, lifetime);
    },
  };
}

const encoder = new TextEncoder();
const encodePart = (text: string): string => toBase64url(encoder.encode(text));

/** Derives a name of the service that all its instances share: a UUID (RFC 9562, section 5.8) from its store. */
function deriveServiceUrn(store: Store): string {
  const hex = [...store.secret('issuer').subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16);
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}
