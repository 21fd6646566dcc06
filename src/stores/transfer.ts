import { toSequenceKey } from '../codegen/records/sequences.ts';
import type { CredentialRecord } from '../contracts/caller.ts';
import type { Row } from '../contracts/record.ts';
import type { Plan } from '../plan/plan.ts';
import { createLayout, type TableLayout } from './layout.ts';
import { refuseMisfit } from './migration/fits.ts';
import type { MigrationStore } from './migration/store.ts';
import { type CredentialRow, credentialColumns, readCredentialRow } from './service-tables/credential-row.ts';
import { StoreError } from './store-error.ts';

/** The last number of a sequence; `within` holds the values that it counts within. */
export interface LastNumber {
  readonly resource: string;
  readonly field: string;
  readonly within: readonly unknown[];
  readonly last: number;
}

/** Ensures that a store, in which a transaction has begun, fits the plan, and that no other process writes during a write. */
export async function mustFit(store: MigrationStore, plan: Plan): Promise<void> {
  const made = await store.made();
  if (made === undefined) throw new StoreError(`The database ${store.place} has no tables, so it has no records.`);
  refuseMisfit(store.place, made, plan, store.texts(createLayout(plan)));
  await store.lock?.();
}

/** The rows of a table in the order of their identities, many at once. */
export async function* readRows(store: MigrationStore, table: TableLayout): AsyncIterable<readonly Row[]> {
  const there = new Set(table.columns.map(({ name }) => name));
  for await (const batch of store.records({ before: table, there, taken: new Map(), gone: [] })) {
    yield batch.map(({ row }) => row);
  }
}

/** The last numbers of all sequences. */
export async function readLastNumbers(store: MigrationStore): Promise<readonly LastNumber[]> {
  const rows = await store.read('SELECT resource, field, within, last FROM nonet_sequence ORDER BY 1, 2, 3');
  return rows.map(([resource, field, within, last]) => ({
    resource: String(resource),
    field: String(field),
    within: JSON.parse(String(within)) as unknown[],
    last: Number(last),
  }));
}

/** Keeps a last number, unless a larger one is there. */
export async function keepLastNumber(
  store: MigrationStore,
  { resource, field, within, last }: LastNumber,
): Promise<void> {
  await store.keepNumber(resource, field, toSequenceKey(within), last);
}

/** All credentials; their secrets are hashes. */
export async function readAllCredentials(store: MigrationStore): Promise<readonly CredentialRecord[]> {
  const rows = await store.read(`SELECT ${credentialColumns} FROM nonet_credential ORDER BY created_at, id`);
  return rows.map((row) => {
    const [texts, times, [rotationKey]] = [row.slice(0, 9), row.slice(9, -1), row.slice(-1)];
    const numbers = times.map((time) => (time === null ? null : Number(time)));
    return readCredentialRow([...texts, ...numbers, rotationKey] as unknown as CredentialRow);
  });
}
