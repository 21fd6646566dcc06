import type { ConvertedRecord } from '../../../codegen/version/convert-records.ts';
import { quoteText } from '../../dialect.ts';
import type { ColumnLayout, StoreLayout, TableLayout } from '../../layout.ts';
import type { ColumnChange } from '../../migration/columns.ts';
import type { Statement } from '../../migration/store.ts';
import type { TableChange } from '../../migration/tables.ts';
import { listDropStatements, listIndexStatements } from '../../tables.ts';
import { bind, columnTypes, records } from '../dialect.ts';
import { quote, toCatalogName } from '../quote.ts';
import { createTable, formatReferenceName, listEstimateStatements, listReferenceStatements } from '../tables.ts';
import type { Constraint } from './introspection.ts';

/** The origin of a column: unchanged, renamed, replacing an older one that is then dropped, or new. */
interface ColumnMigration {
  readonly change: ColumnChange;
  readonly origin: 'stays' | 'renamed' | 'replaced' | 'new';
  /** Its name while records are computed. */
  readonly working: string;
}

/**
 * Creates the statements of one table's change. Grants and dependent objects stay: columns are added, filled, dropped and renamed one by
 * one, under names that begin with `nonet_next_` until the older ones are dropped.
 */
export function createMigrationStatements(
  change: TableChange,
  layout: StoreLayout,
  constraints: readonly Constraint[],
): readonly Statement[] {
  const { before, after } = change;
  if (after === undefined) return removeTable(before!, constraints);
  if (before === undefined) return addTable(after, layout, change);
  const columns = change.columns.map(planColumn);
  return [
    ...loosenConstraints(change, columns, constraints),
    ...columns
      .filter(({ origin }) => origin === 'new' || origin === 'replaced')
      .flatMap((column) => addColumn(before, column)),
    ...(change.looked ? [update(before, columns)] : []),
    ...dropAndRename(change, columns),
    ...tightenConstraints(change, columns, layout, constraints),
  ];
}

const alter = (table: string, words: string): string => `ALTER TABLE ${quote(table)} ${words}`;
const createStatements = (phase: Statement['phase'], ...sql: readonly string[]): Statement[] =>
  sql.map((text) => ({ phase, sql: text }));

function planColumn(change: ColumnChange): ColumnMigration {
  const { column, from, was } = change;
  const next = `nonet_next_${column.name}`;
  if (from === undefined) return { change, origin: 'new', working: next };
  if (!(was ?? '').startsWith(columnTypes[column.storage])) return { change, origin: 'replaced', working: next };
  return { change, origin: from === column.name ? 'stays' : 'renamed', working: from };
}

function removeTable(table: TableLayout, constraints: readonly Constraint[]): readonly Statement[] {
  const own = constraints.filter(
    (constraint) => constraint.kind === 'reference' && constraint.references === toCatalogName(table.table),
  );
  return [
    ...createStatements(
      'make',
      ...own.map((constraint) => alter(constraint.table, `DROP CONSTRAINT IF EXISTS ${quote(constraint.name)}`)),
    ),
    ...createStatements('drop', `DROP TABLE ${quote(table.table)}`),
  ];
}

function addTable(table: TableLayout, layout: StoreLayout, { indexes }: TableChange): readonly Statement[] {
  return [
    ...createStatements('name', createTable(table)),
    ...createStatements(
      'finish',
      ...indexes.flatMap((index) => listIndexStatements(records, table.table, index, true)),
      ...listEstimateStatements(table),
    ),
    ...createStatements('refer', ...table.columns.flatMap((column) => listReferenceStatements(layout, table, column))),
  ];
}

/** Whether the constraints of a column have to be made again. */
function isOther({ change: { column, text, was, from }, origin }: ColumnMigration): boolean {
  return origin === 'new' || origin === 'replaced' || was !== text || from !== column.name;
}

/** Drops constraints that would block new values. */
function loosenConstraints(
  change: TableChange,
  columns: readonly ColumnMigration[],
  constraints: readonly Constraint[],
): Statement[] {
  const { table, identity } = change.before!;
  const other = new Set([
    ...columns.filter(isOther).flatMap(({ change: { from } }) => (from === undefined ? [] : [toCatalogName(from)])),
    ...change.gone.map(({ column }) => toCatalogName(column)),
  ]);
  const own = constraints.filter(
    (constraint) => constraint.table === toCatalogName(table) && constraint.columns.some((name) => other.has(name)),
  );
  const key = own.some(({ kind }) => kind === 'key');
  const others = key
    ? constraints.filter(
        (constraint) => constraint.kind === 'reference' && constraint.references === toCatalogName(table),
      )
    : [];
  const dropped = change.structure && columns.some(({ origin }) => origin === 'replaced' || origin === 'renamed');
  const { indexes: listed, uniques, search } = change.before!;
  const known = [...listed, ...uniques, ...(search === undefined ? [] : [search])].map(({ name }) => name);
  const indexes = dropped ? [...new Set([...change.dropIndexes, ...known])] : change.dropIndexes;
  // References to a key go before it.
  const order = { reference: 0, check: 1, other: 1, key: 2 } as const;
  const all = [...new Set([...others, ...own])].sort((left, right) => order[left.kind] - order[right.kind]);
  const nullable = columns.filter(
    (column) =>
      isOther(column) && column.change.was?.includes(' NOT NULL') === true && column.change.from !== identity.name,
  );
  return createStatements(
    'make',
    ...indexes.flatMap((name) => listDropStatements(records, name, 'DROP INDEX IF EXISTS')),
    ...all.map((constraint) => alter(constraint.table, `DROP CONSTRAINT IF EXISTS ${quote(constraint.name)}`)),
    ...nullable.map(({ change: { from } }) => alter(table, `ALTER ${quote(from!)} DROP NOT NULL`)),
  );
}

