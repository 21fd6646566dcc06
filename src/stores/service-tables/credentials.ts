import type { CredentialRecord } from '../../contracts/caller.ts';
import type { Credentials, CredentialWrites } from '../../contracts/credential-store.ts';
import { all, then } from '../../contracts/maybe-promise.ts';
import type { MaybePromise } from '../../contracts/record.ts';
import {
  type CredentialRow,
  credentialColumns,
  readCredentialRow,
  readRights,
  toCredentialRow,
} from './credential-row.ts';
import { createWritten, type ServiceDatabase, toWrittenCount } from './database.ts';
import type { BoundColumns, ServiceDialect } from './dialect.ts';
import type { Columns, Session } from './session.ts';

const create = `INSERT INTO nonet_credential (${credentialColumns})
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`;
const active = 'revoked_at IS NULL AND coalesce(expires_at > $2, TRUE)';
const held = `SELECT scopes, attributes FROM nonet_credential WHERE id = $1 AND ${active}`;
const change = 'UPDATE nonet_credential SET scopes = $2, attributes = $3 WHERE id = $1';
// The tokens after the secrets, and these once more: a transaction that holds a secret to give a token or another secret (`held`) has given
// it by then, and it is seen.
// Secrets of a client that have ended are changed too: a transaction that began before may still give something with their rights.
const changed = [
  { condition: `id = $1 AND kind <> 'token' AND ${active}`, isTimed: true },
  { condition: `client = $1 AND kind <> 'token' AND revoked_at IS NULL`, isTimed: false },
  { condition: `client = $1 AND kind <> 'token' AND revoked_at IS NULL`, isTimed: false },
  { condition: `id = $1 AND kind = 'token' AND ${active}`, isTimed: true },
  { condition: `client = $1 AND kind = 'token' AND ${active}`, isTimed: true },
].map(({ condition, isTimed }) => {
  return { text: `SELECT ${credentialColumns} FROM nonet_credential WHERE ${condition}`, isTimed };
});
const ends = 'expires_at = CASE WHEN expires_at < $1 THEN expires_at ELSE $1 END';
// One condition per statement: for both at once PostgreSQL may choose to read the whole table.
const buildRevocation = (column: string, set: string, kind: string): string =>
  `UPDATE nonet_credential SET ${set} WHERE ${column} = $2 AND ${kind} AND revoked_at IS NULL`;
const revokes = [
  ...['id', 'client', 'client'].map((column) => buildRevocation(column, 'revoked_at = $1', `kind <> 'token'`)),
  ...['id', 'client'].map((column) => buildRevocation(column, `revoked_at = $1, ${ends}`, `kind = 'token'`)),
];
const revokesOthers = `${buildRevocation('client', `revoked_at = $1, ${ends}`, `kind = 'token'`)} AND id <> $3`;
const shortens = [buildRevocation('id', ends, 'TRUE'), buildRevocation('client', ends, `kind = 'secret'`)];
const endsSession = buildRevocation('session', `revoked_at = $1, ${ends}`, 'TRUE');
const usedAt = 'coalesce(last_used_at, created_at)';
const endsIdle = `${endsSession} AND ${usedAt} <= $3`;
const idleSessions = `SELECT session FROM nonet_credential WHERE session IS NOT NULL AND revoked_at IS NULL AND ${usedAt} <= $1
  ORDER BY ${usedAt} LIMIT $2`;
const hasSession = `SELECT 1 FROM nonet_credential WHERE session = $1 AND ${active} LIMIT 1`;
const leavesSession = 'UPDATE nonet_credential SET session = NULL WHERE session = $1 AND expires_at <= $2';
const endedSessions = `SELECT session, expires_at, id FROM nonet_credential
  WHERE session IS NOT NULL AND expires_at <= $1 AND (expires_at, id) > ($3, $4) ORDER BY expires_at, id LIMIT $2`;
/** Makes the number of endings grow. */
export const countEnding = `INSERT INTO nonet_meta (name, value) VALUES ('credentials', '1')
  ON CONFLICT (name) DO UPDATE SET value = CAST(CAST(nonet_meta.value AS bigint) + 1 AS text)`;

const find = `SELECT ${credentialColumns} FROM nonet_credential WHERE hash = $1`;
const list = `SELECT ${credentialColumns} FROM nonet_credential ORDER BY created_at, id LIMIT $1`;
const listByHand = `SELECT ${credentialColumns} FROM nonet_credential WHERE kind <> 'token' ORDER BY created_at, id LIMIT $1`;
const version = `SELECT CAST(value AS bigint) FROM nonet_meta WHERE name = 'credentials'`;
const use: BoundColumns = { id: 'text', at: 'bigint' };

const minute = 60_000;
const boundless = Number.MAX_SAFE_INTEGER;

const toCredential = (row: Columns): CredentialRecord => readCredentialRow(row as unknown as CredentialRow);

