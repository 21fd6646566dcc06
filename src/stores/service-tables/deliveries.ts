import type { Deliveries, NewDelivery, StoredDelivery, TakeDeliveries } from '../../contracts/deliveries.ts';
import { all, then } from '../../contracts/maybe-promise.ts';
import type { MaybePromise } from '../../contracts/record.ts';
import type { Written } from '../../contracts/store.ts';
import { createWritten, type ServiceDatabase, toWrittenCount } from './database.ts';
import { createDeliveryList, createSettling, type SettleOver } from './deliveries-settled.ts';
import { cursorName, newColumns, subscriptionColumns, toDeliveryRow } from './delivery-row.ts';
import { type BoundColumns, formatValues, type WriteEach } from './dialect.ts';
import { forgetSubscriber } from './ended-subscribers.ts';
import { readNote } from './meta.ts';
import type { Columns, Session } from './session.ts';

/** A lease that ends later than this from now, in milliseconds, was stored before the clock was set back: it has ended. */
const longestLease = 60_000;

/**
 * The number of deliveries that one statement adds. PostgreSQL ends a transaction whose process sends nothing for a second, and so long it takes
 * to write the parameters of many more.
 */
const addedAtOnce = 5_000;

const begin = 'INSERT INTO nonet_meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING';
const move = 'UPDATE nonet_meta SET value = $1 WHERE name = $2 AND value = $3';
const end = `INSERT INTO nonet_unsubscribed (subscriber, address) VALUES ($1, $2)
  ON CONFLICT (subscriber) DO UPDATE SET address = excluded.address`;
const resume = 'DELETE FROM nonet_unsubscribed WHERE subscriber = $1';
const any = `SELECT 1 WHERE EXISTS (SELECT 1 FROM nonet_delivery WHERE state = 'waiting' AND due_at <= $1)
  OR EXISTS (SELECT 1 FROM nonet_delivery WHERE state = 'in flight' AND leased_until NOT BETWEEN CAST($1 AS bigint) + 1 AND CAST($1 AS bigint) + ${longestLease})`;
const renew = `UPDATE nonet_delivery SET leased_until = $1 WHERE state = 'in flight' AND holder = $2`;

const countOf = (rows: string): string => `SELECT count(*) FROM (SELECT 1 FROM ${rows} LIMIT $1) AS counted`;
const counts = {
  unsettled: countOf('nonet_delivery'),
  waiting: countOf(`nonet_delivery WHERE state = 'waiting'`),
  'in flight': countOf(`nonet_delivery WHERE state = 'in flight'`),
  failed: countOf(`nonet_settled_delivery WHERE state = 'failed'`),
};

/** Makes deliveries due again that a holder has not settled in time. */
export const giveBack = `UPDATE nonet_delivery SET state = 'waiting', holder = NULL
  WHERE state = 'in flight' AND leased_until NOT BETWEEN CAST($1 AS bigint) + 1 AND CAST($1 AS bigint) + ${longestLease}`;

/**
 * Leases due deliveries in a transaction, after `giveBack`. Each store has its own implementation: one statement for all subscribers if the
 * database is a network trip away, one statement per subscriber if it is not.
 */
export type TakeDue = (session: Session, asked: TakeDeliveries) => MaybePromise<readonly StoredDelivery[]>;

/** The steps that each store implements itself, because the costs of statements differ. */
export interface DeliverySteps {
  readonly takeDue: TakeDue;
  readonly settleOver: SettleOver;
}

/** A new delivery as it is bound; `follows` is 1 after another one of its ordering key. */
const bound: BoundColumns = {
  ...Object.fromEntries(newColumns.map((name) => [name, name === 'number' ? 'bigint' : 'text'] as const)),
  follows: 'bigint',
};
const ids: BoundColumns = { id: 'text' };
const moments: BoundColumns = { id: 'bigint', due_at: 'bigint' };

/**
 * Creates the deliveries of a service. Transactions that end deliveries share a lock, and one that adds some holds it exclusively:
 * otherwise one would not see that the other's delivery waits for its own.
 */
