import type { Caller } from '../../contracts/caller.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { PublicKeys } from './signed-tokens.ts';

/** A token is verified again after so many milliseconds at the latest. */
export const cacheForMs = 300_000;
const most = 10_000;

interface CachedToken {
  readonly caller: Caller;
  readonly endsAt: number;
  readonly keys: PublicKeys;
}

/** The callers behind tokens that were verified lately, so that a token that is sent again costs little. */
export interface TokenCache {
  /** The name under which a token is stored: a hash. */
  nameOf(text: string): string;
  find(name: string, keys: PublicKeys, now: number): Caller | undefined;
  keep(name: string, caller: Caller, keys: PublicKeys, endsAt: number, now: number): void;
}

/** Keeps at most ten thousand callers, the oldest go first; each until its token ends or the issuer's keys are others. */
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