/** Creates what a transaction does with credentials. The end of one, or other rights, change the version number; a token expires then, too. */
export function createCredentialWrites({ share, update }: ServiceDialect, session: Session): CredentialWrites {
  const grown = (): MaybePromise<void> => then(session.run(countEnding), () => undefined);
  return {
    create: (credential) => then(session.run(create, toCredentialRow(credential)), () => undefined),
    held: (id, at, lock) =>
      then(
        session.get(`${held}${lock === 'change' ? update : share}`, [id, at]),
        (row) => row && readRights(row as [string, string]),
      ),
    change(id, at, to) {
      const all: CredentialRecord[] = [];
      const isNew = (record: CredentialRecord): boolean => all.every((known) => known.id !== record.id);
      const store = (record: CredentialRecord): MaybePromise<unknown> => {
        const { scopes, attributes } = to(record, all);
        all.push({ ...record, scopes, attributes });
        return session.run(change, [record.id, JSON.stringify(scopes), JSON.stringify(attributes)]);
      };
      return then(
        each(changed, ({ text, isTimed }) =>
          then(session.all(`${text}${update}`, isTimed ? [id, at] : [id]), (rows) =>
            each(rows.map(toCredential).filter(isNew), store),
          ),
        ),
        () => {
          const present = all.filter(({ expiresAt = boundless }) => expiresAt > at);
          return present.length === 0 ? present : then(grown(), () => present);
        },
      );
    },
    revoke: (id, at, except) =>
      then(all<number[]>(revocationsOf(session, id, at, except)), (counts) => {
        const isEnded = counts.some((count) => count > 0);
        return isEnded ? then(grown(), () => true) : false;
      }),
    endSession: (of, at) => then(session.run(endsSession, [at, of]), (count) => (count > 0 ? grown() : undefined)),
    endIdle: (of, before, at) =>
      then(session.run(endsIdle, [at, of, before]), (count) => (count > 0 ? grown() : undefined)),
    hasSession: (of, at) => then(session.get(hasSession, [of, at]), (row) => row !== undefined),
    leaveSession: (of, at) => then(session.run(leavesSession, [of, at]), () => undefined),
    shorten: (id, at) => then(all([...shortens.map((text) => session.run(text, [at, id])), grown()]), () => undefined),
  };
}

function revocationsOf(session: Session, id: string, at: number, except?: string): MaybePromise<number>[] {
  return except === undefined
    ? revokes.map((text) => session.run(text, [at, id]))
    : [session.run(revokesOthers, [at, id, except])];
}

/** Does work for each item sequentially. */
function each<T>(items: readonly T[], work: (item: T) => MaybePromise<unknown>, from = 0): MaybePromise<void> {
  for (let at = from; at < items.length; at++) {
    const done = work(items[at]!);
    if (done instanceof Promise) return done.then(() => each(items, work, at + 1));
  }
  return undefined;
}

/** Creates the credentials of a service, in the table `nonet_credential`. Only the end of one, and other rights, change the version number. */
export function createCredentials({ dialect, reader, write }: ServiceDatabase): Credentials {
  const inside = (session: Session): CredentialWrites => createCredentialWrites(dialect, session);
  const used = dialect.eachRow(
    use,
    1,
    ({ id, at }, rows) => `UPDATE nonet_credential SET last_used_at = ${at}${rows === undefined ? '' : ` FROM ${rows}`}
    WHERE nonet_credential.id = ${id} AND coalesce(nonet_credential.last_used_at < ${at}, TRUE)`,
  );
  const remove = dialect.deleteSome(
    'nonet_credential',
    ['id'],
    `kind = 'token' AND expires_at < $1`,
    'ORDER BY expires_at LIMIT $2',
  );
  const alone = dialect.lockTable?.('nonet_credential');
  return {
    find: (hash) => then(reader.get(find, [hash]), (row) => row && toCredential(row)),
    list: ({ tokens, most = boundless } = {}) =>
      then(reader.all(tokens === false ? listByHand : list, [most]), (rows) => rows.map(toCredential)),
    create: (credential) => write((session) => then(inside(session).create(credential), createWritten)),
    createFirst: (credential) =>
      write((session) =>
        then(alone === undefined ? 0 : session.run(alone), () =>
          // Executed after the lock: a statement sees the rows committed before it began.
          then(session.get(list, [1]), (row) =>
            row === undefined
              ? then(inside(session).create(credential), () => ({ result: true, undo: false }))
              : { result: false, undo: true },
          ),
        ),
      ),
    revoke: (id, at, except) =>
      write((session) =>
        then(inside(session).revoke(id, at, except), (isEnded) => ({ result: isEnded, undo: !isEnded })),
      ),
    change: (id, at, to) =>
      write((session) => then(inside(session).change(id, at, to), (all) => ({ result: all, undo: all.length === 0 }))),
    used: (moments) => {
      // One order for all instances, so that none waits for another in a circle.
      const sorted = [...moments].sort(([left], [right]) => (left < right ? -1 : 1));
      const rows = sorted.map(([id, at]) => [id, at - (at % minute)]);
      return write((session) => then(used(session, [], rows), createWritten));
    },
    version: () => then(reader.get(version), (row) => (row?.[0] as number | undefined) ?? 0),
    endedSessions: (now, most, { at, id } = { at: -1, id: '' }) =>
      then(reader.all(endedSessions, [now, most, at, id]), (rows) =>
        rows.map((row) => ({ session: row[0] as string, at: Number(row[1]), id: row[2] as string })),
      ),
    idleSessions: (before, most) =>
      then(reader.all(idleSessions, [before, most]), (rows) => [...new Set(rows.map(([of]) => of as string))]),
    expire: (before, most) => write((session) => then(session.run(remove, [before, most]), toWrittenCount)),
  };
}
