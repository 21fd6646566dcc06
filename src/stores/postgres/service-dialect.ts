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
    // `commit_order` ascends within a record; a number is given when the transaction that it was `written_in` is over.
    eventNumber: `number bigint UNIQUE, commit_order bigint GENERATED ALWAYS AS IDENTITY,
      written_in bigint NOT NULL DEFAULT (pg_current_xact_id()::text::bigint)`,
    givenCounter: ' OVERRIDING SYSTEM VALUE',
    // A reference and a deletion at the same moment never both stay, whatever the transactions see of each other.
    referredKey: ', FOREIGN KEY (other, target) REFERENCES nonet_reference_target',
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
  newestEvent: `SELECT value::bigint FROM nonet_meta WHERE name = 'event number'`,
  lockTable: (table) => `LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`,
  among: (column, list) => `${column} = ANY (${list})`,
  list: (values) => values,
  lockName: (name, how) =>
    `SELECT pg_advisory_xact_lock${how === 'shared' ? '_shared' : ''}(hashtextextended('nonet ${name} ' || current_schema(), 7216))`,
  share: ' FOR SHARE',
  update: ' FOR NO KEY UPDATE',
  eachRow(columns, first, write) {
    const names = Object.keys(columns);
    const lists = Object.values(columns).map((type, at) => `$${first + at}::${type}[]`);
    const bound = `unnest(${lists.join(', ')}) WITH ORDINALITY AS u (${names.join(', ')}, position)`;
    const text = write(Object.fromEntries(names.map((name) => [name, `u.${name}`])), bound);
    return (session, values, rows) =>
      rows.length === 0 ? 0 : session.run(text, [...values, ...names.map((_, at) => rows.map((row) => row[at]))]);
  },
};
