import { createCipheriv, createHash, createHmac, randomBytes, sign, timingSafeEqual } from 'node:crypto';
import type { TestContext } from 'node:test';
import { shops } from '../../../tests/support/plans.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { Row } from '../../contracts/record.ts';
import type { Query, QueryValues, Store, Transaction } from '../../contracts/store.ts';
import type { Plan } from '../../plan/plan.ts';

/** Opens a store for a test on a real database that lasts until the test ends; the second time it is the same database. */
export type OpenForTest = (test: TestContext, plan: Plan) => Promise<() => Promise<Store>>;

/** A host for tests of stores, with real randomness and a log that says nothing. */
export const testHost: Platform = {
  now: () => Date.UTC(2026, 10, 1),
  random: (bytes) => randomBytes(bytes),
  sha256: (text) => createHash('sha256').update(text).digest(),
  hmac: (key, text) => createHmac('sha256', key).update(text).digest(),
  aes: (key, vector, bytes) => createCipheriv('aes-256-ctr', key, vector).update(bytes),
  signRs256: (key, text) => sign('RSA-SHA256', Buffer.from(text), { key: { ...key }, format: 'jwk' }),
  equal: (left, right) => timingSafeEqual(left, right),
  after(milliseconds, work) {
    const timer = setTimeout(work, milliseconds);
    return () => clearTimeout(timer);
  },
  log: { info() {}, warn() {}, error() {} },
};

/** Opens the store of `shops` once. */
export async function openShops(test: TestContext, open: OpenForTest): Promise<Store> {
  const opened = await open(test, shops);
  return opened();
}

const invoiceFields = shops.resources[1]!.fields.map(({ name }) => name);

/** A row of an invoice in version 1: what is not given is absent, but for what every invoice has. */
export function invoice(id: string, shop: string, values: Readonly<Record<string, unknown>> = {}, version = 1): Row {
  const record: Record<string, unknown> = {
    id,
    shop,
    status: 'draft',
    created_at: '2026-11-01T09:00:00.000Z',
    total: 1,
    ...values,
  };
  return [version, 1_000, ...invoiceFields.map((name) => (Object.hasOwn(record, name) ? record[name] : null) ?? null)];
}

/** The value of a field in a row of an invoice. */
export function value(row: Row | undefined, name: string): unknown {
  return row?.[2 + invoiceFields.indexOf(name)];
}

/** A row of a customer in version 1. */
export function customer(id: string, shop: string, email: string | null = null): Row {
  return [1, id, shop, email, null];
}

/** Runs work that is kept, and gives what it answers. */
export function keep<T>(store: Store, work: (transaction: Transaction) => T | Promise<T>): Promise<T> {
  return store.write<T>((transaction) => {
    const result = work(transaction);
    if (result instanceof Promise) return result.then((settled) => ({ result: settled, undo: false }));
    return { result, undo: false };
  });
}

/** Writes rows of one resource in one transaction. */
export async function fill(store: Store, resource: string, rows: readonly Row[]): Promise<void> {
  const conflicts = await keep(store, (transaction) =>
    Promise.all(rows.map((row) => transaction.insert(resource, row, [-1]))),
  );
  const conflict = conflicts.find((candidate) => candidate !== undefined);
  if (conflict !== undefined) throw new Error(`a row was refused: ${JSON.stringify(conflict)}`);
}

/** An asking with nothing but values for the conditions. */
export function asking(...conditions: readonly unknown[]): QueryValues {
  return { conditions, now: Date.UTC(2026, 10, 1) };
}

/** The record of an identity. */
export async function get(store: Store, resource: string, id: string): Promise<Row | undefined> {
  return store.prepare({ resource, conditions: [{ kind: 'equal', field: 'id' }] }).one(asking(id));
}

/** The identities that a question of invoices finds. */
export async function ids(store: Store, query: Query, values: QueryValues): Promise<readonly unknown[]> {
  const { rows } = await store.prepare(query).many(values);
  return rows.map((row) => value(row, 'id'));
}

/** The order by identity. */
export const byId = [{ field: 'id', descending: false }] as const;