function addColumn({ table }: TableLayout, { change: { column, given }, working }: ColumnMigration): Statement[] {
  const name = quote(working);
  const type = columnTypes[column.storage];
  if (given === undefined || given === null) return createStatements('make', alter(table, `ADD ${name} ${type}`));
  // A default is given to all rows without writing any of them.
  const value = column.storage === 'json' ? JSON.stringify(given) : String(given);
  return createStatements(
    'make',
    alter(table, `ADD ${name} ${type} DEFAULT ${quoteText(value)}`),
    alter(table, `ALTER ${name} DROP DEFAULT`),
  );
}

function update(before: TableLayout, columns: readonly ColumnMigration[]): Statement {
  const set = columns.map(({ working }, index) => `${quote(working)} = $${index + 1}`);
  const where = `${quote(before.identity.name)} = $${columns.length + 1}`;
  const place = before.columns.indexOf(before.identity);
  const each = ({ row, before: was }: ConvertedRecord): readonly unknown[] => [
    ...row.map((value, index) => bind(value, columns[index]!.change.column.storage)),
    bind(was[place], before.identity.storage),
  ];
  return { phase: 'fill', sql: `UPDATE ${quote(before.table)} SET ${set.join(', ')} WHERE ${where}`, each };
}

/** Drops what is gone, then gives columns and tables their names; names may be exchanged. */
function dropAndRename(change: TableChange, columns: readonly ColumnMigration[]): Statement[] {
  const { table } = change.before!;
  const name = change.after!.table;
  const replaced = columns.flatMap(({ origin, change: { from } }) => (origin === 'replaced' ? [from!] : []));
  const renamed = columns.filter(({ origin }) => origin === 'renamed');
  const next = table === name ? name : `nonet_next_${name}`;
  return [
    ...createStatements(
      'drop',
      ...[...change.gone.map(({ column }) => column), ...replaced].map((column) =>
        alter(table, `DROP ${quote(column)}`),
      ),
    ),
    ...createStatements(
      'drop',
      ...renamed.map(({ working, change: { column } }) => rename(table, working, `nonet_next_${column.name}`)),
    ),
    ...(next === name ? [] : createStatements('drop', `ALTER TABLE ${quote(table)} RENAME TO ${quote(next)}`)),
    ...(next === name ? [] : createStatements('name', `ALTER TABLE ${quote(next)} RENAME TO ${quote(name)}`)),
    ...createStatements(
      'name',
      ...columns
        .filter(({ origin }) => origin !== 'stays')
        .map(({ change: { column } }) => rename(name, `nonet_next_${column.name}`, column.name)),
    ),
  ];
}

function rename(table: string, from: string, to: string): string {
  return alter(table, `RENAME ${quote(from)} TO ${quote(to)}`);
}

/** Makes the constraints of the columns that were touched, then the indexes. */
function tightenConstraints(
  change: TableChange,
  columns: readonly ColumnMigration[],
  layout: StoreLayout,
  constraints: readonly Constraint[],
): Statement[] {
  const after = change.after!;
  const { table } = after;
  const other = columns.filter(isOther);
  const key = other.some(({ change: { column } }) => column === after.identity);
  const all = change.structure && columns.some(({ origin }) => origin === 'replaced' || origin === 'renamed');
  const referring = key ? [...layout.values()].filter((candidate) => candidate !== after) : [];
  const held = (from: TableLayout, column: string): boolean =>
    constraints.some(
      (constraint) =>
        constraint.kind === 'reference' &&
        constraint.table === toCatalogName(from.table) &&
        constraint.columns.includes(column),
    );
  return [
    ...createStatements(
      'finish',
      ...other.flatMap(({ change: { column, text } }) => {
        if (column === after.identity) return [alter(table, `ADD PRIMARY KEY (${quote(column.name)})`)];
        const check = / CHECK (\(.*\)\))/.exec(text)?.[1];
        return [
          ...(text.includes(' NOT NULL') ? [alter(table, `ALTER ${quote(column.name)} SET NOT NULL`)] : []),
          ...(check === undefined ? [] : [alter(table, `ADD CHECK ${check}`)]),
        ];
      }),
      ...(all ? change.indexes : change.addIndexes).flatMap((index) =>
        listIndexStatements(records, table, index, true),
      ),
      ...(all || change.addIndexes.length > 0 ? listEstimateStatements(after) : []),
    ),
    ...createStatements(
      'refer',
      ...other.flatMap((columnMigration) => {
        const { column } = columnMigration.change;
        const refer = listReferenceStatements(layout, after, column);
        // The change of the table that it leads to may have made it again already.
        const made = columnMigration.origin !== 'new' && refer.length > 0;
        return made ? [dropReference(table, column), ...refer] : refer;
      }),
      ...referring.flatMap((from) =>
        from.columns
          .filter((column) => column.refers === after.resource.name && held(from, toCatalogName(column.name)))
          .flatMap((column) => [dropReference(from.table, column), ...listReferenceStatements(layout, from, column)]),
      ),
    ),
  ];
}

function dropReference(table: string, column: ColumnLayout): string {
  return alter(table, `DROP CONSTRAINT IF EXISTS ${quote(formatReferenceName(column))}`);
}
