import type { ConvertedRecord } from '../../../codegen/version/convert-records.ts';
import { quoteText } from '../../dialect.ts';
import type { TableTexts, Texts } from '../../differences.ts';
import type { ColumnLayout } from '../../layout.ts';
import type { ColumnChange } from '../../migration/columns.ts';
import type { Statement } from '../../migration/store.ts';
import type { TableChange } from '../../migration/tables.ts';
import { quote } from '../dialect.ts';
import { listCreateStatements } from '../tables.ts';

/**
 * The statements of one table's change. Columns are changed as SQLite's documentation of ALTER TABLE advises: a new table
 * is made and filled, the old one dropped, the new one given its name.
 */
export function createMigrationStatements(
  change: TableChange,
  needed: TableTexts,
  extras: readonly string[],
): readonly Statement[] {
  const { before, after } = change;
  if (after === undefined) return [{ phase: 'drop', sql: `DROP TABLE ${quote(before!.table)}` }];
  const texts = needed.find(({ table }) => table === after.table)!;
  if (before === undefined) {
    const [table = '', ...indexes] = listCreateStatements([texts]);
    return [{ phase: 'name', sql: table }, ...indexes.map((sql): Statement => ({ phase: 'finish', sql }))];
  }
  if (change.structure) return rebuild(change, texts, extras);
  const names = after.columns.map(({ name }) => name);
  return [
    ...change.dropIndexes.map((name): Statement => ({ phase: 'make', sql: `DROP INDEX ${quote(name)}` })),
    ...(change.looked ? [update(after.table, names, before.identity.name, before.columns)] : []),
    ...indexStatements(after.table, change.addIndexes),
  ];
}

function rebuild(change: TableChange, texts: TableTexts[number], extras: readonly string[]): readonly Statement[] {
  const { before, after, columns } = change;
  const next = `nonet_next_${after!.table}`;
  const [table = ''] = listCreateStatements([{ ...texts, table: next, indexes: [] }]);
  const names = columns.map(({ column }) => quote(column.name));
  const into = `INSERT INTO ${quote(next)} (${names.join(', ')})`;
  const fill: Statement = change.looked
    ? {
        phase: 'fill',
        sql: `${into} VALUES (${names.map(() => '?').join(', ')})`,
        each: ({ row }) => row.map(toSqlValue),
      }
    : {
        phase: 'fill',
        sql: `${into} SELECT ${columns.map(buildCopyExpression).join(', ')} FROM ${quote(before!.table)}`,
      };
  return [
    { phase: 'make', sql: table },
    fill,
    { phase: 'drop', sql: `DROP TABLE ${quote(before!.table)}` },
    { phase: 'name', sql: `ALTER TABLE ${quote(next)} RENAME TO ${quote(after!.table)}` },
    ...indexStatements(after!.table, change.indexes),
    ...extras.map((sql): Statement => ({ phase: 'finish', sql })),
  ];
}

function buildCopyExpression({ column, from, given }: ColumnChange): string {
  if (from !== undefined) return quote(from);
  if (given === undefined || given === null) return 'NULL';
  if (column.storage === 'json') return quoteText(JSON.stringify(given));
  if (typeof given === 'boolean') return given ? '1' : '0';
  return typeof given === 'string' && column.storage !== 'int64' ? quoteText(given) : String(given);
}

function update(table: string, names: readonly string[], identity: string, was: readonly ColumnLayout[]): Statement {
  const at = was.findIndex(({ name }) => name === identity);
  const sql = `UPDATE ${quote(table)} SET ${names.map((name) => `${quote(name)} = ?`).join(', ')} WHERE ${quote(identity)} = ?`;
  return { phase: 'fill', sql, each: ({ row, before }: ConvertedRecord) => [...row, before[at]].map(toSqlValue) };
}

function indexStatements(table: string, indexes: Texts): readonly Statement[] {
  return listCreateStatements([{ table, columns: [], indexes }])
    .slice(1)
    .map((sql) => ({ phase: 'finish', sql }));
}

function toSqlValue(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value ?? null;
}
