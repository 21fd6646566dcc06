import { all, then } from '../../contracts/maybe-promise.ts';
import type { MaybePromise } from '../../contracts/record.ts';
import type { Conflict } from '../../contracts/store.ts';
import type { NewUpload, StoredUpload, Uploads, UploadWrites } from '../../contracts/uploads.ts';
import { createWritten, type ServiceDatabase } from './database.ts';
import type { ServiceDialect } from './dialect.ts';
import type { Quotas } from './quotas.ts';
import type { Columns, Session } from './session.ts';

const facts = 'operation, version, path, caller, attributes, request, length, expires_at';
const begin = `INSERT INTO nonet_upload (id, ${facts}, at, done) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, 0)`;
const find = `SELECT id, ${facts}, at, file, done, leased_until FROM nonet_upload WHERE id = $1`;
const take = `UPDATE nonet_upload SET holder = $2, leased_until = $4, asked = 0
  WHERE id = $1 AND (holder IS NULL OR leased_until <= $3)`;
const hold = `UPDATE nonet_upload SET leased_until = $3, at = $4 WHERE id = $1 AND holder = $2 RETURNING asked`;
const note = 'UPDATE nonet_upload SET file = $3 WHERE id = $1 AND holder = $2';
const leave = `UPDATE nonet_upload SET holder = NULL, leased_until = NULL, at = CASE WHEN done = 1 THEN at ELSE $3 END
  WHERE id = $1 AND holder = $2`;
const ask = 'UPDATE nonet_upload SET asked = 1 WHERE id = $1';
const complete = 'UPDATE nonet_upload SET done = 1, at = length WHERE id = $1';
const remove = 'DELETE FROM nonet_upload WHERE id = $1';
const expired = `SELECT id FROM nonet_upload WHERE expires_at <= $1 AND (holder IS NULL OR leased_until <= $1)
  ORDER BY expires_at LIMIT $2`;
const files = 'SELECT file FROM nonet_upload WHERE file IS NOT NULL AND done = 0';
const reserve = 'INSERT INTO nonet_upload_space (upload, counter, key, n) VALUES ($1, $2, $3, $4)';
const reserved = 'SELECT counter, key, n FROM nonet_upload_space WHERE upload = $1 ORDER BY counter, key';
const release = 'DELETE FROM nonet_upload_space WHERE upload = $1';

/** Creates what a transaction does with uploads; `quotasOf` finds the quotas of the table of a resource. */
export function createUploadWrites(
  session: Session,
  dialect: ServiceDialect,
  quotasOf: (resource: string) => Pick<Quotas, 'reserve'> | undefined,
): UploadWrites {
  const insert = ({ id, operation, version, path, caller, attributes, request, length, expiresAt }: NewUpload) =>
    session.run(begin, [id, operation, version, path, caller, attributes, request, length, expiresAt]);
  return {
    begin(upload, record) {
      const taken = record && quotasOf(record.resource)?.reserve(session, record.row, record.was);
      return then(taken, (found): MaybePromise<Conflict | undefined> => {
        if (found !== undefined && 'kind' in found) return found;
        const spaces = (found ?? []).map(([{ counter }, key, amount]) =>
          session.run(reserve, [upload.id, counter, key, amount]),
        );
        return then(all<number[]>([insert(upload), ...spaces]), () => undefined);
      });
    },
    complete: (id) => then(returnSpace(session, dialect, id), () => then(session.run(complete, [id]), () => undefined)),
  };
}

/** Returns the space that an upload has reserved. */
function returnSpace(session: Session, { greatest }: ServiceDialect, id: string): MaybePromise<unknown> {
  const giveBack = `UPDATE nonet_quota SET n = ${greatest}(n - $3, 0) WHERE counter = $1 AND key = $2`;
  return then(session.all(reserved, [id]), (rows) =>
    all([...rows.map(([counter, key, n]) => session.run(giveBack, [counter, key, n])), session.run(release, [id])]),
  );
}

/** Creates the uploads of a service, in the tables `nonet_upload` and `nonet_upload_space`. */
export function createUploads({ reader, write, dialect }: ServiceDatabase): Uploads {
  const change = (text: string, values: readonly unknown[]): Promise<number> =>
    write((session) => then(session.run(text, values), (count) => ({ result: count, undo: count === 0 })));
  return {
    find: (id) => then(reader.get(find, [id]), (row) => row && toStoredUpload(row)),
    take: async (id, holder, now, until) => (await change(take, [id, holder, now, until])) > 0,
    hold: (id, holder, until, offset) =>
      write((session) =>
        then(session.change(hold, [id, holder, until, offset]), (row) => ({
          result: row === undefined ? 'lost' : Number(row[0]) === 1 ? 'asked' : 'held',
          undo: row === undefined,
        })),
      ),
    note: async (id, holder, file) => (await change(note, [id, holder, file])) > 0,
    leave: async (id, holder, offset) => void (await change(leave, [id, holder, offset])),
    ask: async (id) => void (await change(ask, [id])),
    remove: (id) =>
      write((session) =>
        then(returnSpace(session, dialect, id), () => then(session.run(remove, [id]), () => createWritten())),
      ),
    expired: (now, most) => then(reader.all(expired, [now, most]), (rows) => rows.map(([id]) => String(id))),
    files: () => then(reader.all(files), (rows) => rows.map(([file]) => String(file))),
  };
}

function toStoredUpload(row: Columns): StoredUpload {
  const [id, operation, version, path, caller, attributes, request, length, expires, at, file, done, leased] = row;
  return {
    ...{ id: String(id), operation: String(operation), version: String(version), path: String(path) },
    ...{ caller: String(caller), attributes: String(attributes), request: String(request), length: Number(length) },
    ...{ expiresAt: Number(expires), offset: Number(at), done: Number(done) === 1 },
    file: file === null ? undefined : String(file),
    leasedUntil: leased === null ? undefined : Number(leased),
  };
}
