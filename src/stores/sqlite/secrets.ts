import type { DatabaseSync } from 'node:sqlite';
import type { Platform } from '../../contracts/platform.ts';
import type { SharedRead } from './batched-reads.ts';

const secretBytes = 32;

/** Returns the secrets of a service by name, created on first use, which must not be inside a transaction. */
export function createSecrets(
  database: DatabaseSync,
  sharedRead: SharedRead,
  platform: Platform,
): (name: string) => Uint8Array {
  const known = new Map<string, Uint8Array>();
  const find = database.prepare('SELECT value FROM nonet_secret WHERE name = ?');
  find.setReturnArrays(true);
  const keep = database.prepare('INSERT INTO nonet_secret (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const ask = (name: string): Uint8Array | undefined => {
    return (find.get(name) as unknown as readonly [Uint8Array] | undefined)?.[0];
  };
  return (name) => {
    let secret = known.get(name) ?? ask(name);
    if (secret === undefined) {
      sharedRead.end();
      // Inside a transaction it could be undone after it had been used.
      if (database.isTransaction) throw new Error(`the secret \`${name}\` is first asked for inside a transaction`);
      keep.run(name, platform.random(secretBytes));
      secret = ask(name)!;
    }
    known.set(name, secret);
    return secret;
  };
}
