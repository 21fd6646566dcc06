import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Line } from '../yardsticks/checks.ts';

/** The customers, as far as the four operations need them. */
export const customers = sqliteTable('customer', {
  id: text('id').primaryKey(),
  shop: text('shop').notNull(),
});

/** The invoices, over the table that all servers have. */
export const invoices = sqliteTable('invoice', {
  version: integer('version').notNull(),
  statusSince: integer('status_since'),
  id: text('id').primaryKey(),
  shop: text('shop').notNull(),
  customer: text('customer')
    .notNull()
    .references(() => customers.id),
  status: text('status', { enum: ['draft', 'open', 'paid', 'void'] }).notNull(),
  number: integer('number'),
  lines: text('lines', { mode: 'json' }).$type<Line[]>().notNull(),
  total: integer('total').notNull(),
  paid: integer('paid').notNull(),
  dueOn: text('due_on').notNull(),
  memo: text('memo'),
  sentAt: text('sent_at'),
  createdAt: text('created_at').notNull(),
  updatedAt: text('updated_at').notNull(),
});
