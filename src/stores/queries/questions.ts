import type { Query } from '../../contracts/store.ts';
import { findFollowedAnchor } from '../../expression/questions.ts';
import type { Columns } from '../../expression/sql/operands.ts';
import { compileSql } from '../../expression/sql.ts';
import type { Question } from '../../expression/tree.ts';
import { sumHalf as half } from '../../plan/records/answers.ts';
import type { StorageClass } from '../../plan/schema.ts';
import type { QueryDialect, RecordDialect } from '../dialect.ts';
import type { StoreLayout } from '../layout.ts';
import { type Fragment, type Source, sql } from './fragment.ts';
import { createParameterReader, formatJsonList } from './parameters.ts';
import { findColumn } from './terms.ts';

/**
 * Writes the query that asks a question for each of a list of tuples of given values, in one statement: a row for each tuple, in their order. Each tuple is the
 * `value` that the condition of the question reads. The last bound value is the number of rows.
 */
export function compileAskedSql(
  layout: StoreLayout,
  { queries, expressions }: RecordDialect,
  columns: Columns,
  query: Query & { readonly asks: Question },
): Fragment {
  const { asks: question } = query;
  const table = layout.get(query.resource)!;
  const dialect = { ...expressions, parameter: queries.member };
  const anchor = findFollowedAnchor(question.where, (node) =>
    node.op === 'path' && node.root === 'record' ? node.steps : undefined,
  );
  const options = { first: 0, selects: true, anchor };
  const { sql: condition, parameters } = compileSql(question.where, dialect, columns, options);
  const readers = parameters.map(createParameterReader);
  const tuples: Source = (values) => {
    const given = values.conditions[0] as readonly unknown[];
    return formatJsonList(given.map((value) => readers.map((read) => read(values, value))));
  };
  const asked = columns.asked!(query.resource, 't');
  const rows = `FROM ${asked.from} WHERE ${asked.alive === undefined ? '' : `${asked.alive} AND `}${condition}`;
  const answer = writeAnswer(queries, question, rows, () => {
    const steps = question.value?.op === 'path' ? question.value.steps : [];
    const { storage } = findColumn(table, steps[0]!.name);
    return { column: columns.column(steps), storage };
  });
  return sql`SELECT ${answer} FROM ${queries.tuples(tuples)}${queries.limited((values) => values.limit)}`;
}

function writeAnswer(
  dialect: QueryDialect,
  { name, type, most }: Question,
  rows: string,
  value: () => { readonly column: string; readonly storage: StorageClass },
): string {
  switch (name) {
    case 'exists':
      return `CASE WHEN EXISTS (SELECT 1 ${rows}) THEN 1 ELSE 0 END`;
    case 'count':
      return most === undefined
        ? `(SELECT count(*) ${rows})`
        : `(SELECT count(*) FROM (SELECT 1 ${rows} LIMIT ${most}) AS counted)`;
    case 'sum': {
      const { column } = value();
      if (type.kind === 'decimal') return `(SELECT ${dialect.decimalTotal(column)} ${rows})`;
      const total = (of: string): string => `(SELECT coalesce(sum(${of}), 0) ${rows})`;
      return type.kind === 'int'
        ? `${total(`${column} / ${half}`)}, ${total(`${column} % ${half}`)}`
        : `(SELECT ${dialect.total(column)} ${rows})`;
    }
    default: {
      const { column, storage } = value();
      if (storage !== 'decimal') return `(SELECT ${dialect.read(`${name}(${column})`, storage)} ${rows})`;
      // Of equal decimals the shortest is the answer, so that it is the same on every store.
      const order = `${dialect.compared(column, storage)}${name === 'max' ? ' DESC' : ''}, length(${column})`;
      return `(SELECT ${column} ${rows} AND ${column} IS NOT NULL ORDER BY ${order} LIMIT 1)`;
    }
  }
}
