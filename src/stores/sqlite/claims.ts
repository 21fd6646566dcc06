import type { DatabaseSync } from 'node:sqlite';
import type { CredentialRecord } from '../../steps/caller.ts';
import type { Host } from '../../steps/host.ts';
import type { Credentials } from '../../steps/store.ts';
import type { WriteQueue } from './queue.ts';

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
export function createCredentials(database: DatabaseSync, queue: WriteQueue): Credentials {
  const prepare = (text: string) => {
    const statement = database.prepare(text);
    statement.setReturnArrays(true);
    return statement;
  };
  const find = prepare(`SELECT ${columns} FROM nonet_credential WHERE hash = ?`);
  const list = prepare(`SELECT ${columns} FROM nonet_credential ORDER BY created_at, id`);
  const create = prepare(`INSERT INTO nonet_credential (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const revoke = prepare('UPDATE nonet_credential SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL');
  const used = prepare('UPDATE nonet_credential SET last_used_at = ? WHERE id = ?');
  const grow = prepare(
    `INSERT INTO nonet_meta (name, value) VALUES ('credentials', '1')
     ON CONFLICT DO UPDATE SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT)`,
  );
  const version = prepare(`SELECT CAST(value AS INTEGER) FROM nonet_meta WHERE name = 'credentials'`);
  return {
    find(hash) {
      const row = find.get(hash) as unknown as CredentialRow | undefined;
      return row === undefined ? undefined : recordOf(row);
    },
    list: () => (list.all() as unknown as CredentialRow[]).map(recordOf),
    create: (credential) =>
      queue.write((part) => {
        part.writing();
        const { id, scheme, hash, subject, scopes, attributes, createdAt } = credential;
        const times = [createdAt, credential.expiresAt, credential.revokedAt, credential.lastUsedAt];
        const texts = [id, scheme, hash, subject, JSON.stringify(scopes), JSON.stringify(attributes)];
        create.run(...texts, ...times.map((time) => time ?? null));
        grow.run();
        return { result: undefined, undo: false };
      }),
    revoke: (id, at) =>
      queue.write((part) => {
        part.writing();
        const done = Number(revoke.run(at, id).changes) === 1;
        if (done) grow.run();
        return { result: done, undo: !done };
      }),
    used: (moments) =>
      queue.write((part) => {
        part.writing();
        for (const [id, at] of moments) used.run(at - (at % 60_000), id);
        return { result: undefined, undo: false };
      }),
    version: () => (version.get() as unknown as readonly [number] | undefined)?.[0] ?? 0,
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

/** Gives the secrets of a service by name, made at first asking, which may not be inside a transaction. */
export function createSecrets(database: DatabaseSync, host: Host): (name: string) => Uint8Array {
  const known = new Map<string, Uint8Array>();
  const find = database.prepare('SELECT value FROM nonet_secret WHERE name = ?');
  find.setReturnArrays(true);
  const keep = database.prepare('INSERT INTO nonet_secret (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const ask = (name: string): Uint8Array | undefined => {
    return (find.get(name) as unknown as readonly [Uint8Array] | undefined)?.[0];
  };
  return (name) => {
    let secret = known.get(name) ?? ask(name);
    if (secret === undefined) {
      // Inside a transaction it could be undone after it had been used.
      if (database.isTransaction) throw new Error(`the secret \`${name}\` is first asked for inside a transaction`);
      keep.run(name, host.random(secretBytes));
      secret = ask(name)!;
    }
    known.set(name, secret);
    return secret;
  };
}
