import type { CredentialRecord } from '../../steps/caller.ts';
import type { Host } from '../../steps/host.ts';
import type { Credentials } from '../../steps/store.ts';
import type { Asker, Statement } from './connect.ts';
import type { Write } from './run.ts';

const columns = 'id, scheme, hash, subject, scopes, attributes, created_at, expires_at, revoked_at, last_used_at';

type CredentialRow = readonly [
  id: string,
  scheme: string,
  hash: string,
  subject: string,
  scopes: string,
  attributes: string,
  createdAt: number,
  expiresAt: number | null,
  revokedAt: number | null,
  lastUsedAt: number | null,
];

/** The credentials of a service, in the table `nonet_credential`. Notes of uses do not change the version number. */
export function createCredentials(reader: Asker, write: Write, statementOf: (text: string) => Statement): Credentials {
  const find = statementOf(`SELECT ${columns} FROM nonet_credential WHERE hash = $1`);
  const list = statementOf(`SELECT ${columns} FROM nonet_credential ORDER BY created_at, id`);
  const create = statementOf(
    `INSERT INTO nonet_credential (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
  );
  const revoke = statementOf('UPDATE nonet_credential SET revoked_at = $1 WHERE id = $2 AND revoked_at IS NULL');
  const used = statementOf(
    `UPDATE nonet_credential AS c SET last_used_at = u.at
     FROM unnest($1::text[], $2::bigint[]) AS u (id, at) WHERE c.id = u.id AND coalesce(c.last_used_at < u.at, TRUE)`,
  );
  const grow = statementOf(
    `INSERT INTO nonet_meta AS one (name, value) VALUES ('credentials', '1')
     ON CONFLICT (name) DO UPDATE SET value = (one.value::bigint + 1)::text`,
  );
  const version = statementOf(`SELECT value::bigint FROM nonet_meta WHERE name = 'credentials'`);
  return {
    async find(hash) {
      const { rows } = await reader.ask(find, [hash]);
      return rows.length === 0 ? undefined : recordOf(rows[0] as CredentialRow);
    },
    list: async () => (await reader.ask(list, [])).rows.map((row) => recordOf(row as CredentialRow)),
    create: (credential) =>
      write(async (transaction) => {
        const { id, scheme, hash, subject, scopes, attributes, createdAt } = credential;
        const times = [createdAt, credential.expiresAt, credential.revokedAt, credential.lastUsedAt];
        const texts = [id, scheme, hash, subject, JSON.stringify(scopes), JSON.stringify(attributes)];
        transaction.ask(create, [...texts, ...times]);
        await transaction.ask(grow, []);
        return { result: undefined, undo: false };
      }),
    revoke: (id, at) =>
      write(async (transaction) => {
        const { count } = await transaction.ask(revoke, [at, id]);
        if (count === 1) transaction.ask(grow, []);
        return { result: count === 1, undo: count !== 1 };
      }),
    used: (moments) =>
      write((transaction) => {
        // One order for all instances, so that none waits for another in a circle.
        const all = [...moments].sort(([left], [right]) => (left < right ? -1 : 1));
        transaction.ask(used, [all.map(([id]) => id), all.map(([, at]) => at - (at % 60_000))]);
        return { result: undefined, undo: false };
      }),
    version: async () => ((await reader.ask(version, [])).rows[0]?.[0] as number | undefined) ?? 0,
  };
}

function recordOf(row: CredentialRow): CredentialRecord {
  const [id, scheme, hash, subject, scopes, attributes, createdAt, expiresAt, revokedAt, lastUsedAt] = row;
  return {
    id,
    scheme,
    hash,
    subject,
    scopes: JSON.parse(scopes) as readonly string[],
    attributes: JSON.parse(attributes) as Readonly<Record<string, unknown>>,
    createdAt,
    ...(expiresAt === null ? {} : { expiresAt }),
    ...(revokedAt === null ? {} : { revokedAt }),
    ...(lastUsedAt === null ? {} : { lastUsedAt }),
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
