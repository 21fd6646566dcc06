import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Deliveries, DeliveryFilter, KeptDelivery, SettledDelivery } from '../../steps/deliveries.ts';
import { attemptsText, deliveryOf, keptColumns, newColumns, perState, settledColumns } from '../deliveries.ts';
import { type ChoiceDialect, chosenBy } from '../deliveries-chosen.ts';

/** What is done with deliveries when nothing more is to come of them, inside a write transaction. */
export interface Settling {
  settle(holder: string, settled: readonly SettledDelivery[], now: number): void;
  /** Gives up what waits for a subscriber. */
  fail(subscriber: string, problem: string, now: number): void;
  /** Removes all of a subscriber but what it got. */
  drop(subscriber: string): void;
  /** As `Deliveries.replay`. */
  replay(filter: DeliveryFilter, now: number): number;
  expire(...of: Parameters<Deliveries['expire']>): number;
}

const columns = newColumns.join(', ');
const into = `INSERT INTO nonet_settled_delivery (${settledColumns.join(', ')})`;

/** Makes what settles the deliveries of a database: they leave the table of those that wait, which stays small. */
export function createSettling(database: DatabaseSync): Settling {
  const again = database.prepare(
    `UPDATE nonet_delivery SET state = 'waiting', tries = ?, attempts = coalesce(?, attempts), due_at = ?, leased_until = NULL,
     holder = NULL WHERE id = ? AND holder = ? AND state = 'under way'`,
  );
  const settle = database.prepare(
    `${into} SELECT id, ?3, ?4, coalesce(?5, attempts), ?6, problem, ${columns}, ?7 FROM nonet_delivery
     WHERE id = ?1 AND holder = ?2 AND state = 'under way' RETURNING subscriber, chain`,
  );
  settle.setReturnArrays(true);
  const leave = database.prepare('DELETE FROM nonet_delivery WHERE id = ?');
  const release = database.prepare(
    `UPDATE nonet_delivery SET state = 'waiting', due_at = ?3 WHERE id = (SELECT id FROM nonet_delivery
     WHERE subscriber = ?1 AND chain = ?2 AND state = 'held' ORDER BY number, id LIMIT 1)`,
  );
  const waits = `FROM nonet_delivery WHERE subscriber = ?1 AND state IN ('held', 'waiting')`;
  const fail = database.prepare(`${into} SELECT id, 'failed', tries, attempts, ?3, ?2, ${columns}, ?3 ${waits}`);
  const failed = database.prepare(`DELETE ${waits}`);
  const drops = [
    database.prepare('DELETE FROM nonet_delivery WHERE subscriber = ?'),
    database.prepare(`DELETE FROM nonet_settled_delivery WHERE subscriber = ? AND state = 'failed'`),
  ];
  const expire = perState((state) =>
    database.prepare(
      `DELETE FROM nonet_settled_delivery WHERE id IN (SELECT id FROM nonet_settled_delivery
       WHERE state = '${state}' AND settled_at < max(?1, coalesce((SELECT settled_at FROM nonet_settled_delivery
         WHERE state = '${state}' ORDER BY settled_at DESC LIMIT 1 OFFSET ?2 - 1), 0)) ORDER BY settled_at LIMIT ?3)`,
    ),
  );
  return {
    settle(holder, all, now) {
      for (const { id, state, tries, attempts, dueAt } of all) {
        const text = attempts === undefined ? null : attemptsText(attempts);
        if (state === 'waiting') {
          again.run(tries, text, dueAt, id, holder);
          continue;
        }
        const row = settle.get(id, holder, state, tries, text, dueAt, now) as unknown as
          | readonly [string, string | null]
          | undefined;
        if (row === undefined) continue;
        leave.run(id);
        if (row[1] !== null) release.run(row[0], row[1], now);
      }
    },
    fail(subscriber, problem, now) {
      fail.run(subscriber, problem, now);
      failed.run(subscriber);
    },
    drop: (subscriber) => drops.forEach((one) => void one.run(subscriber)),
    replay(filter, now) {
      const { from, values } = chosen(filter);
      const settled = from.find(({ table }) => table === 'nonet_settled_delivery');
      if (settled === undefined) return 0;
      const found = `FROM nonet_settled_delivery WHERE ${settled.where}`;
      const names = `id, state, tries, attempts, due_at, ${columns}`;
      const again = `id, 'waiting', 0, attempts, ?${values.length + 1}, ${columns.replace(/\bchain\b/, 'NULL')}`;
      const add = database.prepare(`INSERT INTO nonet_delivery (${names}) SELECT ${again} ${found}`);
      const { changes } = add.run(...values, now);
      database.prepare(`DELETE ${found}`).run(...values);
      return Number(changes);
    },
    expire: (state, before, keep, most) => Number(expire[state].run(before, keep, most).changes),
  };
}

/** Makes what lists the deliveries of a database. */
export function createDeliveryList(database: DatabaseSync): Deliveries['list'] {
  return (filter, most): readonly KeptDelivery[] => {
    const { from, values } = chosen(filter);
    const parts = from.map(({ table, where }) => `SELECT ${keptColumns.join(', ')} FROM ${table} WHERE ${where}`);
    const statement = database.prepare(`${parts.join(' UNION ALL ')} ORDER BY id LIMIT ?${values.length + 1}`);
    statement.setReturnArrays(true);
    return (statement.all(...values, most) as unknown as (readonly unknown[])[]).map(deliveryOf);
  };
}

const dialect: ChoiceDialect = {
  hole: (number) => `?${number}`,
  among: (column, hole) => `${column} IN (SELECT value FROM json_each(${hole}))`,
  list: (values) => JSON.stringify(values),
};

function chosen(filter: DeliveryFilter) {
  const { from, values } = chosenBy(filter, dialect);
  return { from, values: values as readonly SQLInputValue[] };
}
