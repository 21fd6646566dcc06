import { DatabaseSync } from 'node:sqlite';
import type { Catalog, CatalogColumn, CatalogReference, CatalogTable } from './catalog.ts';

type Found = Readonly<Record<string, string | number | null>>;

/** Reads the tables of a SQLite file, which it opens for reading only. */
export function readSqlite(path: string): Catalog {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const query = (sql: string, ...values: string[]): readonly Found[] =>
      database.prepare(sql).all(...values) as unknown as readonly Found[];
    const tables = query(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid",
    );
    return {
      database: 'SQLite',
      tables: Object.fromEntries(
        tables.map(({ name, sql }) => [String(name), readTable(query, String(name), String(sql))]),
      ),
    };
  } finally {
    database.close();
  }
}

type Query = (sql: string, ...values: string[]) => readonly Found[];

function readTable(query: Query, table: string, sql: string): CatalogTable {
  const columns = query('SELECT * FROM pragma_table_xinfo(?)', table).filter(({ hidden }) => hidden !== 1);
  const references = readReferences(query, table);
  const uniques = query(
    'SELECT name FROM pragma_index_list(?) WHERE "unique" = 1 AND partial = 0 AND origin <> \'pk\' ORDER BY seq desc',
    table,
  )
    .map(({ name }) =>
      query('SELECT name FROM pragma_index_info(?) ORDER BY seqno', String(name)).map((column) => column.name),
    )
    .filter((names): names is string[] => names.every((name) => name !== null));
  const checks = listChecks(sql);
  return {
    columns: Object.fromEntries(columns.map((column) => [String(column.name), readColumn(column)])),
    ...(references.length === 0 ? {} : { references }),
    ...(uniques.length === 0 ? {} : { uniques }),
    ...(checks.length === 0 ? {} : { checks }),
  };
}

function readColumn({ type, notnull, dflt_value: standard, pk, hidden }: Found): CatalogColumn {
  return {
    type: String(type).toLowerCase(),
    ...(notnull === 1 ? { notNull: true } : {}),
    ...(standard === null || standard === undefined ? {} : { default: String(standard) }),
    ...(typeof pk === 'number' && pk > 0 ? { key: pk } : {}),
    ...(hidden === 2 || hidden === 3 ? { generated: true } : {}),
  };
}

function readReferences(query: Query, table: string): readonly CatalogReference[] {
  const rows = query('SELECT * FROM pragma_foreign_key_list(?) ORDER BY id desc, seq', table);
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((columns) => ({
    columns: columns.map(({ from }) => String(from)),
    table: String(columns[0]?.table),
    to: columns.flatMap(({ to }) => (to === null ? [] : [String(to)])),
    onDelete: String(columns[0]?.on_delete).toLowerCase(),
  }));
}

/** Quoted text and comments, which may lack their end; the beginning of a check; a parenthesis. */
const tokens = /'[^']*'?|"[^"]*"?|`[^`]*`?|\[[^\]]*\]?|--[^\n]*|\/\*(?:[^*]|\*(?!\/))*|\bcheck\s*\(|[()]/gi;

/** Finds the conditions of `CHECK (…)` in the statement of a table. */
function listChecks(sql: string): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let check: { readonly start: number; readonly depth: number } | undefined;
  for (const { 0: token, index } of sql.matchAll(tokens)) {
    if (token === ')') {
      depth -= 1;
      if (check?.depth !== depth) continue;
      found.push(sql.slice(check.start, index).trim());
      check = undefined;
    } else if (/^(?:\(|check)/i.test(token)) {
      if (token !== '(') check ??= { start: index + token.length, depth };
      depth += 1;
    }
  }
  return found;
}
