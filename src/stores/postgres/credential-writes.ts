import type { CredentialWrites } from '../../steps/store.ts';
import { credentialColumns, rowOfCredential } from '../credential.ts';
import type { Asker, Statement } from './connect.ts';

/** Makes what transactions may do with credentials. What ends one changes the version number. */
export function createCredentialWrites(statementOf: (text: string) => Statement): (asker: Asker) => CredentialWrites {
  const create = statementOf(
    `INSERT INTO nonet_credential (${credentialColumns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
  );
  const revoke = statementOf(
    'UPDATE nonet_credential SET revoked_at = $1 WHERE (id = $2 OR client = $2) AND revoked_at IS NULL',
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
    async revoke(id, at) {
      const { count } = await asker.ask(revoke, [at, id]);
      if (count > 0) await asker.ask(grow, []);
      return count > 0;
    },
    async shorten(id, at) {
      await Promise.all([asker.ask(shorten, [at, id]), asker.ask(grow, [])]);
    },
  });
}
