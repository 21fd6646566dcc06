import { columnTypes } from './dialect.ts';

const text = columnTypes.text;

/**
 * The table of events. A `place` ascends within a record; a number is given when the transaction that it was `written_in` is
 * over.
 */
export const eventTables: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS nonet_event (number bigint UNIQUE, id ${text} UNIQUE NOT NULL, kind ${text} NOT NULL,
  resource ${text}, record_id ${text}, record_version bigint NOT NULL, record text, record_before text, refs text,
  at bigint NOT NULL, trace_id text NOT NULL, place bigint GENERATED ALWAYS AS IDENTITY,
  written_in bigint NOT NULL DEFAULT (pg_current_xact_id()::text::bigint))`,
  'CREATE INDEX IF NOT EXISTS nonet_event_open ON nonet_event (place) WHERE number IS NULL',
];
