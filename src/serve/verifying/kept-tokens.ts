import type { Caller } from '../../contracts/caller.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { PublicKeys } from './signed-tokens.ts';

/** Verified tokens are cached for at most this many milliseconds. */
export const cacheForMs = 300_000;
const most = 10_000;

interface CachedToken {
  readonly caller: Caller;
  readonly endsAt: number;
  readonly keys: PublicKeys;
}

/** Callers of recently verified tokens, so that repeated tokens are not verified again. */
export interface TokenCache {
  /** Returns the cache key of a token: a hash. */
  nameOf(text: string): string;
  find(name: string, keys: PublicKeys, now: number): Caller | undefined;
  keep(name: string, caller: Caller, keys: PublicKeys, endsAt: number, now: number): void;
}

/** Creates a cache of at most ten thousand callers. An entry expires with its token, or when the issuer's keys change. */
export function createTokenCache(platform: Platform): TokenCache {
  const known = new Map<string, CachedToken>();
  return {
    nameOf: (text) => String.fromCharCode(...platform.sha256(text)),
    find(name, keys, now) {
      const entry = known.get(name);
      return entry !== undefined && entry.keys === keys && now < entry.endsAt ? entry.caller : undefined;
    },
    keep(name, caller, keys, endsAt, now) {
      known.delete(name);
      if (known.size >= most) known.delete(known.keys().next().value!);
      known.set(name, { caller, keys, endsAt: Math.min(endsAt, now + cacheForMs) });
    },
  };
}
