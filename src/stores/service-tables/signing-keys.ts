import { then } from '../../contracts/maybe-promise.ts';
import type { SigningKeys } from '../../contracts/store.ts';
import { createWritten, type ServiceDatabase } from './database.ts';

const list = 'SELECT value FROM nonet_secret WHERE name >= $1 AND name < $2 ORDER BY name';
const add = 'INSERT INTO nonet_secret (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING';
const replace = 'UPDATE nonet_secret SET value = $2 WHERE name = $1';
const remove = 'DELETE FROM nonet_secret WHERE name = $1';

/** A key that the service signs with is a secret of this name. */
const toSecretName = (name: string): string => `signing key ${name}`;

/** Creates the keys that a service signs with, in the table `nonet_secret`. */
export function createSigningKeys({ reader, write }: Pick<ServiceDatabase, 'reader' | 'write'>): SigningKeys {
  const run = (text: string, values: readonly unknown[]): Promise<void> =>
    write((session) => then(session.run(text, values), createWritten));
  return {
    list: () =>
      then(reader.all(list, [toSecretName(''), toSecretName('\u{10ffff}')]), (rows) =>
        rows.map(([value]) => new TextDecoder().decode(value as Uint8Array)),
      ),
    add: (name, text) => run(add, [toSecretName(name), Buffer.from(text)]),
    replace: (name, text) => run(replace, [toSecretName(name), Buffer.from(text)]),
    remove: (name) => run(remove, [toSecretName(name)]),
  };
}
