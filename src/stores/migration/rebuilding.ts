import type { ConvertedRecord } from '../../codegen/version/convert-records.ts';
import { quoteText, type RecordDialect } from '../dialect.ts';
import type { TableTexts, Texts } from '../differences.ts';
import type { ColumnLayout } from '../layout.ts';
import { buildTableStatement, listDropStatements, listIndexStatements } from '../tables.ts';
import type { ColumnChange } from './columns.ts';
import type { Statement } from './store.ts';
import type { TableChange } from './tables.ts';

/** Writes the statements of one table's change; `extras` make what others have made on the table. */
type BuildStatements = (change: TableChange, needed: TableTexts, extras: readonly string[]) => readonly Statement[];

/**
 * Creates what changes tables by rebuilding them, for stores whose ALTER TABLE can do little. Columns are changed as SQLite's
 * documentation of ALTER TABLE advises: a new table is made and filled, the old one dropped, the new one given its name.
 */
export function createRebuilding(records: RecordDialect): BuildStatements {
  const { quote, placeholder, bind } = records.queries;

  const rebuild = (change: TableChange, texts: TableTexts[number], extras: readonly string[]): readonly Statement[] => {
    const { before, after, columns } = change;
    const next = `nonet_next_${after!.table}`;
    const names = columns.map(({ column }) => quote(column.name));
    const into = `INSERT INTO ${quote(next)} (${names.join(', ')})`;
    const fill: Statement = change.looked
      ? {
          phase: 'fill',
          sql: `${into} VALUES (${names.map((_, at) => placeholder(at)).join(', ')})`,
          each: ({ row }) => row.map((value, at) => bind(value, columns[at]!.column.storage)),
        }
      : { phase: 'fill', sql: `${into} SELECT ${columns.map(copy).join(', ')} FROM ${quote(before!.table)}` };
    return [
      ...dropSearch(change),
      { phase: 'make', sql: buildTableStatement(records, next, texts.columns) },
      fill,
      { phase: 'drop', sql: `DROP TABLE ${quote(before!.table)}` },
      { phase: 'name', sql: `ALTER TABLE ${quote(next)} RENAME TO ${quote(after!.table)}` },
      ...indexStatements(after!.table, change.indexes),
      ...extras.map((sql): Statement => ({ phase: 'finish', sql })),
    ];
  };

  const copy = ({ column, from, given }: ColumnChange): string => {
    if (from !== undefined) return quote(from);
    if (given === undefined || given === null) return 'NULL';
    if (column.storage === 'json') return quoteText(JSON.stringify(given));
    if (typeof given === 'string' && column.storage !== 'int64') return quoteText(given);
    return String(bind(given, column.storage));
  };

  const update = (table: string, columns: readonly ColumnLayout[], before: TableChange['before']): Statement => {
    const { identity, columns: was } = before!;
    const set = columns.map(({ name }, at) => `${quote(name)} = ${placeholder(at)}`);
    const sql = `UPDATE ${quote(table)} SET ${set.join(', ')} WHERE ${quote(identity.name)} = ${placeholder(set.length)}`;
    const each = ({ row, before: stored }: ConvertedRecord): readonly unknown[] => [
      ...row.map((value, at) => bind(value, columns[at]!.storage)),
      bind(stored[was.indexOf(identity)], identity.storage),
    ];
    return { phase: 'fill', sql, each };
  };

  const indexStatements = (table: string, indexes: Texts): readonly Statement[] =>
    indexes.flatMap((index) =>
      listIndexStatements(records, table, index, true).map((sql): Statement => ({ phase: 'finish', sql })),
    );

  /** Removing a table leaves its search index. */
  const dropSearch = ({ before }: TableChange): readonly Statement[] =>
    before?.search === undefined
      ? []
      : listDropStatements(records, before.search.name).map((sql) => ({ phase: 'make', sql }));

  return (change, needed, extras) => {
    const { before, after } = change;
    if (after === undefined)
      return [...dropSearch(change), { phase: 'drop', sql: `DROP TABLE ${quote(before!.table)}` }];
    const texts = needed.find(({ table }) => table === after.table)!;
    if (before === undefined) {
      return [
        { phase: 'name', sql: buildTableStatement(records, after.table, texts.columns) },
        ...indexStatements(after.table, texts.indexes),
      ];
    }
    if (change.structure) return rebuild(change, texts, extras);
    return [
      ...change.dropIndexes.flatMap((name) =>
        listDropStatements(records, name).map((sql): Statement => ({ phase: 'make', sql })),
      ),
      ...(change.looked ? [update(after.table, after.columns, before)] : []),
      ...indexStatements(after.table, change.addIndexes),
    ];
  };
}
