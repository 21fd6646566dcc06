/** The costs of scrypt (RFC 7914): N is 2 to the power of `log`, r is 8. */
export interface ScryptCosts {
  readonly log: number;
  readonly p: number;
}

/** A stored hash of a password, as its text says it. */
export interface PasswordHash {
  readonly costs: ScryptCosts;
  readonly salt: Uint8Array;
  readonly key: Uint8Array;
}

/** The costs of new hashes. */
export const presentCosts: ScryptCosts = { log: 17, p: 1 };

/** The most work of a hash that is accepted: eight times that of a new one. */
const mostWork = 2 ** 20;

const form = /^\$scrypt\$ln=(1[3-9]),r=8,p=([1-9]|10)\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

/** Returns how much work a hash with these costs is. */
export function workOf({ log, p }: ScryptCosts): number {
  return 2 ** log * p;
}

/** Reads a stored hash of a password; undefined for any other text, also for a hash with costs outside of the bounds. */
export function readPasswordHash(text: string): PasswordHash | undefined {
  const found = form.exec(text);
  if (found === null) return undefined;
  const costs = { log: Number(found[1]), p: Number(found[2]) };
  if (workOf(costs) > mostWork) return undefined;
  return { costs, salt: decodeBase64(found[3]!), key: decodeBase64(found[4]!) };
}

/** Writes a hash as it is stored. */
export function writePasswordHash({ costs, salt, key }: PasswordHash): string {
  return `$scrypt$ln=${costs.log},r=8,p=${costs.p}$${encodeBase64(salt)}$${encodeBase64(key)}`;
}

/** Base 64 without padding, as the strings of password hashes have it. */
function encodeBase64(value: Uint8Array): string {
  return btoa(String.fromCharCode(...value)).replace(/=+$/, '');
}

function decodeBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
