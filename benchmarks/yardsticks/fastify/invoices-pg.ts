import pg from 'pg';
import { type Creation, totalOf } from '../checks.ts';
import type { After } from '../cursors.ts';
import type { Patch } from '../patch.ts';
import { notFound, nothingToPay, type Refused } from '../problems.ts';
import type { Row } from './invoices.ts';
import { changed, newRow, unknownCustomer } from './writes.ts';

const columns = `version, id, shop, customer, status, number, lines, total, paid, due_on, memo, sent_at, created_at,
  updated_at`;
const order = 'ORDER BY created_at DESC, id DESC';
const reverse = 'ORDER BY created_at, id';

/** A statement that every connection prepares once, under its name. */
interface Named {
  readonly name: string;
  readonly text: string;
}

const byId: Named = { name: 'one', text: `SELECT ${columns} FROM invoice WHERE id = $1 AND shop = $2` };
const lock: Named = { name: 'lock', text: `${byId.text} FOR NO KEY UPDATE` };
const hasCustomer: Named = { name: 'customer', text: 'SELECT 1 FROM customer WHERE id = $1 AND shop = $2' };
const insert: Named = {
  name: 'insert',
  text: `INSERT INTO invoice (version, status_since, id, shop, customer, status, lines, total, paid, due_on, memo, created_at,
    updated_at) SELECT 1, $1, $2, $3, $4, 'draft', $5, $6, 0, $7, $8, $9, $9 FROM customer WHERE id = $4 AND shop = $3`,
};
const change: Named = {
  name: 'change',
  text: `UPDATE invoice SET version = $1, lines = $2, total = $3, due_on = $4, memo = $5, updated_at = $6 WHERE id = $7`,
};

const lists = ['', 'AND status = $2', 'AND status = ANY($2::text[])'].map((filter, i) => {
  const list = `SELECT ${columns} FROM invoice WHERE shop = $1 ${filter}`;
  const hole = i === 0 ? 2 : 3;
  const beyond = (sign: string): string => `AND (created_at, id) ${sign} ($${hole}, $${hole + 1})`;
  return {
    first: { name: `first${i}`, text: `${list} ${order} LIMIT $${hole}` },
    after: { name: `after${i}`, text: `${list} ${beyond('<')} ${order} LIMIT $${hole + 2}` },
    before: { name: `before${i}`, text: `${list} ${beyond('>')} ${reverse} LIMIT $${hole + 2}` },
  };
});

/** Opens the invoices of a database of PostgreSQL over a pool of connections. */
export function openPgInvoices(address: string) {
  // Prepared statements are planned once; whole numbers come as numbers.
  pg.types.setTypeParser(20, Number);
  const pool = new pg.Pool({ connectionString: address, max: 16, options: '-c plan_cache_mode=force_generic_plan' });
  const ask = async <T>(statement: Named, values: unknown[]): Promise<T[]> =>
    (await pool.query({ ...statement, values })).rows as T[];
  return {
    ask,
    close: () => pool.end(),
    one: async (id: string, shop: string): Promise<Row | undefined> => (await ask<Row>(byId, [id, shop]))[0],
    page(shop: string, status: string | undefined, from: After | undefined, limit: number): Promise<Row[]> {
      const several = status?.includes(',') === true;
      const list = lists[status === undefined ? 0 : several ? 2 : 1]!;
      const values: unknown[] = [shop];
      if (status !== undefined) values.push(several ? status.split(',') : status);
      if (from !== undefined) values.push(from.createdAt, from.id);
      return ask(from === undefined ? list.first : from.back ? list.before : list.after, [...values, limit]);
    },
    async create(body: Creation, shop: string): Promise<Row | Refused> {
      const total = totalOf(body.lines);
      if (total <= 0) {
        const found = await ask(hasCustomer, [body.customer, shop]);
        return found.length === 0 ? unknownCustomer : nothingToPay;
      }
      const now = Date.now();
      const row = newRow(body, shop, total, now);
      const values = [now, row.id, shop, row.customer, row.lines, total, row.due_on, row.memo, row.created_at];
      const { rowCount } = await pool.query({ ...insert, values });
      return rowCount === 1 ? row : unknownCustomer;
    },
    async update(
      id: string,
      body: Patch & Record<string, unknown>,
      shop: string,
      match: string | undefined,
    ): Promise<Row | Refused> {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        const before = (await client.query<Row>({ ...lock, values: [id, shop] })).rows[0];
        const after = before === undefined ? notFound : changed(before, body, match);
        if ('code' in after || after === before) {
          await client.query('ROLLBACK');
          return after;
        }
        const { version, lines, total, due_on, memo, updated_at } = after;
        await client.query({ ...change, values: [version, lines, total, due_on, memo, updated_at, id] });
        await client.query('COMMIT');
        return after;
      } catch (error) {
        await client.query('ROLLBACK');
        throw error;
      } finally {
        client.release();
      }
    },
  };
}
