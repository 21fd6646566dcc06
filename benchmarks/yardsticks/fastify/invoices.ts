import type { Database } from 'better-sqlite3';
import type { Line } from '../checks.ts';

/** An invoice as the table holds it. */
export interface Row {
  readonly version: number;
  readonly id: string;
  readonly shop: string;
  readonly customer: string;
  readonly status: string;
  readonly number: number | null;
  readonly lines: string;
  readonly total: number;
  readonly paid: number;
  readonly due_on: string;
  readonly memo: string | null;
  readonly sent_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** An invoice as it is answered. */
export interface Invoice extends Omit<Row, 'version' | 'lines' | 'number' | 'sent_at'> {
  readonly number?: number | undefined;
  readonly lines: readonly Line[];
  readonly sent_at?: string | undefined;
}

/** An invoice as it is answered: its lines as a list, what is absent left out. */
export function toInvoice(row: Row): Invoice {
  return {
    id: row.id,
    shop: row.shop,
    customer: row.customer,
    status: row.status,
    number: row.number ?? undefined,
    lines: JSON.parse(row.lines) as readonly Line[],
    total: row.total,
    paid: row.paid,
    due_on: row.due_on,
    memo: row.memo,
    sent_at: row.sent_at ?? undefined,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

const columns = `version, id, shop, customer, status, number, lines, total, paid, due_on, memo, sent_at, created_at,
  updated_at`;

/** The statements of the invoices. */
export function openInvoices(database: Database) {
  // A bare `LIMIT ?` would have the statement prepared again at each call.
  const order = 'ORDER BY created_at DESC, id DESC LIMIT ? + 0';
  const reverse = 'ORDER BY created_at, id LIMIT ? + 0';
  const list = (filter: string) => {
    const found = `SELECT ${columns} FROM invoice WHERE shop = ? ${filter}`;
    return {
      first: database.prepare<unknown[], Row>(`${found} ${order}`),
      after: database.prepare<unknown[], Row>(`${found} AND (created_at, id) < (?, ?) ${order}`),
      before: database.prepare<unknown[], Row>(`${found} AND (created_at, id) > (?, ?) ${reverse}`),
    };
  };
  return {
    one: database.prepare<[id: string, shop: string], Row>(`SELECT ${columns} FROM invoice WHERE id = ? AND shop = ?`),
    all: list(''),
    ofStatus: list('AND status = ?'),
    ofStatuses: list('AND status IN (SELECT value FROM json_each(?))'),
    hasCustomer: database.prepare<[id: string, shop: string]>('SELECT 1 FROM customer WHERE id = ? AND shop = ?'),
    insert: database.prepare<[since: number, row: Row]>(
      `INSERT INTO invoice (version, status_since, id, shop, customer, status, lines, total, paid, due_on, memo, created_at,
       updated_at) VALUES (@version, ?, @id, @shop, @customer, @status, @lines, @total, @paid, @due_on, @memo, @created_at,
       @updated_at)`,
    ),
    change: database.prepare<[row: Row]>(
      `UPDATE invoice SET version = @version, lines = @lines, total = @total, due_on = @due_on, memo = @memo,
       updated_at = @updated_at WHERE id = @id`,
    ),
  };
}

/** The statements of the invoices. */
export type Invoices = ReturnType<typeof openInvoices>;
