import { quoteText, type SearchIndexDialect, type SearchTables, type Sought } from '../dialect.ts';
import type { TableLayout } from '../layout.ts';
import { type Source, sql } from '../queries/fragment.ts';
import { listTrigrams } from '../queries/search-words.ts';
import { formatSearchIndex, type SearchColumns } from '../search-index.ts';
import { quote } from './quote.ts';
import { listSoughtEntries } from './search-tokens.ts';

/** Returns a name of the number of a row that no column of its table hides; undefined if there is none. */
export function findRowName({ columns }: TableLayout): string | undefined {
  return ['rowid', 'oid', '_rowid_'].find((name) => columns.every((column) => column.name.toLowerCase() !== name));
}

/** Returns the names of the triggers that keep a search index up to date. */
export function listSearchTriggers(name: string): readonly string[] {
  return ['insert', 'delete', 'update'].map((event) => `${name}_${event}`);
}

/** The module of a search index: it stores the entries of each row, and nothing of their order. */
export const searchModule = `USING fts5 (entries, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii')`;

/** How SQLite creates search indexes: a table of FTS5 with the entries of each row, and triggers that keep it up to date. */
export const searchTables: SearchTables = {
  definition(table) {
    const row = findRowName(table);
    return row === undefined ? undefined : formatSearchIndex(table.search!, row);
  },
  create(name, table, columns, filled) {
    const index = quote(name);
    const source = quote(table);
    const [inserted, deleted, updated] = listSearchTriggers(name).map(quote);
    const { row = 'rowid', strings, lists, owners = [] } = columns;
    const add = `INSERT INTO ${index} (rowid, entries)`;
    const addNew = `${add} VALUES (new.${row}, ${formatEntries(columns, 'new')})`;
    const remove = `DELETE FROM ${index} WHERE rowid = old.${row}`;
    const changed = [row, ...[...strings, ...lists, ...owners].map(quote)].map(
      (column) => `old.${column} IS NOT new.${column}`,
    );
    return [
      `CREATE VIRTUAL TABLE ${index} ${searchModule}`,
      ...(filled ? [`${add} SELECT t.${row}, ${formatEntries(columns, 't')} FROM ${source} AS t`] : []),
      `CREATE TRIGGER ${inserted} AFTER INSERT ON ${source} BEGIN ${addNew}; END`,
      `CREATE TRIGGER ${deleted} AFTER DELETE ON ${source} BEGIN ${remove}; END`,
      `CREATE TRIGGER ${updated} AFTER UPDATE ON ${source} WHEN ${changed.join(' OR ')} BEGIN ${remove}; ${addNew}; END`,
    ];
  },
  drop: (name) => [
    ...listSearchTriggers(name).map((trigger) => `DROP TRIGGER IF EXISTS ${quote(trigger)}`),
    `DROP TABLE IF EXISTS ${quote(name)}`,
  ],
};

/** Writes the call that returns the entries of a row: whether some have no owner, the number of owners, the owners, and the texts. */
function formatEntries({ strings, lists, owners = [], whole }: SearchColumns, row: string): string {
  const given = [
    owners.length === 0 || whole === true ? '1' : '0',
    String(owners.length),
    ...owners.flatMap((name) => [quoteText(name), `${row}.${quote(name)}`]),
    ...strings.map((name) => `${row}.${quote(name)}`),
    ...lists.map((name) => `(SELECT group_concat(value, char(10)) FROM json_each(${row}.${quote(name)}))`),
  ];
  return `nonet_search_entries(${given.join(', ')})`;
}

/** How SQLite reads search indexes. */
export const searchIndex: SearchIndexDialect = {
  serves: (table) => table.search !== undefined && findRowName(table) !== undefined,
  probe(table, sought, most) {
    const index = quote(table.search!.name);
    return sql`SELECT count(*) FROM (SELECT 1 FROM ${index} WHERE ${index} MATCH ${matchOf(sought)} LIMIT ${String(most)})`;
  },
  candidate(table, sought) {
    const index = quote(table.search!.name);
    return sql`t.${findRowName(table)!} IN (SELECT rowid FROM ${index} WHERE ${index} MATCH ${matchOf(sought)})`;
  },
  tested: 0,
  along: ' NOT INDEXED',
  fence: '',
};

/** Writes a search as a query of FTS5: each entry is a string, and all must occur. */
function matchOf({ text, owner }: Sought): Source {
  return (values) => {
    return listSoughtEntries(listTrigrams(text(values)), owner && [owner.column, owner.value(values)]);
  };
}
