import type { DatabaseSync } from 'node:sqlite';
import type { SecretPlace, Store } from '../../steps/store.ts';
import { mostReplaced } from '../replaced-secrets.ts';

/** Keeps secrets that are replaced, and finds them again. */
export interface ReplacedSecrets {
  keep(place: SecretPlace, secret: string, until: number): void;
  readonly find: Store['replacedSecrets'];
  /** Forgets those of a record that is gone. */
  forget(resource: string, id: unknown): void;
  /** Removes those that are no longer kept, at most so many. */
  expire(now: number, most: number): number;
}

/** Makes the replaced secrets of a connection. */
export function createReplacedSecrets(database: DatabaseSync): ReplacedSecrets {
  const insert = database.prepare(
    'INSERT INTO nonet_replaced_secret (resource, field, id, value, kept_until) VALUES (?, ?, ?, ?, ?)',
  );
  const select = database.prepare(
    `SELECT value FROM nonet_replaced_secret WHERE resource = ? AND field = ? AND id = ? AND kept_until > ?
     ORDER BY number DESC LIMIT ${mostReplaced}`,
  );
  select.setReturnArrays(true);
  const remove = database.prepare('DELETE FROM nonet_replaced_secret WHERE resource = ? AND id = ?');
  const expired = database.prepare(
    `DELETE FROM nonet_replaced_secret WHERE number IN
     (SELECT number FROM nonet_replaced_secret WHERE kept_until <= ? ORDER BY kept_until LIMIT ?)`,
  );
  return {
    keep: ({ resource, field, id }, secret, until) => void insert.run(resource, field, String(id), secret, until),
    find: ({ resource, field, id }, now) =>
      (select.all(resource, field, String(id), now) as unknown as readonly [string][]).map(([value]) => value),
    forget: (resource, id) => void remove.run(resource, String(id)),
    expire: (now, most) => Number(expired.run(now, most).changes),
  };
}
