import { deliveryIndexes, settledColumns, settledIndexes } from '../deliveries.ts';

const moved = settledColumns.slice(0, -1).join(', ');

/** The tables of deliveries, of those that are settled, of subscribers that have ended, and of the versions of subscriptions. */
export const deliveryTables: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS nonet_delivery (id INTEGER PRIMARY KEY AUTOINCREMENT, way TEXT NOT NULL, subscriber TEXT NOT NULL,
  subscription TEXT, version TEXT, number INTEGER NOT NULL, event TEXT NOT NULL, kind TEXT NOT NULL, chain TEXT,
  state TEXT NOT NULL, tries INTEGER NOT NULL DEFAULT 0, attempts TEXT NOT NULL DEFAULT '[]', due_at INTEGER NOT NULL,
  leased_until INTEGER, holder TEXT, problem TEXT) STRICT`,
  ...deliveryIndexes,
  `CREATE TABLE IF NOT EXISTS nonet_settled_delivery (id INTEGER PRIMARY KEY, way TEXT NOT NULL, subscriber TEXT NOT NULL,
  subscription TEXT, version TEXT, number INTEGER NOT NULL, event TEXT NOT NULL, kind TEXT NOT NULL, chain TEXT,
  state TEXT NOT NULL, tries INTEGER NOT NULL, attempts TEXT NOT NULL, due_at INTEGER NOT NULL, problem TEXT,
  settled_at INTEGER NOT NULL) STRICT`,
  ...settledIndexes,
  // An older Nonet kept them beside the others.
  `INSERT INTO nonet_settled_delivery (${settledColumns.join(', ')})
  SELECT ${moved}, due_at FROM nonet_delivery WHERE state IN ('delivered', 'failed')`,
  `DELETE FROM nonet_delivery WHERE state IN ('delivered', 'failed')`,
  `CREATE TABLE IF NOT EXISTS nonet_subscription (resource TEXT NOT NULL, id TEXT NOT NULL, version TEXT NOT NULL,
  PRIMARY KEY (resource, id)) STRICT, WITHOUT ROWID`,
  'CREATE TABLE IF NOT EXISTS nonet_ended (subscriber TEXT PRIMARY KEY NOT NULL, address TEXT NOT NULL) STRICT, WITHOUT ROWID',
];
