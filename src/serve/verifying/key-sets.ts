import type { Platform } from '../../contracts/platform.ts';
import type { MaybePromise } from '../../contracts/record.ts';
import { redactUrl } from './issuer-settings.ts';
import { createPublicKeys, type PublicKeys } from './signed-tokens.ts';

/** Keys are asked for again after so many milliseconds, while those known go on to hold. */
export const refreshAfterMs = 600_000;
/** When they are as old as this, whoever needs them waits for others. */
export const staleAfterMs = 2 * refreshAfterMs;
/** They are asked for at most once in so many milliseconds, whatever tokens name. */
export const minFetchIntervalMs = 30_000;
/** The same while none are known. */
export const firstFetchIntervalMs = 1_000;

/** The keys of an issuer as this process knows them. */
export interface KeySet {
  /** The keys; undefined while none could be had. */
  known(now: number): MaybePromise<PublicKeys | undefined>;
  /** The keys as they are now, where a token names one that is not among `but`; the same ones when it is too early to ask. */
  other(but: PublicKeys, now: number): MaybePromise<PublicKeys | undefined>;
}

/**
 * Keeps the keys that `read` gives as the text of a JWK Set: the last ones that could be read stay while it fails. The answer is
 * the same object for as long as the keys are the same.
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
      // Of a clock that was set back nobody knows how long ago they were read.
      const age = Math.abs(now - readAt);
      if (age < refreshAfterMs || under !== undefined || !rested(now, minFetchIntervalMs)) return keys;
      const asking = ask(now);
      return age < staleAfterMs ? keys : asking;
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

/** Reads a JWK Set over HTTP: in at most five seconds (`milliseconds`), at most 256 KiB, without following redirects. */
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
