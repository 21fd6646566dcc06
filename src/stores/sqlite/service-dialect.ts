import type { ServiceDialect } from '../service-tables/dialect.ts';

/** SQLite's SQL on the service tables. */
export const serviceDialect: ServiceDialect = {
  types: {
    name: 'TEXT',
    text: 'TEXT',
    integer: 'INTEGER',
    number: 'REAL',
    bytes: 'BLOB',
    counter: 'INTEGER PRIMARY KEY AUTOINCREMENT',
    eventNumber: 'number INTEGER PRIMARY KEY AUTOINCREMENT',
    referredKey: '',
    options: (key) => (key === undefined ? ' STRICT' : ' STRICT, WITHOUT ROWID'),
  },
  greatest: 'max',
  least: 'min',
  deleteSome(table, key, condition, picked) {
    const names = key.join(', ');
    const from = `FROM ${table} WHERE ${condition}`;
    return picked === undefined
      ? `DELETE ${from}`
      : `DELETE FROM ${table} WHERE (${names}) IN (SELECT ${names} ${from} ${picked})`;
  },
  move: (from, condition, into, values) => [
    `INSERT INTO ${into} SELECT ${values} FROM ${from} WHERE ${condition}`,
    `DELETE FROM ${from} WHERE ${condition}`,
  ],
  share: '',
  rows(columns, alias, first) {
    const values = Object.keys(columns).map((name, at) => `value ->> ${at} AS ${name}`);
    return `(SELECT ${values.join(', ')}, key AS position FROM json_each($${first})) AS ${alias}`;
  },
  bindRows: (_, rows) => [JSON.stringify(rows)],
};
