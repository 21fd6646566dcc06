import type { SecretPlace, Store } from '../../steps/store.ts';
import { mostReplaced } from '../replaced-secrets.ts';
import type { Asker, Statement } from './connect.ts';

/** Keeps a secret that is replaced, inside a transaction. */
export type KeepReplaced = (asker: Asker, place: SecretPlace, secret: string, until: number) => Promise<void>;

/** Makes what keeps the secrets that are replaced. */
export function createKeepReplaced(statementOf: (text: string) => Statement): KeepReplaced {
  const insert = statementOf(
    'INSERT INTO nonet_replaced_secret (resource, field, id, value, kept_until) VALUES ($1, $2, $3, $4, $5)',
  );
  return async (asker, { resource, field, id }, secret, until) => {
    await asker.ask(insert, [resource, field, String(id), secret, until]);
  };
}

/** Makes what finds them again. */
export function createFindReplaced(asker: Asker, statementOf: (text: string) => Statement): Store['replacedSecrets'] {
  const select = statementOf(
    `SELECT value FROM nonet_replaced_secret WHERE resource = $1 AND field = $2 AND id = $3 AND kept_until > $4
     ORDER BY number DESC LIMIT ${mostReplaced}`,
  );
  return async ({ resource, field, id }, now) => {
    const { rows } = await asker.ask(select, [resource, field, String(id), now]);
    return rows.map(([value]) => String(value));
  };
}
