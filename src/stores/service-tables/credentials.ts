import type { CredentialRecord } from '../../contracts/caller.ts';
import { all, then } from '../../contracts/maybe-promise.ts';
import type { MaybePromise } from '../../contracts/record.ts';
import type { Credentials, CredentialWrites } from '../../contracts/sessions/credential-store.ts';
import {
  type CredentialRow,
  credentialColumns,
  holdsSession,
  isByHand,
  isIssued,
  readCredentialRow,
  readRights,
  toCredentialRow,
} from './credential-row.ts';
import { createWritten, type ServiceDatabase, toWrittenCount } from './database.ts';
import type { BoundColumns, ServiceDialect } from './dialect.ts';
import type { Columns, Session } from './session.ts';

const create = `INSERT INTO nonet_credential (${credentialColumns})
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`;
const active = 'revoked_at IS NULL AND coalesce(expires_at > $2, TRUE)';
const held = `SELECT scopes, attributes FROM nonet_credential WHERE id = $1 AND ${active}`;
const change = 'UPDATE nonet_credential SET scopes = $2, attributes = $3 WHERE id = $1';
/** Selects the session of a credential that has a refresh token. */
const ofRefreshed = (id: string): string =>
  `session = (SELECT session FROM nonet_credential WHERE id = ${id} AND generation IS NOT NULL)`;
// The tokens after the secrets, and these once more: a transaction that holds a secret to give a token or another secret (`held`) has given
// it by then, and it is seen.
// Secrets of a client that have ended are changed too: a transaction that began before may still give something with their rights.
const changed = [
  { condition: `id = $1 AND ${isByHand} AND ${active}`, isTimed: true },
  { condition: `client = $1 AND ${isByHand} AND revoked_at IS NULL`, isTimed: false },
  { condition: `client = $1 AND ${isByHand} AND revoked_at IS NULL`, isTimed: false },
  // A refresh holds its token until it has given one with the rights of before.
  { condition: `${ofRefreshed('$1')} AND kind = 'refresh' AND ${active}`, isTimed: true },
  { condition: `client = $1 AND kind = 'refresh' AND ${active}`, isTimed: true },
  { condition: `${ofRefreshed('$1')} AND kind = 'token' AND ${active}`, isTimed: true },
  { condition: `id = $1 AND kind = 'token' AND ${active}`, isTimed: true },
  { condition: `client = $1 AND kind = 'token' AND ${active}`, isTimed: true },
].map(({ condition, isTimed }) => {
  return { text: `SELECT ${credentialColumns} FROM nonet_credential WHERE ${condition}`, isTimed };
});
const ends = 'expires_at = CASE WHEN expires_at < $1 THEN expires_at ELSE $1 END';
// One condition per statement: for both at once PostgreSQL may choose to read the whole table.
const buildRevocation = (column: string, set: string, kind: string): string =>
  `UPDATE nonet_credential SET ${set} WHERE ${column} = $2 AND ${kind} AND revoked_at IS NULL`;
const ended = `revoked_at = $1, ${ends}`;
// Refresh tokens before others: a transaction that holds one to give a token has given it by then, and the next statement sees it.
const issuedKinds = [`kind = 'refresh'`, `kind = 'token'`];
const revokes = [
  ...['id', 'client', 'client'].map((column) => buildRevocation(column, 'revoked_at = $1', isByHand)),
  ...issuedKinds.map(
    (kind) => `UPDATE nonet_credential SET ${ended} WHERE ${ofRefreshed('$2')} AND ${kind} AND revoked_at IS NULL`,
  ),
  ...['id', 'client'].flatMap((column) => issuedKinds.map((kind) => buildRevocation(column, ended, kind))),
];
const isOther = 'id <> $3 AND coalesce(session <> (SELECT session FROM nonet_credential WHERE id = $3), TRUE)';
const revokesOthers = issuedKinds.map((kind) => `${buildRevocation('client', ended, kind)} AND ${isOther}`);
const shortens = [buildRevocation('id', ends, 'TRUE'), buildRevocation('client', ends, `kind = 'secret'`)];
const endsSession = issuedKinds.map((kind) => buildRevocation('session', ended, kind));
const usedAt = 'coalesce(last_used_at, created_at)';
const endsIdle = `${buildRevocation('session', ended, holdsSession)} AND ${usedAt} <= $3`;
const idleSessions = `SELECT session FROM nonet_credential
  WHERE session IS NOT NULL AND revoked_at IS NULL AND ${holdsSession} AND ${usedAt} <= $1
  ORDER BY ${usedAt} LIMIT $2`;
