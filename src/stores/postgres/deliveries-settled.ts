import type { Deliveries, DeliveryFilter, SettledDelivery } from '../../steps/deliveries.ts';
import { attemptsText, deliveryOf, keptColumns, newColumns, perState, settledColumns } from '../deliveries.ts';
import { type ChoiceDialect, chosenBy } from '../deliveries-chosen.ts';
import type { Answer, Asker, Statement } from './connect.ts';

/** What is done with deliveries when nothing more is to come of them, inside a transaction. */
export interface Settling {
  settle(asker: Asker, one: SettledDelivery, holder: string, now: number): Promise<Answer>;
  /** Gives up what waits for a subscriber. */
  fail(asker: Asker, subscriber: string, problem: string, now: number): Promise<Answer>;
  /** Removes all of a subscriber but what it got. */
  drop(asker: Asker, subscriber: string): Promise<unknown>;
  /** As `Deliveries.replay`. */
  replay(asker: Asker, filter: DeliveryFilter, now: number): Promise<number>;
  expire(asker: Asker, ...of: Parameters<Deliveries['expire']>): Promise<number>;
}

const columns = newColumns.join(', ');
const into = `INSERT INTO nonet_settled_delivery (${settledColumns.join(', ')})`;

const againText = `UPDATE nonet_delivery SET state = 'waiting', tries = $1, attempts = coalesce($2, attempts), due_at = $3,
  leased_until = NULL, holder = NULL WHERE id = $4 AND holder = $5 AND state = 'under way'`;

const settleText = `
  WITH done AS (DELETE FROM nonet_delivery WHERE id = $1::bigint AND holder = $2 AND state = 'under way' RETURNING *),
  settled AS (${into}
    SELECT id, $3::text, $4::int, coalesce($5::text, attempts), $6::bigint, problem, ${columns}, $7::bigint FROM done)
  UPDATE nonet_delivery AS t SET state = 'waiting', due_at = $7::bigint
  WHERE t.id = (SELECT h.id FROM done AS d JOIN nonet_delivery AS h ON h.subscriber = d.subscriber AND h.chain = d.chain
    WHERE h.state = 'held' ORDER BY h.number, h.id LIMIT 1)`;

const failText = `
  WITH waits AS (DELETE FROM nonet_delivery WHERE subscriber = $1 AND state IN ('held', 'waiting') RETURNING *)
  ${into} SELECT id, 'failed', tries, attempts, $3::bigint, $2::text, ${columns}, $3::bigint FROM waits`;

const expireText = (state: string): string => `
  DELETE FROM nonet_settled_delivery WHERE ctid = ANY (ARRAY(SELECT ctid FROM nonet_settled_delivery
    WHERE state = '${state}' AND settled_at < greatest($1::bigint, (SELECT settled_at FROM nonet_settled_delivery
      WHERE state = '${state}' ORDER BY settled_at DESC LIMIT 1 OFFSET $2 - 1)) ORDER BY settled_at LIMIT $3
    FOR UPDATE SKIP LOCKED))`;

/** Makes what settles deliveries: they leave the table of those that wait, which stays small. */
export function createSettling(statementOf: (text: string) => Statement): Settling {
  const again = statementOf(againText);
  const settle = statementOf(settleText);
  const fail = statementOf(failText);
  const drops = [
    statementOf('DELETE FROM nonet_delivery WHERE subscriber = $1'),
    statementOf(`DELETE FROM nonet_settled_delivery WHERE subscriber = $1 AND state = 'failed'`),
  ];
  const expire = perState((state) => statementOf(expireText(state)));
  return {
    settle(asker, { id, state, tries, attempts, dueAt }, holder, now) {
      const text = attempts === undefined ? null : attemptsText(attempts);
      return state === 'waiting'
        ? asker.ask(again, [tries, text, dueAt, id, holder])
        : asker.ask(settle, [id, holder, state, tries, text, dueAt, now]);
    },
    fail: (asker, subscriber, problem, now) => asker.ask(fail, [subscriber, problem, now]),
    drop: (asker, subscriber) => Promise.all(drops.map((one) => asker.ask(one, [subscriber]))),
    async replay(asker, filter, now) {
      const { from, values } = chosenBy(filter, dialect);
      const settled = from.find(({ table }) => table === 'nonet_settled_delivery');
      if (settled === undefined) return 0;
      const names = `id, state, tries, attempts, due_at, ${columns}`;
      const once = `id, 'waiting', 0, attempts, $${values.length + 1}::bigint, ${columns.replace(/\bchain\b/, 'NULL')}`;
      const text = `WITH found AS (DELETE FROM nonet_settled_delivery WHERE ${settled.where} RETURNING *)
        INSERT INTO nonet_delivery (${names}) OVERRIDING SYSTEM VALUE SELECT ${once} FROM found`;
      return (await asker.ask(statementOf(text), [...values, now])).count;
    },
    expire: async (asker, state, ...of) => (await asker.ask(expire[state], of)).count,
  };
}

/** Makes what lists deliveries. */
export function createDeliveryList(reader: Asker, statementOf: (text: string) => Statement): Deliveries['list'] {
  return async (filter, most) => {
    const { from, values } = chosenBy(filter, dialect);
    const parts = from.map(
      ({ table, where }) => `(SELECT ${keptColumns.join(', ')} FROM ${table} WHERE ${where}
      ORDER BY id LIMIT $${values.length + 1})`,
    );
    const text =
      parts.length === 1 ? parts[0]! : `${parts.join(' UNION ALL ')} ORDER BY id LIMIT $${values.length + 1}`;
    const { rows } = await reader.ask(statementOf(text), [...values, most]);
    return rows.map(deliveryOf);
  };
}

const dialect: ChoiceDialect = {
  hole: (number) => `$${number}`,
  among: (column, hole) => `${column} = ANY (${hole})`,
  list: (values) => values,
};
