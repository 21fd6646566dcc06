import { deliveryIndexes } from '../deliveries.ts';
import { columnTypes } from './dialect.ts';

const text = columnTypes.text;

/** The tables of deliveries, and of subscribers that have ended, and of the versions of subscriptions. */
export const deliveryTables: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS nonet_delivery (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, way ${text} NOT NULL,
  subscriber ${text} NOT NULL, subscription ${text}, version ${text}, number bigint NOT NULL, event ${text} NOT NULL,
  kind ${text} NOT NULL, chain ${text}, state ${text} NOT NULL, tries integer NOT NULL DEFAULT 0,
  attempts text NOT NULL DEFAULT '[]', due_at bigint NOT NULL, leased_until bigint, holder ${text}, problem text)
  WITH (fillfactor = 70)`,
  ...deliveryIndexes,
  `CREATE TABLE IF NOT EXISTS nonet_subscription (resource ${text} NOT NULL, id ${text} NOT NULL, version ${text} NOT NULL,
  PRIMARY KEY (resource, id))`,
  `CREATE TABLE IF NOT EXISTS nonet_ended (subscriber ${text} PRIMARY KEY, address text NOT NULL)`,
];
