import type { Credentials } from '../../steps/credential-store.ts';
import type { Host } from '../../steps/host.ts';
import { type CredentialRow, credentialColumns, credentialOf } from '../credential.ts';
import type { Asker, Statement } from './connect.ts';
import type { Write } from './run.ts';

/** The credentials of a service, in the table `nonet_credential`. Only what ends one changes the version number. */
export function createCredentials(reader: Asker, write: Write, statementOf: (text: string) => Statement): Credentials {
  const find = statementOf(`SELECT ${credentialColumns} FROM nonet_credential WHERE hash = $1`);
  const list = statementOf(`SELECT ${credentialColumns} FROM nonet_credential ORDER BY created_at, id LIMIT $1`);
  const listByHand = statementOf(
    `SELECT ${credentialColumns} FROM nonet_credential WHERE kind <> 'token' ORDER BY created_at, id LIMIT $1`,
  );
  const used = statementOf(
    `UPDATE nonet_credential AS c SET last_used_at = u.at
     FROM unnest($1::text[], $2::bigint[]) AS u (id, at) WHERE c.id = u.id AND coalesce(c.last_used_at < u.at, TRUE)`,
  );
  const remove = statementOf(
    `DELETE FROM nonet_credential WHERE ctid = ANY (ARRAY(SELECT ctid FROM nonet_credential
     WHERE kind = 'token' AND expires_at < $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED))`,
  );
  const alone = statementOf('LOCK TABLE nonet_credential IN SHARE ROW EXCLUSIVE MODE');
  const version = statementOf(`SELECT value::bigint FROM nonet_meta WHERE name = 'credentials'`);
  return {
    async find(hash) {
      const { rows } = await reader.ask(find, [hash]);
      return rows.length === 0 ? undefined : credentialOf(rows[0] as unknown as CredentialRow);
    },
    async list({ tokens, most = null } = {}) {
      const { rows } = await reader.ask(tokens === false ? listByHand : list, [most]);
      return rows.map((row) => credentialOf(row as unknown as CredentialRow));
    },
    create: (credential) =>
      write(async ({ credentials }) => ({ result: await credentials.create(credential), undo: false })),
    createFirst: (credential) =>
      write(async (transaction) => {
        await transaction.ask(alone, []);
        // Asked behind the lock: a statement sees what was committed before it began.
        const created = (await transaction.ask(list, [1])).rows.length === 0;
        if (created) await transaction.credentials.create(credential);
        return { result: created, undo: !created };
      }),
    revoke: (id, at) =>
      write(async ({ credentials }) => {
        const done = await credentials.revoke(id, at);
        return { result: done, undo: !done };
      }),
    used: (moments) =>
      write((transaction) => {
        // One order for all instances, so that none waits for another in a circle.
        const all = [...moments].sort(([left], [right]) => (left < right ? -1 : 1));
        transaction.ask(used, [all.map(([id]) => id), all.map(([, at]) => at - (at % 60_000))]);
        return { result: undefined, undo: false };
      }),
    version: async () => ((await reader.ask(version, [])).rows[0]?.[0] as number | undefined) ?? 0,
    expire: (before, most) =>
      write(async (transaction) => {
        const { count } = await transaction.ask(remove, [before, most]);
        return { result: count, undo: count === 0 };
      }),
  };
}

const secretBytes = 32;

/** The secret from which all others are made, kept in the store by the instance that opens it first. */
export async function rootSecret(asker: Asker, host: Host): Promise<Uint8Array> {
  const made = [Buffer.from(host.random(secretBytes))];
  await asker.ask(
    { text: `INSERT INTO nonet_secret (name, value) VALUES ('root', $1) ON CONFLICT (name) DO NOTHING` },
    made,
  );
  const { rows } = await asker.ask({ text: `SELECT value FROM nonet_secret WHERE name = 'root'` });
  return rows[0]![0] as Uint8Array;
}

/** Gives the secrets of a service by name: a server could not be asked for one at once. */
export function createSecrets(root: Uint8Array, host: Host): (name: string) => Uint8Array {
  const known = new Map<string, Uint8Array>();
  return (name) => {
    const secret = known.get(name) ?? host.hmac(root, name);
    known.set(name, secret);
    return secret;
  };
}
