import { all, then } from '../../contracts/maybe-promise.ts';
import type { MaybePromise } from '../../contracts/record.ts';
import type { StoredResponse, StoredResponses } from '../../contracts/stored-responses.ts';
import { claimStatus } from '../../plan/idempotency-key.ts';
import { type ServiceDatabase, toWrittenCount } from './database.ts';
import type { ServiceDialect } from './dialect.ts';
import type { Columns, Session } from './session.ts';

const columns = 'request, attributes, status, headers, body';
const find = `SELECT ${columns}, kept_until FROM nonet_idempotency
  WHERE caller = $1 AND operation = $2 AND key = $3 AND (kept_until IS NULL OR kept_until > $4)`;
const keep = `INSERT INTO nonet_idempotency (caller, operation, key, ${columns}, kept_until)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  ON CONFLICT (caller, operation, key) DO UPDATE SET request = excluded.request, attributes = excluded.attributes,
  status = excluded.status, headers = excluded.headers, body = excluded.body, kept_until = excluded.kept_until`;

/** Creates the responses that a transaction stores for idempotency keys. */
export function createStoredResponses(session: Session): StoredResponses {
  const { processes } = session;
  /** A claim ends with the process that made it. */
  const check = (row: Columns): MaybePromise<StoredResponse | undefined> => {
    const found = toStoredResponse(row);
    const [process] = found.headers;
    if (found.status !== claimStatus || processes === undefined || process === undefined) return found;
    return then(processes.isAlive(process), (isAlive) => (isAlive ? found : undefined));
  };
  return {
    take({ caller, operation, key }, now) {
      const ask = () => session.get(find, [caller, operation, key, now]);
      if (session.lock === undefined) return then(ask(), (row) => row && check(row));
      // In one trip. The first finds a response though others look at it too; the last finds the response of the transaction
      // that held the key before.
      const asked = all<[Columns | undefined, boolean, Columns | undefined]>([
        ask(),
        session.lock(JSON.stringify([caller, operation, key])),
        ask(),
      ]);
      return then(asked, ([before, mine, behind]) => {
        const row = before ?? behind;
        if (row !== undefined) return check(row);
        return mine ? undefined : 'held';
      });
    },
    store({ caller, operation, key }, { request, attributes, status, headers, body }, until) {
      const write = (kept: readonly string[]): MaybePromise<void> => {
        const response = [request, attributes, status, JSON.stringify(kept), body ?? null];
        return then(session.run(keep, [caller, operation, key, ...response, until ?? null]), () => undefined);
      };
      if (status !== claimStatus || processes === undefined) return write(headers);
      return then(processes.own(), (name) => write([name]));
    },
  };
}

function toStoredResponse(row: Columns): StoredResponse {
  const [request, attributes, status, headers, body, until] = row as readonly [
    ...[string, string, number, string, string | null, number | null],
  ];
  return {
    ...{ request, attributes, status, headers: JSON.parse(headers) as readonly string[], body: body ?? undefined },
    ...(until === null ? {} : { until: Number(until) }),
  };
}

function buildExpiryStatements({ deleteSome }: ServiceDialect): readonly string[] {
  const [expired, picked] = ['kept_until <= $1', 'ORDER BY kept_until LIMIT $2'];
  return [
    deleteSome('nonet_idempotency', ['caller', 'operation', 'key'], expired, picked),
    deleteSome('nonet_replaced_secret', ['number'], expired, picked),
  ];
}

/** Creates the deletion of stored responses and replaced secrets after their time. */
export function createExpiry({ dialect, write }: ServiceDatabase): (now: number, most: number) => Promise<number> {
  const texts = buildExpiryStatements(dialect);
  return (now, most) =>
    write((session) => {
      const removed = all<number[]>(texts.map((text) => session.run(text, [now, most])));
      return then(removed, (counts) => toWrittenCount(counts.reduce((sum, count) => sum + count)));
    });
}
