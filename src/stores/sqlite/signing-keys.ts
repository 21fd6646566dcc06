import type { DatabaseSync } from 'node:sqlite';
import type { SigningKeys } from '../../steps/store.ts';
import { signingKeyName } from '../signing-key.ts';
import type { WriteQueue } from './queue.ts';

/** The keys that a service signs with, in the table `nonet_secret`. */
export function createSigningKeys(database: DatabaseSync, queue: WriteQueue): SigningKeys {
  const list = database.prepare('SELECT value FROM nonet_secret WHERE name >= ? AND name < ? ORDER BY name');
  list.setReturnArrays(true);
  const add = database.prepare('INSERT INTO nonet_secret (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const replace = database.prepare('UPDATE nonet_secret SET value = ? WHERE name = ?');
  const remove = database.prepare('DELETE FROM nonet_secret WHERE name = ?');
  return {
    list() {
      const rows = list.all(signingKeyName(''), signingKeyName('\u{10ffff}')) as unknown as [Uint8Array][];
      return rows.map(([value]) => new TextDecoder().decode(value));
    },
    add: (name, text) =>
      queue.write((part) => {
        part.writing();
        add.run(signingKeyName(name), new TextEncoder().encode(text));
        return { result: undefined, undo: false };
      }),
    replace: (name, text) =>
      queue.write((part) => {
        part.writing();
        replace.run(new TextEncoder().encode(text), signingKeyName(name));
        return { result: undefined, undo: false };
      }),
    remove: (name) =>
      queue.write((part) => {
        part.writing();
        remove.run(signingKeyName(name));
        return { result: undefined, undo: false };
      }),
  };
}
