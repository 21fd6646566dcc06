import type { Passwords } from '../../contracts/handlers.ts';
import type { Platform } from '../../contracts/platform.ts';
import { toOpaqueString } from '../../text/opaque-string.ts';

/** The maximum number of concurrent hashes: each takes 128 MiB and some hundred milliseconds of a thread. */
const most = 4;
/** As many wait for their turn, some seconds at most; who comes then is refused. */
const mostWaiting = 16;

const form = /^\$scrypt\$ln=17,r=8,p=1\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

/** Returns whether a string is a stored password hash. */
export function isHash(text: unknown): boolean {
  return typeof text === 'string' && form.test(text);
}

/** Opens the hashing of passwords: scrypt (RFC 7914) with 16 random bytes of salt, kept in the form `$scrypt$…`. */
export function openPasswords(platform: Platform): Passwords {
  let running = 0;
  const waiting: (() => void)[] = [];
  const begin = (): Promise<void> | undefined => {
    if (running < most) {
      running++;
      return undefined;
    }
    return new Promise((resolve) => waiting.push(resolve));
  };
  /** The first that waits takes the place of the one that has ended. */
  const end = (): void => {
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  };
  const work = <T>(sent: string, salt: Uint8Array, done: (key: Uint8Array) => T): Promise<T> | 'busy' => {
    const { scrypt } = platform;
    if (scrypt === undefined) throw new Error('this host works out no scrypt');
    if (running >= most && waiting.length >= mostWaiting) return 'busy';
    // One password has one spelling, whichever keyboard it was typed on.
    const password = toOpaqueString(sent);
    const turn = begin();
    const made = turn === undefined ? scrypt(password, salt) : turn.then(() => scrypt(password, salt));
    return made.then(done).finally(end);
  };
  return {
    hash(password) {
      const salt = platform.random(16);
      return work(password, salt, (key) => `$scrypt$ln=17,r=8,p=1$${encodeBase64(salt)}$${encodeBase64(key)}`);
    },
    matches(password, hash) {
      const found = form.exec(hash);
      // Takes as long without a hash, so the time does not reveal whether the account exists.
      if (found === null) return work(password, platform.random(16), () => false);
      const expected = decodeBase64(found[2]!);
      return work(password, decodeBase64(found[1]!), (key) => platform.equal(key, expected));
    },
    digest: (text, salt) => work(text, salt, (key) => key),
  };
}

/** Base 64 without padding, as the strings of password hashes have it. */
function encodeBase64(value: Uint8Array): string {
  return btoa(String.fromCharCode(...value)).replace(/=+$/, '');
}

function decodeBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
