import { deliveryIndexes, settledColumns, settledIndexes } from '../deliveries.ts';
import { columnTypes } from './dialect.ts';

const text = columnTypes.text;
const moved = settledColumns.slice(0, -1).join(', ');
const sent = `way ${text} NOT NULL, subscriber ${text} NOT NULL, subscription ${text}, version ${text}, number bigint NOT NULL,
  event ${text} NOT NULL, kind ${text} NOT NULL, chain ${text}, state ${text} NOT NULL`;

/** The tables of deliveries, of those that are settled, of subscribers that have ended, and of the versions of subscriptions. */
export const deliveryTables: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS nonet_delivery (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, ${sent},
  tries integer NOT NULL DEFAULT 0, attempts text NOT NULL DEFAULT '[]', due_at bigint NOT NULL, leased_until bigint,
  holder ${text}, problem text) WITH (fillfactor = 70)`,
  ...deliveryIndexes,
  `CREATE TABLE IF NOT EXISTS nonet_settled_delivery (id bigint PRIMARY KEY, ${sent}, tries integer NOT NULL,
  attempts text NOT NULL, due_at bigint NOT NULL, problem text, settled_at bigint NOT NULL)`,
  ...settledIndexes,
  // An older Nonet kept them beside the others.
  `WITH settled AS (DELETE FROM nonet_delivery WHERE state IN ('delivered', 'failed') RETURNING *)
  INSERT INTO nonet_settled_delivery (${settledColumns.join(', ')}) SELECT ${moved}, due_at FROM settled`,
  `CREATE TABLE IF NOT EXISTS nonet_subscription (resource ${text} NOT NULL, id ${text} NOT NULL, version ${text} NOT NULL,
  PRIMARY KEY (resource, id))`,
  `CREATE TABLE IF NOT EXISTS nonet_ended (subscriber ${text} PRIMARY KEY, address text NOT NULL)`,
];
