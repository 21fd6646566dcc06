import type { Passwords } from '../../contracts/handlers.ts';
import type { Platform } from '../../contracts/platform.ts';
import {
  presentCosts,
  readPasswordHash,
  type ScryptCosts,
  workOf,
  writePasswordHash,
} from '../../text/hashes/password-hash.ts';
import { toOpaqueString } from '../../text/opaque-string.ts';

/** The places of concurrent hashes: one is 128 MiB, so that a hash with twice the memory takes two. A new hash takes some hundred milliseconds of a thread. */
const most = 4;
/** As many wait for their turn, some seconds at most; who comes then is refused. */
const mostWaiting = 16;

/** Is read and compared where there is no hash: the time of that does not reveal it either. */
const standIn = writePasswordHash({ costs: presentCosts, salt: new Uint8Array(16), key: new Uint8Array(32) });

/** Returns whether a string is a stored password hash. */
export function isHash(text: unknown): boolean {
  return typeof text === 'string' && readPasswordHash(text) !== undefined;
}

/** Opens the hashing of passwords: scrypt (RFC 7914) with 16 random bytes of salt, kept in the form `$scrypt$…`. */
export function openPasswords(platform: Platform): Passwords {
  const places = openPlaces();
  const work = <T>(
    sent: string,
    costs: ScryptCosts,
    run: (derive: (salt: Uint8Array, costs: ScryptCosts) => Promise<Uint8Array>) => Promise<T>,
  ): Promise<T> | 'busy' => {
    const { scrypt } = platform;
    if (scrypt === undefined) throw new Error('this host works out no scrypt');
    // One password has one spelling, whichever keyboard it was typed on.
    const password = toOpaqueString(sent);
    return places.take(countPlaces(costs), () => run((salt, costs) => scrypt(password, salt, costs)));
  };
  const hash = (password: string, salt: Uint8Array): Promise<string> | 'busy' =>
    work(password, presentCosts, async (derive) =>
      writePasswordHash({ costs: presentCosts, salt, key: await derive(salt, presentCosts) }),
    );
  return {
    hash: (password) => hash(password, platform.random(16)),
    matches(password, text) {
      const stored = readPasswordHash(text);
      const { costs, salt, key } = stored ?? readPasswordHash(standIn)!;
      return work(password, costs, async (derive) => {
        const isEqual = platform.equal(await derive(salt, costs), key);
        if (isEqual && stored !== undefined) return true;
        // Takes as long without a hash, and with one that cost less: the time does not reveal whether the account exists.
        for (const missing of listMissing(costs)) await derive(salt, missing);
        return false;
      });
    },
    renew(password, text) {
      const stored = readPasswordHash(text);
      if (stored === undefined || isPresent(stored.costs)) return undefined;
      return hash(password, stored.salt);
    },
    digest: (text, salt) => work(text, presentCosts, (derive) => derive(salt, presentCosts)),
  };
}

function isPresent({ log, p }: ScryptCosts): boolean {
  return log === presentCosts.log && p === presentCosts.p;
}

/** Returns the places that a hash takes, by its memory. */
function countPlaces({ log }: ScryptCosts): number {
  return 2 ** Math.max(0, log - presentCosts.log);
}

/** Returns the costs of what a hash lacks of the work of a new one: together they are as much work as that. */
function listMissing(costs: ScryptCosts): readonly ScryptCosts[] {
  const missing = workOf(presentCosts) - workOf(costs);
  if (missing <= 0) return [];
  return Array.from({ length: presentCosts.log }, (_, log) => ({ log, p: 1 })).filter(
    ({ log }) => (missing & (2 ** log)) !== 0,
  );
}

interface Places {
  /** Does work once this number of places is free; `busy` if too many wait already. */
  take<T>(count: number, work: () => Promise<T>): Promise<T> | 'busy';
}

function openPlaces(): Places {
  let free = most;
  const waiting: { readonly count: number; begin(): void }[] = [];
  /** The first that waits begins first, however few places another one needs. */
  const end = (count: number): void => {
    free += count;
    for (let next = waiting[0]; next !== undefined && next.count <= free; next = waiting[0]) {
      waiting.shift();
      free -= next.count;
      next.begin();
    }
  };
  return {
    take(count, work) {
      if (waiting.length === 0 && count <= free) {
        free -= count;
        return work().finally(() => end(count));
      }
      if (waiting.length >= mostWaiting) return 'busy';
      return new Promise<void>((begin) => waiting.push({ count, begin })).then(work).finally(() => end(count));
    },
  };
}