export function createDeliveries(
  { dialect, reader, write }: ServiceDatabase,
  { takeDue, settleOver }: DeliverySteps,
): Deliveries {
  const insertEach = dialect.eachRow(bound, 2, insertText);
  const insert = (session: Session, now: number, rows: readonly Columns[], from = 0): MaybePromise<unknown> => {
    const next = from + addedAtOnce;
    const done = insertEach(session, [now], rows.slice(from, next));
    return next >= rows.length ? done : then(done, () => insert(session, now, rows, next));
  };
  const ended = `SELECT subscriber, address FROM nonet_unsubscribed WHERE ${dialect.among('subscriber', '$1')}`;
  const versions = `SELECT id, version FROM nonet_subscription WHERE resource = $1 AND ${dialect.among('id', '$2')}`;
  const keepVersion = dialect.eachRow(
    ids,
    3,
    ({ id }, rows) => `INSERT INTO nonet_subscription (${subscriptionColumns})
    ${formatValues(['CAST($1 AS text)', id!, 'CAST($2 AS text)'], rows)} ON CONFLICT (resource, id) DO NOTHING`,
  );
  const moveDue = dialect.eachRow(
    moments,
    1,
    ({ id, due_at }, rows) => `UPDATE nonet_delivery SET due_at = ${due_at}
    ${rows === undefined ? '' : `FROM ${rows}`} WHERE nonet_delivery.id = ${id} AND nonet_delivery.state = 'waiting'`,
  );
  const settling = createSettling(dialect, settleOver);
  const lock = (how: 'alone' | 'shared') => {
    const text = dialect.lockName?.('deliveries', how);
    return (session: Session): MaybePromise<unknown> => (text === undefined ? undefined : session.get(text));
  };
  const [alone, shared] = [lock('alone'), lock('shared')];
  const run = (work: (session: Session) => readonly MaybePromise<unknown>[]): Promise<void> =>
    write((session) => then(all(work(session)), createWritten));
  return {
    cursor: () => then(readNote(reader, cursorName), (noted) => (noted === undefined ? undefined : Number(noted))),
    begin: (number) => run((session) => [session.run(begin, [cursorName, String(number)])]),
    fanOut(from, to, deliveries, now) {
      const rows = bindRows(deliveries);
      return write((session) =>
        then(
          all<[unknown, number]>([alone(session), session.run(move, [String(to), cursorName, String(from)])]),
          ([, moved]): MaybePromise<Written<boolean>> => {
            if (moved === 0) return { result: false, undo: true };
            return then(insert(session, now, rows), () => ({ result: true, undo: false }));
          },
        ),
      );
    },
    unsubscribed: (subscribers) =>
      then(reader.all(ended, [dialect.list(subscribers)]), (rows) =>
        rows.map(([subscriber, address]) => ({ subscriber: String(subscriber), address: String(address) })),
      ),
    async take(asked) {
      if ((await reader.get(any, [asked.now])) === undefined) return [];
      return write((session) =>
        then(takeDue(session, asked), (taken) => ({ result: taken, undo: taken.length === 0 })),
      );
    },
    renew: (leaseOwner, until) => run((session) => [session.run(renew, [until, leaseOwner])]),
    reschedule: (due) =>
      run((session) => [
        moveDue(
          session,
          [],
          due.map(({ id, dueAt }) => [id, dueAt]),
        ),
      ]),
    complete: (leaseOwner, completed, now) =>
      run((session) => [shared(session), ...settling.settle(session, leaseOwner, completed, now)]),
    versions: (resource, records) =>
      then(
        reader.all(versions, [resource, dialect.list(records)]),
        (rows) => new Map(rows.map(([id, version]) => [String(id), String(version)])),
      ),
    keepVersion: (resource, records, version) =>
      run((session) => [
        keepVersion(
          session,
          [resource, version],
          records.map((id) => [id]),
        ),
      ]),
    end: ({ subscriber, address }, problem, now) =>
      run((session) => [
        alone(session),
        session.run(end, [subscriber, address]),
        settling.fail(session, subscriber, problem, now),
      ]),
    resume: (subscriber) => run((session) => [session.run(resume, [subscriber])]),
    deleteSubscriber: (subscriber) => run((session) => [forgetSubscriber(session, dialect, subscriber)]),
    count: (state, most) => then(reader.get(counts[state], [most]), (row) => Number(row?.[0] ?? 0)),
    list: createDeliveryList(dialect, reader),
    replay: (filter, now) =>
      write((session) => then(settling.replay(session, filter, now), (result) => ({ result, undo: false }))),
    expire: (...of) => write((session) => then(settling.expire(session, ...of), toWrittenCount)),
  };
}

/** Returns the rows of new deliveries, and whether each follows another one of its chain. */
function bindRows(deliveries: readonly NewDelivery[]): readonly Columns[] {
  const chains = new Set<string>();
  return deliveries.map((delivery) => {
    const size = chains.size;
    const follows =
      delivery.orderingKey !== undefined && chains.add(`${delivery.subscriber}\0${delivery.orderingKey}`).size === size;
    return [...toDeliveryRow(delivery), follows ? 1 : 0];
  });
}

/** Of several of one chain in one go the first may wait, and the others are held. */
const insertText: WriteEach = (row, rows) => {
  const state = `CASE WHEN ${row.chain} IS NOT NULL AND (${row.follows} = 1 OR (SELECT 1 FROM nonet_delivery AS d
    WHERE d.subscriber = ${row.subscriber} AND d.chain = ${row.chain} LIMIT 1) = 1) THEN 'blocked' ELSE 'waiting' END`;
  return `INSERT INTO nonet_delivery (${newColumns.join(', ')}, state, due_at)
    ${formatValues([...newColumns.map((name) => row[name]!), state, 'CAST($1 AS bigint)'], rows)}`;
};
