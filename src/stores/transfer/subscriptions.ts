import type { Plan } from '../../plan/plan.ts';
import type { TableLayout } from '../layout.ts';
import type { MigrationStore } from '../migration/store.ts';
import { subscriptionColumns } from '../service-tables/delivery-row.ts';

/** By identity, the versions of the interface in which the records of a table were made that hold subscriptions. */
export async function readVersions(
  store: MigrationStore,
  { versioning }: Plan,
  { resource, subscriptions }: TableLayout,
): Promise<ReadonlyMap<string, string>> {
  if (subscriptions !== true || versioning.versions.length === 0) return new Map();
  const rows = await store.read(
    `SELECT id, version FROM nonet_subscription WHERE resource = ${store.quoteText(resource.name)}`,
  );
  return new Map(rows.map(([id, version]) => [String(id), String(version)]));
}

/** Keeps the version in which a record was made that holds a subscription. */
export async function keepVersionOf(
  store: MigrationStore,
  resource: string,
  id: string,
  version: string,
): Promise<void> {
  const values = [resource, id, version].map((value) => store.quoteText(value));
  await store.run(`INSERT INTO nonet_subscription (${subscriptionColumns}) VALUES (${values.join(', ')})`);
}
