import type { Platform } from '../../contracts/platform.ts';
import type { MaybePromise } from '../../contracts/record.ts';
import { redactUrl } from './issuer-settings.ts';
import { createPublicKeys, type PublicKeys } from './signed-tokens.ts';

/** Keys are fetched again after this many milliseconds; the known keys stay in use meanwhile. */
export const refreshAfterMs = 600_000;
/** Keys of this age are not used: requests wait for new ones. */
export const staleAfterMs = 2 * refreshAfterMs;
/** The minimum interval between two fetches for unknown key IDs, in milliseconds. */
export const minFetchIntervalMs = 30_000;
/** The minimum interval while no keys are known. */
export const firstFetchIntervalMs = 1_000;

/** The cached keys of an issuer. */
export interface KeySet {
  /** Returns the keys; undefined if none could be fetched yet. */
  known(now: number): MaybePromise<PublicKeys | undefined>;
  /** Fetches the keys again if a token names a key that `but` lacks; returns the same ones if it is too early. */
  other(but: PublicKeys, now: number): MaybePromise<PublicKeys | undefined>;
}

/**
 * Opens a cache of the JWK Set that `read` returns. If `read` fails, the last keys stay in use. Returns the same object while
 * the keys are the same.
 */
export function openKeySet(read: () => Promise<string>, name: string, platform: Platform): KeySet {
  let text: string | undefined;
  let keys: PublicKeys | undefined;
  let asked = Number.NEGATIVE_INFINITY;
  let readAt = Number.NEGATIVE_INFINITY;
  let under: Promise<PublicKeys | undefined> | undefined;

  const ask = (now: number): Promise<PublicKeys | undefined> => {
    asked = now;
    under ??= read()
      .then((found) => {
        if (found !== text || keys === undefined) keys = createPublicKeys(found);
        text = found;
        readAt = now;
      })
      .catch((error: unknown) => {
        const why = error instanceof Error ? error.message : String(error);
        const stays = keys === undefined ? 'its tokens cannot be verified' : 'the previous keys stay in use';
        platform.log.warn({ scheme: name, error: why }, `failed to fetch the keys of an issuer: ${stays}`);
      })
      .then(() => {
        under = undefined;
        return keys;
      });
    return under;
  };
  const rested = (now: number, rest: number): boolean => now - asked >= rest || now < asked;

  return {
    known(now) {
      if (keys === undefined) return under ?? (rested(now, firstFetchIntervalMs) ? ask(now) : undefined);
      // If the clock was set back, the age of the keys is unknown.
      const age = Math.abs(now - readAt);
      if (age < refreshAfterMs) return keys;
      const asking = under ?? (rested(now, minFetchIntervalMs) ? ask(now) : undefined);
      return age < staleAfterMs ? keys : (asking ?? keys);
    },
    other(but, now) {
      if (keys !== but) return keys;
      if (under !== undefined) return under;
      return rested(now, minFetchIntervalMs) ? ask(now) : keys;
    },
  };
}

const fetchTimeoutMs = 5_000;
const largest = 262_144;

/** Fetches a JWK Set over HTTP within five seconds (`milliseconds`), at most 256 KiB, without redirects. */
export async function fetchKeys(address: string, milliseconds: number = fetchTimeoutMs): Promise<string> {
  const response = await fetch(address, {
    headers: { Accept: /* not a message */ 'application/jwk-set+json, application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(milliseconds),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`${redactUrl(address)} answered ${response.status}`);
  }
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > largest) throw new Error(`${redactUrl(address)} answers more than ${largest} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
