import { type ColumnLayout, listReferringColumns, type StoreLayout, type TableLayout } from '../layout.ts';
import { buildServiceTables, createIndex, type ServiceObject } from '../service-tables/schema.ts';
import { buildTableStatement, formatColumns, formatIndexes, formatReference, listIndexStatements } from '../tables.ts';
import { records } from './dialect.ts';
import { quote, toCatalogName } from './quote.ts';
import { serviceDialect } from './service-dialect.ts';

/** The service tables and their indexes. */
export const ownTables: readonly ServiceObject[] = [
  ...buildServiceTables(serviceDialect),
  createIndex('nonet_event_open', 'nonet_event (commit_order) WHERE number IS NULL'),
];

/**
 * The number of distinct values that PostgreSQL assumes for a column without statistics. It must assume it for each indexed column: with
 * one value in its sample it would ignore the promised index and read all records for a rare value.
 */
const distinct = 200;

/** Writes the statements that create the tables; references come last, since tables may refer to each other. */
export function listCreateStatements(layout: StoreLayout): readonly string[] {
  const tables = [...layout.values()];
  return [
    ...tables.map(createTable),
    ...tables.flatMap((table) =>
      formatIndexes(records, table).flatMap((index) => listIndexStatements(records, table.table, index, false)),
    ),
    ...tables.flatMap(listEstimateStatements),
    ...tables.flatMap((table) => table.columns.flatMap((column) => listReferenceStatements(layout, table, column))),
  ];
}

/** Writes the statement that creates a table without its indexes and references. */
export function createTable(table: TableLayout): string {
  return buildTableStatement(records, table.table, formatColumns(records, table));
}

/** Lists the statements that set the number of distinct values which PostgreSQL assumes for indexed columns. */
export function listEstimateStatements(table: TableLayout): readonly string[] {
  const indexed = new Set(table.indexes.flatMap(({ keys }) => keys.map(({ field }) => table.byField.get(field)!)));
  return [...indexed]
    .filter((column) => column !== table.identity && column.inside === undefined)
    .map((column) => `ALTER TABLE ${quote(table.table)} ALTER ${quote(column.name)} SET (n_distinct = ${distinct})`);
}

/** The statement that makes sure that a column's record is there, where it refers to one. */
export function listReferenceStatements(
  layout: StoreLayout,
  table: TableLayout,
  column: ColumnLayout,
): readonly string[] {
  const other = layout.get(column.refers ?? '');
  if (other === undefined) return [];
  const key = `FOREIGN KEY (${quote(column.name)}) ${formatReference(records, other)}`;
  return [`ALTER TABLE ${quote(table.table)} ADD CONSTRAINT ${quote(formatReferenceName(column))} ${key}`];
}

/** The name of the constraint that a column's record is there; it is unique within its table. */
export function formatReferenceName(column: ColumnLayout): string {
  return `refers_by_${column.name}`;
}

/** The references to a table's records: by table and constraint, as PostgreSQL names them, which field refers. */
export function indexReferences(
  layout: StoreLayout,
  table: TableLayout,
): ReadonlyMap<string, { readonly resource: string; readonly field: string }> {
  return new Map(
    listReferringColumns(layout, table).map(({ from, column, resource, field }) => {
      const constraint = toCatalogName(formatReferenceName(column));
      return [JSON.stringify([toCatalogName(from.table), constraint]), { resource, field }];
    }),
  );
}