const findRefresh = `SELECT ${credentialColumns} FROM nonet_credential WHERE hash = $1 AND kind = 'refresh' AND ${active}`;
const rotate = 'UPDATE nonet_credential SET generation = $2, rotated_at = $3, last_used_at = $3 WHERE id = $1';
const lastUse = `SELECT max(${usedAt}) FROM nonet_credential WHERE session = $1`;
const hasSession = `SELECT 1 FROM nonet_credential WHERE session = $1 AND ${active} LIMIT 1`;
const leavesSession = 'UPDATE nonet_credential SET session = NULL WHERE session = $1 AND expires_at <= $2';
const endedSessions = `SELECT session, expires_at, id FROM nonet_credential
  WHERE session IS NOT NULL AND ${holdsSession} AND expires_at <= $1 AND (expires_at, id) > ($3, $4) ORDER BY expires_at, id LIMIT $2`;
/** Makes the number of endings grow. */
export const countEnding = `INSERT INTO nonet_meta (name, value) VALUES ('credentials', '1')
  ON CONFLICT (name) DO UPDATE SET value = CAST(CAST(nonet_meta.value AS bigint) + 1 AS text)`;

const find = `SELECT ${credentialColumns} FROM nonet_credential WHERE hash = $1`;
const list = `SELECT ${credentialColumns} FROM nonet_credential ORDER BY created_at, id LIMIT $1`;
const listByHand = `SELECT ${credentialColumns} FROM nonet_credential WHERE ${isByHand} ORDER BY created_at, id LIMIT $1`;
const version = `SELECT CAST(value AS bigint) FROM nonet_meta WHERE name = 'credentials'`;
const use: BoundColumns = { id: 'text', at: 'bigint' };

const minute = 60_000;
const boundless = Number.MAX_SAFE_INTEGER;

const toCredential = (row: Columns): CredentialRecord => readCredentialRow(row as unknown as CredentialRow);

/** Creates what a transaction does with credentials. The end of one, or other rights, change the version number; a token expires then, too. */
export function createCredentialWrites({ share, update }: ServiceDialect, session: Session): CredentialWrites {
  const grown = (): MaybePromise<void> => then(session.run(countEnding), () => undefined);
  const endSession = (of: string, at: number): MaybePromise<void> =>
    then(all<number[]>(endsSession.map((text) => session.run(text, [at, of]))), (counts) =>
      counts.some((count) => count > 0) ? grown() : undefined,
    );
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
          const present = all.filter(({ kind, expiresAt = boundless }) => kind !== 'refresh' && expiresAt > at);
          return present.length === 0 ? present : then(grown(), () => present);
        },
      );
    },
    revoke: (id, at, except) =>
      then(all<number[]>(revocationsOf(session, id, at, except)), (counts) => {
        const isEnded = counts.some((count) => count > 0);
        return isEnded ? then(grown(), () => true) : false;
      }),
    endSession,
    endIdle: (of, before, at) =>
      then(session.run(endsIdle, [at, of, before]), (count) =>
        count > 0 ? then(endSession(of, at), grown) : undefined,
      ),
    findRefresh: (hash, at) =>
      then(session.get(`${findRefresh}${update}`, [hash, at]), (row) => row && toCredential(row)),
    rotate: (id, generation, at) => then(session.run(rotate, [id, generation, at]), () => undefined),
    lastUse: (of) => then(session.get(lastUse, [of]), (row) => Number(row?.[0] ?? 0)),
    hasSession: (of, at) => then(session.get(hasSession, [of, at]), (row) => row !== undefined),
    leaveSession: (of, at) => then(session.run(leavesSession, [of, at]), () => undefined),
    shorten: (id, at) => then(all([...shortens.map((text) => session.run(text, [at, id])), grown()]), () => undefined),
  };
}

/** Rows in one order for all instances, so that none waits for another in a circle. */
function toRows(moments: ReadonlyMap<string, number>): readonly [string, number][] {
  const sorted = [...moments].sort(([left], [right]) => (left < right ? -1 : 1));
  return sorted.map(([id, at]) => [id, at - (at % minute)]);
}

function revocationsOf(session: Session, id: string, at: number, except?: string): MaybePromise<number>[] {
  return except === undefined
    ? revokes.map((text) => session.run(text, [at, id]))
    : revokesOthers.map((text) => session.run(text, [at, id, except]));
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
  const usedBy = (condition: (id: string | undefined) => string) =>
    dialect.eachRow(
      use,
      1,
      (
        { id, at },
        rows,
      ) => `UPDATE nonet_credential SET last_used_at = ${at}${rows === undefined ? '' : ` FROM ${rows}`}
    WHERE ${condition(id)} AND coalesce(nonet_credential.last_used_at < ${at}, TRUE)`,
    );
  const used = usedBy((id) => `nonet_credential.id = ${id}`);
  const usedSession = usedBy((id) => `nonet_credential.session = ${id} AND nonet_credential.kind = 'refresh'`);
  const remove = dialect.deleteSome(
    'nonet_credential',
    ['id'],
    `${isIssued} AND expires_at < $1`,
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
    used: (moments, sessions) => {
      const rows = toRows(moments);
      const held = sessions === undefined ? [] : toRows(sessions);
      return write((session) =>
        then(used(session, [], rows), () => then(usedSession(session, [], held), createWritten)),
      );
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
