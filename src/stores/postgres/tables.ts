import type { TableTexts, Texts } from '../differences.ts';
import type { ColumnLayout, StoreLayout, TableLayout } from '../layout.ts';
import { inlineCondition } from '../queries/expressions.ts';
import { serviceTables } from '../service-tables/schema.ts';
import { columnTypes, expressions, nameOf, questions, quote, quoteText } from './dialect.ts';
import { serviceDialect } from './service-dialect.ts';

/** The service tables. */
export const ownTables: readonly string[] = [
  ...serviceTables(serviceDialect),
  'CREATE INDEX IF NOT EXISTS nonet_event_open ON nonet_event (place) WHERE number IS NULL',
  // Asked first, since altering a table would hold up those who read it.
  `DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'nonet_credential'::regclass AND attname = 'kind') THEN
  ALTER TABLE nonet_credential ADD COLUMN kind ${columnTypes.text} NOT NULL DEFAULT 'key', ADD COLUMN client ${columnTypes.text};
  END IF; END $$`,
];

/** Writes every table down, column by column and index by index. */
export function tableTexts(layout: StoreLayout): TableTexts {
  return [...layout.values()].map((table) => ({
    table: table.table,
    columns: table.columns.map((column) => {
      const other = layout.get(column.refers ?? '');
      const reference = other === undefined ? '' : ` ${referenceText(other)}`;
      return [column.name, columnText(table, column) + reference] as const;
    }),
    indexes: [...uniqueTexts(table), ...indexTexts(table)],
  }));
}

/**
 * So many values PostgreSQL takes a column to have that it knows nothing of. It is to think so of each that is indexed:
 * where it finds one value in its sample it would leave the promised index and read all records for one that is rare.
 */
const distinct = 200;

/** The statements that make the tables; references come last, since tables may refer to each other. */
export function creation(layout: StoreLayout): readonly string[] {
  const tables = [...layout.values()];
  return [
    ...tables.map(tableStatement),
    ...tables.flatMap((table) =>
      [...uniqueTexts(table), ...indexTexts(table)].map((index) => indexStatement(table, index)),
    ),
    ...tables.flatMap(estimates),
    ...tables.flatMap((table) => table.columns.flatMap((column) => referenceStatements(layout, table, column))),
  ];
}

/** The statement that makes a table without its indexes and references. */
export function tableStatement(table: TableLayout): string {
  const lines = table.columns.map((column) => `  ${quote(column.name)} ${columnText(table, column)}`);
  return `CREATE TABLE ${quote(table.table)} (\n${lines.join(',\n')}\n)`;
}

/** The statement that makes an index of a table. */
export function indexStatement(table: TableLayout, [name, text]: Texts[number]): string {
  const unique = text.startsWith('UNIQUE ');
  const keys = unique ? text.slice(7) : text;
  return `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${quote(name)} ON ${quote(table.table)} ${keys}`;
}

/** The statements that tell PostgreSQL how many values it is to think that the indexed columns have. */
export function estimates(table: TableLayout): readonly string[] {
  const indexed = new Set(table.indexes.flatMap(({ keys }) => keys.map(({ field }) => table.byField.get(field)!)));
  return [...indexed]
    .filter((column) => column !== table.identity)
    .map((column) => `ALTER TABLE ${quote(table.table)} ALTER ${quote(column.name)} SET (n_distinct = ${distinct})`);
}

/** The statement that makes sure that a column's record is there, where it refers to one. */
export function referenceStatements(layout: StoreLayout, table: TableLayout, column: ColumnLayout): readonly string[] {
  const other = layout.get(column.refers ?? '');
  if (other === undefined) return [];
  const key = `FOREIGN KEY (${quote(column.name)}) ${referenceText(other)}`;
  return [`ALTER TABLE ${quote(table.table)} ADD CONSTRAINT ${quote(referenceName(column))} ${key}`];
}

/** The name of the constraint that a column's record is there; it is unique within its table. */
export function referenceName(column: ColumnLayout): string {
  return `refers_by_${column.name}`;
}

/** The references to a table's records: by table and constraint, as PostgreSQL names them, which field refers. */
export function referencesTo(
  layout: StoreLayout,
  table: TableLayout,
): ReadonlyMap<string, { readonly resource: string; readonly field: string }> {
  return new Map(
    table.resource.referredBy.map(({ resource, field }) => {
      const from = layout.get(resource)!;
      const constraint = nameOf(referenceName(from.byField.get(field)!));
      return [JSON.stringify([nameOf(from.table), constraint]), { resource, field }];
    }),
  );
}

function columnText(table: TableLayout, column: ColumnLayout): string {
  const texts = [columnTypes[column.storage]];
  if (column === table.identity) texts.push('PRIMARY KEY');
  else if (column.always) texts.push('NOT NULL');
  if (column.choices !== undefined) {
    texts.push(`CHECK (${quote(column.name)} IN (${column.choices.map(quoteText).join(', ')}))`);
  }
  return texts.join(' ');
}

function referenceText(other: TableLayout): string {
  return `REFERENCES ${quote(other.table)} (${quote(other.identity.name)})`;
}

function uniqueTexts(table: TableLayout): Texts {
  return table.uniques.map(({ name, columns, while: partial }) => {
    const condition = partial === undefined ? '' : ` WHERE ${inlineCondition(questions, expressions, table, partial)}`;
    const keys = columns.map((column) => {
      return keyText(table.columns.find((otherColumn) => otherColumn.name === column)!, false);
    });
    return [name, `UNIQUE (${keys.join(', ')})${condition}`] as const;
  });
}

function indexTexts(table: TableLayout): Texts {
  return table.indexes.map(({ name, keys }) => {
    const columns = keys.map(({ field, descending }) => keyText(table.byField.get(field)!, descending));
    return [name, `(${columns.join(', ')})`] as const;
  });
}

function keyText(column: ColumnLayout, descending: boolean): string {
  return quote(column.name) + questions.direction(descending, !column.always);
}
