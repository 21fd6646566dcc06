import type { SigningKeys } from '../../steps/store.ts';
import { signingKeyName } from '../signing-key.ts';
import type { Asker, Statement } from './connect.ts';
import type { Write } from './run.ts';

/** The keys that a service signs with, in the table `nonet_secret`. */
export function createSigningKeys(reader: Asker, write: Write, statementOf: (text: string) => Statement): SigningKeys {
  const list = statementOf('SELECT value FROM nonet_secret WHERE name >= $1 AND name < $2 ORDER BY name');
  const add = statementOf('INSERT INTO nonet_secret (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING');
  const replace = statementOf('UPDATE nonet_secret SET value = $1 WHERE name = $2');
  const remove = statementOf('DELETE FROM nonet_secret WHERE name = $1');
  return {
    async list() {
      const { rows } = await reader.ask(list, [signingKeyName(''), signingKeyName('\u{10ffff}')]);
      return rows.map(([value]) => new TextDecoder().decode(value as Uint8Array));
    },
    add: (name, text) =>
      write(async (transaction) => {
        await transaction.ask(add, [signingKeyName(name), Buffer.from(text)]);
        return { result: undefined, undo: false };
      }),
    replace: (name, text) =>
      write(async (transaction) => {
        await transaction.ask(replace, [Buffer.from(text), signingKeyName(name)]);
        return { result: undefined, undo: false };
      }),
    remove: (name) =>
      write(async (transaction) => {
        await transaction.ask(remove, [signingKeyName(name)]);
        return { result: undefined, undo: false };
      }),
  };
}
