import type { DatabaseSync } from 'node:sqlite';
import type { TableTexts } from '../../differences.ts';
import type { Catalogue } from '../../migration/step.ts';
import type { TableChange } from '../../migration/tables.ts';
import { buildIndexStatement, buildTableStatement } from '../../tables.ts';
import { quote, records } from '../dialect.ts';

/** Reads the tables that Nonet made, and their differences from how it made them. */
export function introspect(database: DatabaseSync, kept: TableTexts): Catalogue {
  const definitions = new Map(
    database
      .prepare(`SELECT name, sql FROM sqlite_schema WHERE type IN ('table', 'index') AND sql IS NOT NULL`)
      .all()
      .map(({ name, sql }) => [String(name), String(sql)]),
  );
  const indexes = database.prepare(
    `SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL`,
  );
  return {
    tables: kept.flatMap((made) => {
      const definition = definitions.get(made.table);
      if (definition === undefined) return [];
      const table = buildTableStatement(records, made.table, made.columns);
      const own = new Map(
        made.indexes.map((index) => [index[0], [index[1], buildIndexStatement(records, made.table, index)]] as const),
      );
      const found = indexes.all(made.table).map(({ name }) => {
        const [text, written] = own.get(String(name)) ?? [];
        const sql = definitions.get(String(name))!;
        return [String(name), text !== undefined && isSameText(sql, written!) ? text : sql] as const;
      });
      if (isSameText(definition, table)) return [{ table: made.table, columns: made.columns, indexes: found }];
      return [{ ...readColumns(database, made), indexes: found }];
    }),
  };
}

function isSameText(found: string, written: string): boolean {
  return found.replace(/\s+/g, ' ').trim() === written.replace(/\s+/g, ' ').trim();
}

/** The columns of a table that is not as it was made; one whose type and presence are the same counts as the same. */
function readColumns(
  database: DatabaseSync,
  made: TableTexts[number],
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
  // A difference that is not in the columns is a constraint of the table, or the order of its columns.
  return { table: made.table, columns, ...(differs ? {} : { altered: true as const }) };
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
  ]);
  return database
    .prepare(
      `SELECT name, sql FROM sqlite_schema WHERE type IN ('index', 'trigger') AND tbl_name = ? AND sql IS NOT NULL ORDER BY name`,
    )
    .all(before.table)
    .filter(({ name }) => !own.has(String(name)))
    .map(({ sql }) => String(sql));
}
