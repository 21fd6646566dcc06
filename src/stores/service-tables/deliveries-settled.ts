import type { CompletedDelivery, Deliveries, DeliveryFilter, DeliveryState } from '../../contracts/deliveries.ts';
import { all, then } from '../../contracts/maybe-promise.ts';
import type { MaybePromise } from '../../contracts/record.ts';
import {
  keptColumns,
  mapDeliveryStates,
  newColumns,
  readDeliveryRow,
  serializeAttempts,
  settledColumns,
} from './delivery-row.ts';
import type { BoundColumns, ServiceDialect } from './dialect.ts';
import type { Columns, Session } from './session.ts';

/** The deliveries that a filter finds: in which tables, under which condition, and its values. */
interface ChosenDeliveries {
  readonly from: readonly { readonly table: 'nonet_delivery' | 'nonet_settled_delivery'; readonly where: string }[];
  readonly values: readonly unknown[];
}

const states: Readonly<Record<'nonet_delivery' | 'nonet_settled_delivery', readonly DeliveryState[]>> = {
  nonet_delivery: ['blocked', 'waiting', 'in flight'],
  nonet_settled_delivery: ['delivered', 'failed'],
};

/** Computes the tables in which a filter finds deliveries. */
function chooseDeliveries(filter: DeliveryFilter, { among, list }: ServiceDialect): ChosenDeliveries {
  const { ids, event, subscriber, after } = filter;
  const parts: (readonly [value: unknown, text: (hole: string) => string])[] = [
    [ids && list(ids), (hole) => among('id', hole)],
    [event, (hole) => `event = ${hole}`],
    [subscriber, (hole) => `${hole} IN (subscriber, way, subscription)`],
    [after, (hole) => `id > ${hole}`],
  ];
  const asked = parts.filter(([value]) => value !== undefined);
  const conditions = asked.map(([, text], at) => text(`$${at + 1}`));
  const tables = ['nonet_delivery', 'nonet_settled_delivery'] as const;
  const from = tables.flatMap((table) => {
    const wanted = states[table].filter((state) => filter.states.includes(state));
    if (wanted.length === 0) return [];
    // Written out, so that an index over one state is found.
    const stated =
      wanted.length === states[table].length
        ? []
        : [wanted.length === 1 ? `state = '${wanted[0]}'` : `state IN ('${wanted.join("', '")}')`];
    return [{ table, where: [...stated, ...conditions].join(' AND ') || 'TRUE' }];
  });
  return { from, values: asked.map(([value]) => value) };
}

/**
 * Moves deliveries of a holder (rows of `settledBound`) to the settled ones, and releases the next of each chain. Each store has its
 * own: PostgreSQL needs one statement for that. In three, a single delivery costs it half as much again (423 against 278 µs, 2026-11-22).
 */
export type SettleOver = (
  session: Session,
  leaseOwner: string,
  settled: readonly Columns[],
  now: number,
) => MaybePromise<unknown>;

/** Settles deliveries inside a transaction: they leave the table of waiting ones, which stays small. */
export interface Settling {
  settle(
    session: Session,
    leaseOwner: string,
    completed: readonly CompletedDelivery[],
    now: number,
  ): readonly MaybePromise<unknown>[];
  /** Fails the waiting deliveries of a subscriber. */
  fail(session: Session, subscriber: string, problem: string, now: number): MaybePromise<number>;
  /** As `Deliveries.replay`. */
  replay(session: Session, filter: DeliveryFilter, now: number): MaybePromise<number>;
  expire(session: Session, ...of: Parameters<Deliveries['expire']>): MaybePromise<number>;
}

const columns = newColumns.join(', ');
/** The table of settled deliveries and its columns, after INTO. */
export const into = `nonet_settled_delivery (${settledColumns.join(', ')})`;

/** A settled delivery as it is bound. */
export const settledBound: BoundColumns = {
  id: 'bigint',
  state: 'text',
  tries: 'bigint',
  attempts: 'text',
  due_at: 'bigint',
};

