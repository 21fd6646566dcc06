import type { ServiceDialect } from '../service-tables/dialect.ts';
import { columnTypes } from './dialect.ts';

/** PostgreSQL's SQL on the service tables. */
export const serviceDialect: ServiceDialect = {
  types: {
    name: columnTypes.text,
    text: 'text',
    integer: 'bigint',
    number: 'double precision',
    bytes: 'bytea',
    counter: 'bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
    // A `place` ascends within a record; a number is given when the transaction that it was `written_in` is over.
    eventNumber: `number bigint UNIQUE, place bigint GENERATED ALWAYS AS IDENTITY,
      written_in bigint NOT NULL DEFAULT (pg_current_xact_id()::text::bigint)`,
    // A reference and a deletion at the same moment never both stay, whatever the transactions see of each other.
    referredKey: ', FOREIGN KEY (other, target) REFERENCES nonet_referred',
    options: (_, room) => (room === undefined ? '' : ` WITH (fillfactor = ${room})`),
  },
  greatest: 'greatest',
  least: 'least',
  // By the rows' places: no index is looked at twice.
  deleteSome: (table, _, condition, picked = '') =>
    `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table}
     WHERE ${condition} ${picked} FOR UPDATE SKIP LOCKED))`,
  // In one statement: what comes under the condition meanwhile neither moves nor goes.
  move: (from, condition, into, values) => [
    `WITH moved AS (DELETE FROM ${from} WHERE ${condition} RETURNING *) INSERT INTO ${into} SELECT ${values} FROM moved`,
  ],
  lockTable: (table) => `LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`,
  share: ' FOR SHARE',
  rows(columns, alias, first) {
    const lists = Object.values(columns).map((type, at) => `$${first + at}::${type}[]`);
    return `unnest(${lists.join(', ')}) WITH ORDINALITY AS ${alias} (${Object.keys(columns).join(', ')}, position)`;
  },
  bindRows: (columns, rows) => Object.keys(columns).map((_, at) => rows.map((row) => row[at])),
};
