import type { CredentialWrites } from '../../steps/store.ts';
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
  const revoke = statementOf(
    `UPDATE nonet_credential SET revoked_at = $1 WHERE (id = $2 OR client = $2) AND kind <> 'token' AND revoked_at IS NULL`,
  );
  const revokeTokens = statementOf(
    `UPDATE nonet_credential SET revoked_at = $1, expires_at = least(expires_at, $1)
     WHERE (id = $2 OR client = $2) AND kind = 'token' AND revoked_at IS NULL`,
  );
  const shorten = statementOf(
    `UPDATE nonet_credential SET expires_at = least(expires_at, $1)
     WHERE (id = $2 OR (client = $2 AND kind = 'secret')) AND revoked_at IS NULL`,
  );
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
      // The tokens after the secrets: whoever holds a secret to give a token (`alive`) has given it by then, and it is seen.
      const done = await Promise.all([asker.ask(revoke, [at, id]), asker.ask(revokeTokens, [at, id])]);
      const ended = done.some(({ count }) => count > 0);
      if (ended) await asker.ask(grow, []);
      return ended;
    },
    async shorten(id, at) {
      await Promise.all([asker.ask(shorten, [at, id]), asker.ask(grow, [])]);
    },
  });
}