/** Creates what settles deliveries; a store's own `settleOver` those of which nothing more is to come. */
export function createSettling(dialect: ServiceDialect, settleOver: SettleOver): Settling {
  const { deleteSome, eachRow, greatest, move, types } = dialect;
  const again = eachRow(
    settledBound,
    2,
    ({ id, tries, attempts, due_at }, rows) => `UPDATE nonet_delivery SET state = 'waiting', tries = ${tries},
    attempts = coalesce(${attempts}, nonet_delivery.attempts), due_at = ${due_at}, leased_until = NULL, holder = NULL
    ${rows === undefined ? '' : `FROM ${rows}`}
    WHERE nonet_delivery.id = ${id} AND nonet_delivery.holder = $1 AND nonet_delivery.state = 'in flight'`,
  );
  const fail = move(
    'nonet_delivery',
    `subscriber = $1 AND state IN ('blocked', 'waiting')`,
    into,
    `id, 'failed', tries, attempts, CAST($3 AS bigint), CAST($2 AS text), ${columns}, CAST($3 AS bigint)`,
  );
  const expire = mapDeliveryStates((state) =>
    deleteSome(
      'nonet_settled_delivery',
      ['id'],
      `state = '${state}' AND settled_at < ${greatest}(CAST($1 AS bigint), coalesce((SELECT settled_at
       FROM nonet_settled_delivery WHERE state = '${state}' ORDER BY settled_at DESC LIMIT 1
       OFFSET CAST($2 AS bigint) - 1), 0))`,
      'ORDER BY settled_at LIMIT $3',
    ),
  );
  return {
    settle(session, leaseOwner, completed, now) {
      const rowsOf = (all: readonly CompletedDelivery[]) =>
        all.map(({ id, state, tries, attempts, dueAt }) => {
          return [id, state, tries, attempts === undefined ? null : serializeAttempts(attempts), dueAt];
        });
      const waiting = rowsOf(completed.filter(({ state }) => state === 'waiting'));
      const over = rowsOf(completed.filter(({ state }) => state !== 'waiting'));
      return [
        ...(waiting.length === 0 ? [] : [again(session, [leaseOwner], waiting)]),
        ...(over.length === 0 ? [] : [settleOver(session, leaseOwner, over, now)]),
      ];
    },
    fail: (session, subscriber, problem, now) => moveRows(session, fail, [subscriber, problem, now]),
    replay(session, filter, now) {
      const { from, values } = chooseDeliveries(filter, dialect);
      const settled = from.find(({ table }) => table === 'nonet_settled_delivery');
      if (settled === undefined) return 0;
      const names = `id, state, tries, attempts, due_at, ${columns}`;
      const once = `id, 'waiting', 0, attempts, CAST($${values.length + 1} AS bigint), ${columns.replace(/\bchain\b/, 'NULL')}`;
      const texts = move(
        'nonet_settled_delivery',
        settled.where,
        `nonet_delivery (${names})${types.givenCounter}`,
        once,
      );
      return moveRows(session, texts, [...values, now]);
    },
    expire: (session, state, ...of) => session.run(expire[state], of),
  };
}

/** Creates the lists of deliveries. */
export function createDeliveryList(dialect: ServiceDialect, reader: Session): Deliveries['list'] {
  return (filter, most) => {
    const { from, values } = chooseDeliveries(filter, dialect);
    const picked = `ORDER BY id LIMIT $${values.length + 1}`;
    const parts = from.map(
      ({ table, where }) => `SELECT ${keptColumns.join(', ')} FROM ${table} WHERE ${where} ${picked}`,
    );
    const both = parts.map((part, at) => `SELECT * FROM (${part}) AS part${at}`).join(' UNION ALL ');
    const text = parts.length === 1 ? parts[0]! : `${both} ${picked}`;
    return then(reader.all(text, [...values, most]), (rows) => rows.map(readDeliveryRow));
  };
}

/** Runs the statements of `ServiceDialect.move`, each with the values that it names, and returns how many rows moved. */
function moveRows(session: Session, texts: readonly string[], values: readonly unknown[]): MaybePromise<number> {
  const moved = texts.map((text) => session.run(text, values.slice(0, findHighestParameter(text))));
  return then(all<number[]>(moved), ([count]) => count!);
}

function findHighestParameter(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/\$(\d+)/g), ([, number]) => Number(number)));
}
