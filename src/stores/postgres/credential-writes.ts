import type { CredentialWrites } from '../../steps/credential-store.ts';
import { credentialColumns, rowOfCredential } from '../credential.ts';
import type { Asker, Statement } from './connect.ts';

/** Makes what transactions may do with credentials. What ends one changes the version number; a token is over then, too. */
export function createCredentialWrites(statementOf: (text: string) => Statement): (asker: Asker) => CredentialWrites {
  const create = statementOf(
    `INSERT INTO nonet_credential (${credentialColumns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
  );
  const alive = statementOf(
    `SELECT 1 FROM nonet_credential WHERE id = $1 AND revoked_at IS NULL AND coalesce(expires_at > $2, TRUE) FOR SHARE`,
  );
  // One after the other by each index: over both at once PostgreSQL may choose to read the whole table.
  const by = (column: string, set: string, kind: string) =>
    statementOf(`UPDATE nonet_credential SET ${set} WHERE ${column} = $2 AND ${kind} AND revoked_at IS NULL`);
  const over = 'revoked_at = $1, expires_at = least(expires_at, $1)';
  const revokes = [
    ...['id', 'client'].map((column) => by(column, 'revoked_at = $1', `kind <> 'token'`)),
    // The tokens after the secrets: whoever holds a secret to give a token (`alive`) has given it by then, and it is seen.
    ...['id', 'client'].map((column) => by(column, over, `kind = 'token'`)),
  ];
  const shortens = [
    by('id', 'expires_at = least(expires_at, $1)', 'TRUE'),
    by('client', 'expires_at = least(expires_at, $1)', `kind = 'secret'`),
  ];
  const grow = statementOf(
    `INSERT INTO nonet_meta AS one (name, value) VALUES ('credentials', '1')
     ON CONFLICT (name) DO UPDATE SET value = (one.value::bigint + 1)::text`,
  );
  return (asker) => ({
    async create(credential) {
      await asker.ask(create, rowOfCredential(credential));
    },
    alive: async (id, at) => (await asker.ask(alive, [id, at])).rows.length > 0,
    async revoke(id, at) {
      const done = await Promise.all(revokes.map((one) => asker.ask(one, [at, id])));
      const ended = done.some(({ count }) => count > 0);
      if (ended) await asker.ask(grow, []);
      return ended;
    },
    async shorten(id, at) {
      await Promise.all([...shortens.map((one) => asker.ask(one, [at, id])), asker.ask(grow, [])]);
    },
  });
}
