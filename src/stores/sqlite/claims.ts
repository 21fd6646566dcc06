import type { DatabaseSync } from 'node:sqlite';
import type { Credentials, CredentialWrites } from '../../steps/credential-store.ts';
import type { Host } from '../../steps/host.ts';
import { type CredentialRow, credentialColumns, credentialOf, rowOfCredential } from '../credential.ts';
import { thrown } from './failures.ts';
import type { Part } from './group.ts';
import type { WriteQueue } from './queue.ts';
import type { ReadTurn } from './read-turn.ts';

/** Gives the credentials of a database that an older Nonet has made the columns that they have now. */
export function completeCredentials(database: DatabaseSync): void {
  const columns = database.prepare('PRAGMA table_info(nonet_credential)').all();
  if (columns.length === 0 || columns.some(({ name }) => name === 'kind')) return;
  database.exec(`ALTER TABLE nonet_credential ADD COLUMN kind TEXT NOT NULL DEFAULT 'key'`);
  database.exec('ALTER TABLE nonet_credential ADD COLUMN client TEXT');
}

/** Makes what parts of a transaction may do with credentials. What ends one changes the version number; a token is over then, too. */
export function createCredentialWrites(database: DatabaseSync): (part: Part) => CredentialWrites {
  const create = database.prepare(
    `INSERT INTO nonet_credential (${credentialColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const alive = database.prepare(
    'SELECT 1 FROM nonet_credential WHERE id = ? AND revoked_at IS NULL AND coalesce(expires_at > ?, TRUE)',
  );
  const revoke = database.prepare(
    `UPDATE nonet_credential SET revoked_at = ?1, expires_at = iif(kind = 'token', min(coalesce(expires_at, ?1), ?1), expires_at)
     WHERE (id = ?2 OR client = ?2) AND revoked_at IS NULL`,
  );
  const shorten = database.prepare(
    `UPDATE nonet_credential SET expires_at = min(coalesce(expires_at, ?), ?)
     WHERE (id = ? OR (client = ? AND kind = 'secret')) AND revoked_at IS NULL`,
  );
  const grow = database.prepare(
    `INSERT INTO nonet_meta (name, value) VALUES ('credentials', '1')
     ON CONFLICT DO UPDATE SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT)`,
  );
  return (part) => ({
    create(credential) {
      part.writing();
      create.run(...rowOfCredential(credential));
    },
    alive: (id, at) => alive.get(id, at) !== undefined,
    revoke(id, at) {
      part.writing();
      const done = Number(revoke.run(at, id).changes) > 0;
      if (done) grow.run();
      return done;
    },
    shorten(id, at) {
      part.writing();
      shorten.run(at, at, id, id);
      grow.run();
    },
  });
}

/** The credentials of a service, in the table `nonet_credential`. Only what ends one changes the version number. */
export function createCredentials(database: DatabaseSync, queue: WriteQueue): Credentials {
  const prepare = (text: string) => {
    const statement = database.prepare(text);
    statement.setReturnArrays(true);
    return statement;
  };
  const find = prepare(`SELECT ${credentialColumns} FROM nonet_credential WHERE hash = ?`);
  const list = prepare(`SELECT ${credentialColumns} FROM nonet_credential ORDER BY created_at, id LIMIT ?`);
  const listByHand = prepare(
    `SELECT ${credentialColumns} FROM nonet_credential WHERE kind <> 'token' ORDER BY created_at, id LIMIT ?`,
  );
  const used = prepare(
    'UPDATE nonet_credential SET last_used_at = ? WHERE id = ? AND coalesce(last_used_at < ?, TRUE)',
  );
  const remove = prepare(
    `DELETE FROM nonet_credential WHERE id IN
     (SELECT id FROM nonet_credential WHERE kind = 'token' AND expires_at < ? ORDER BY expires_at LIMIT ?)`,
  );
  const version = prepare(`SELECT CAST(value AS INTEGER) FROM nonet_meta WHERE name = 'credentials'`);
  return {
    find(hash) {
      try {
        const row = find.get(hash) as unknown as CredentialRow | undefined;
        return row === undefined ? undefined : credentialOf(row);
      } catch (error) {
        throw thrown(error);
      }
    },
    list: ({ tokens, most = -1 } = {}) =>
      ((tokens === false ? listByHand : list).all(most) as unknown as CredentialRow[]).map(credentialOf),
    create: (credential) =>
      queue.write(async ({ credentials }) => ({ result: await credentials.create(credential), undo: false })),
    createFirst: (credential) =>
      queue.write(async ({ credentials }) => {
        const first = list.get(1) === undefined;
        if (first) await credentials.create(credential);
        return { result: first, undo: false };
      }),
    revoke: (id, at) =>
      queue.write(async ({ credentials }) => {
        const done = await credentials.revoke(id, at);
        return { result: done, undo: !done };
      }),
    used: (moments) =>
      queue.write((part) => {
        part.writing();
        for (const [id, at] of moments) used.run(at - (at % 60_000), id, at - (at % 60_000));
        return { result: undefined, undo: false };
      }),
    version: () => (version.get() as unknown as readonly [number] | undefined)?.[0] ?? 0,
    expire: (before, most) =>
      queue.write((part) => {
        part.writing();
        const removed = Number(remove.run(before, most).changes);
        return { result: removed, undo: removed === 0 };
      }),
  };
}

const secretBytes = 32;

/** Gives the secrets of a service by name, made at first asking, which may not be inside a transaction. */
export function createSecrets(database: DatabaseSync, turn: ReadTurn, host: Host): (name: string) => Uint8Array {
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
      turn.end();
      // Inside a transaction it could be undone after it had been used.
      if (database.isTransaction) throw new Error(`the secret \`${name}\` is first asked for inside a transaction`);
      keep.run(name, host.random(secretBytes));
      secret = ask(name)!;
    }
    known.set(name, secret);
    return secret;
  };
}
