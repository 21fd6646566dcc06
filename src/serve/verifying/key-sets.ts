import type { Host } from '../../contracts/platform.ts';
import type { Maybe } from '../../contracts/record.ts';
import { shownUrl } from './issuer-settings.ts';
import { type PublicKeys, publicKeys } from './signed-tokens.ts';

/** Keys are asked for again after so many milliseconds, while those known go on to hold. */
export const freshMilliseconds = 600_000;
/** When they are as old as this, whoever needs them waits for others. */
export const oldMilliseconds = 2 * freshMilliseconds;
/** They are asked for at most once in so many milliseconds, whatever tokens name. */
export const restMilliseconds = 30_000;
/** The same while none are known. */
export const firstRestMilliseconds = 1_000;

/** The keys of an issuer as this process knows them. */
export interface KeySet {
  /** The keys; undefined while none could be had. */
  known(now: number): Maybe<PublicKeys | undefined>;
  /** The keys as they are now, where a token names one that is not among `but`; the same ones when it is too early to ask. */
  other(but: PublicKeys, now: number): Maybe<PublicKeys | undefined>;
}

/**
 * Keeps the keys that `read` gives as the text of a JWK Set: the last ones that could be read stay while it fails. The answer is
 * the same object for as long as the keys are the same.
 */
export function openKeySet(read: () => Promise<string>, name: string, host: Host): KeySet {
  let text: string | undefined;
  let keys: PublicKeys | undefined;
  let asked = Number.NEGATIVE_INFINITY;
  let readAt = Number.NEGATIVE_INFINITY;
  let under: Promise<PublicKeys | undefined> | undefined;

  const ask = (now: number): Promise<PublicKeys | undefined> => {
    asked = now;
    under ??= read()
      .then((found) => {
        if (found !== text || keys === undefined) keys = publicKeys(found);
        text = found;
        readAt = now;
      })
      .catch((error: unknown) => {
        const why = error instanceof Error ? error.message : String(error);
        const stays = keys === undefined ? 'its tokens cannot be checked' : 'the keys known before go on to hold';
        host.log.warn({ scheme: name, error: why }, `the keys of an issuer could not be read: ${stays}`);
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
      if (keys === undefined) return under ?? (rested(now, firstRestMilliseconds) ? ask(now) : undefined);
      // Of a clock that was set back nobody knows how long ago they were read.
      const age = Math.abs(now - readAt);
      if (age < freshMilliseconds || under !== undefined || !rested(now, restMilliseconds)) return keys;
      const asking = ask(now);
      return age < oldMilliseconds ? keys : asking;
    },
    other(but, now) {
      if (keys !== but) return keys;
      if (under !== undefined) return under;
      return rested(now, restMilliseconds) ? ask(now) : keys;
    },
  };
}

const fetchMilliseconds = 5_000;
const largest = 262_144;

/** Reads a JWK Set over HTTP: in at most five seconds (`milliseconds`), at most 256 KiB, without following redirects. */
export async function fetchKeys(address: string, milliseconds: number = fetchMilliseconds): Promise<string> {
  const response = await fetch(address, {
    headers: { Accept: 'application/jwk-set+json, application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(milliseconds),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`${shownUrl(address)} answered ${response.status}`);
  }
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > largest) throw new Error(`${shownUrl(address)} answers more than ${largest} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
