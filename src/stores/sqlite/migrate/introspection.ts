import type { DatabaseSync } from 'node:sqlite';
import type { TableTexts } from '../../differences.ts';
import type { Catalogue } from '../../migration/step.ts';
import type { TableChange } from '../../migration/tables.ts';
import { listSearchIndexes } from '../../search-index.ts';
import { buildIndexStatement, buildTableStatement, listIndexStatements } from '../../tables.ts';
import { records } from '../dialect.ts';
import { quote } from '../quote.ts';
import { listSearchTriggers } from '../search-index.ts';

/** Reads the tables that Nonet made, and their differences from how it made them. */
export function introspect(database: DatabaseSync, kept: TableTexts): Catalogue {
  // Read once: SQLite has no index of its schema, so a query for each table would read all of it.
  const entries = database
    .prepare(
      `SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE type IN ('table', 'index', 'trigger') AND sql IS NOT NULL`,
    )
    .all();
  const definitions = new Map(entries.map(({ name, sql }) => [String(name), String(sql)]));
  const indexes = Map.groupBy(
    entries.filter(({ type }) => type === 'index'),
    ({ tbl_name: table }) => String(table),
  );
  return {
    tables: kept.flatMap((made) => {
      const definition = definitions.get(made.table);
      if (definition === undefined) return [];
      const table = buildTableStatement(records, made.table, made.columns);
      const own = new Map(
        made.indexes.map((index) => [index[0], [index[1], buildIndexStatement(records, made.table, index)]] as const),
      );
      const search = listSearchIndexes(made).flatMap(({ name, text }) => {
        const state = describeSearchIndex(definitions, made.table, [name, text]);
        return state === undefined ? [] : [[name, state] as const];
      });
      const listed = (indexes.get(made.table) ?? []).map(({ name }) => {
        const [text, written] = own.get(String(name)) ?? [];
        const sql = definitions.get(String(name))!;
        return [String(name), text !== undefined && isSameText(sql, written!) ? text : sql] as const;
      });
      const found = [...listed, ...search];
      if (isSameText(definition, table)) return [{ table: made.table, columns: made.columns, indexes: found }];
      return [{ ...readColumns(database, made, definition), indexes: found }];
    }),
  };
}

/** Returns the definition of a search index, or that it was changed; undefined if it does not exist. */
function describeSearchIndex(
  definitions: ReadonlyMap<string, string>,
  table: string,
  [name, text]: readonly [name: string, text: string],
): string | undefined {
  const [index, ...triggers] = listIndexStatements(records, table, [name, text], false);
  const expected = [
    [name, index!] as const,
    ...listSearchTriggers(name).map((trigger, at) => [trigger, triggers[at]!] as const),
  ];
  const found = expected.filter(([part, sql]) => isSameText(definitions.get(part) ?? '', sql));
  if (found.length === expected.length) return text;
  return expected.some(([part]) => definitions.has(part)) ? 'changed outside Nonet' : undefined;
}

function isSameText(found: string, written: string): boolean {
  return found === written || found.replace(/\s+/g, ' ').trim() === written.replace(/\s+/g, ' ').trim();
}

/** The columns of a table whose definition is not as it was made; one whose type and presence are the same counts as the same. */
function readColumns(
  database: DatabaseSync,
  made: TableTexts[number],
  definition: string,
): { readonly table: string; readonly columns: TableTexts[number]['columns']; readonly altered?: true } {
  const known = new Map(made.columns);
  const columns = database
    .prepare(`PRAGMA table_xinfo(${quote(made.table)})`)
    .all()
    .map(({ name, type, notnull, pk }) => {
      const text = known.get(String(name));
      const words = [String(type), ...(pk === 1 ? ['PRIMARY KEY'] : []), ...(notnull === 1 ? ['NOT NULL'] : [])].join(
        ' ',
      );
      // An identity is not null whether its definition says so or not.
      const plain = text?.replace(/ (CHECK|REFERENCES) .*$/, '').replace('PRIMARY KEY NOT NULL', 'PRIMARY KEY');
      return [
        String(name),
        text !== undefined && plain === words.replace('PRIMARY KEY NOT NULL', 'PRIMARY KEY') ? text : words,
      ] as const;
    });
  const differs = columns.length !== made.columns.length || columns.some(([name, text]) => known.get(name) !== text);
  // The order of columns does not matter: fields of a document may change their places. Any other difference is a constraint of the table.
  const isSame = differs || isSameText(definition, buildTableStatement(records, made.table, columns));
  return { table: made.table, columns, ...(isSame ? {} : { altered: true as const }) };
}

/** The statements that make the indexes and triggers that somebody else made on a table, so that they outlive its rebuilding. */
export function listExternalStatements(
  database: DatabaseSync,
  { before, after, indexes, dropIndexes }: TableChange,
): readonly string[] {
  if (before === undefined || after === undefined) return [];
  const own = new Set([
    ...dropIndexes,
    ...indexes.map(([name]) => name),
    ...before.indexes.map(({ name }) => name),
    ...before.uniques.map(({ name }) => name),
    ...(before.search === undefined ? [] : listSearchTriggers(before.search.name)),
  ]);
  return database
    .prepare(
      `SELECT name, sql FROM sqlite_schema WHERE type IN ('index', 'trigger') AND tbl_name = ? AND sql IS NOT NULL ORDER BY name`,
    )
    .all(before.table)
    .filter(({ name }) => !own.has(String(name)))
    .map(({ sql }) => String(sql));
}
