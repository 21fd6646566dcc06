import { type Dialect, quoteText } from '../../expression/sql/dialect.ts';
import type { Columns } from '../../expression/sql/operands.ts';
import { compileSql, compileValuesSql } from '../../expression/sql.ts';
import type { Expression, PathStep } from '../../expression/tree.ts';
import { listGoneStates } from '../../plan/records/gone.ts';
import type { QueryDialect, RecordDialect } from '../dialect.ts';
import type { StoreLayout, TableLayout } from '../layout.ts';
import { fillHoles } from './fragment.ts';
import { createParameterReader } from './parameters.ts';
import { compileAskedSql } from './questions.ts';
import type { TermContext } from './terms.ts';

/** Creates what the conditions of queries are written with. The dialect's `expressions` write each parameter as a `hole`. */
export function createTermContext(layout: StoreLayout, dialect: RecordDialect): TermContext {
  const { queries, expressions } = dialect;
  return {
    layout,
    dialect: queries,
    expression(table, expression, value) {
      const columns = createColumns(layout, dialect, table, 't.');
      const { sql, parameters } = compileSql(expression, expressions, columns);
      const readers = parameters.map(createParameterReader);
      return fillHoles(
        sql,
        readers.map((read) => (values) => read(values, value?.(values))),
      );
    },
    ofIndex: (table, expression) => fillHoles(inlineCondition(queries, expressions, table, expression), []),
    listed({ of }, storage) {
      if (of.kind === 'caller') {
        const read = createParameterReader({ kind: 'value', of: of.list, type: of.list.type });
        return queries.items((values) => read(values, undefined), storage);
      }
      const table = layout.get(of.question.resource)!;
      const columns = createColumns(layout, dialect, table, '');
      const { sql, parameters } = compileValuesSql(of.question, of.field, expressions, columns);
      const readers = parameters.map(createParameterReader);
      return fillHoles(
        sql,
        readers.map((read) => (values) => read(values, undefined)),
      );
    },
    asked(query) {
      const table = layout.get(query.resource);
      if (table === undefined) throw new Error(`there is no resource \`${query.resource}\``);
      return compileAskedSql(layout, dialect, createColumns(layout, dialect, table, 't.'), query);
    },
  };
}

/** The columns of a table, and those of the tables that questions in the same condition are about. */
function createColumns(layout: StoreLayout, dialect: RecordDialect, table: TableLayout, prefix: string): Columns {
  const { queries } = dialect;
  return {
    column: (steps) => buildFieldSql(layout, queries, table, prefix, steps),
    asked(resource, alias) {
      const other = layout.get(resource);
      if (other === undefined) throw new Error(`there is no resource \`${resource}\``);
      const { column } = createColumns(layout, dialect, other, `${alias}.`);
      const alive = listGoneStates(other.resource).map(({ field, states }) => {
        return `${column([{ name: field }])} NOT IN (${states.map(quoteText).join(', ')})`;
      });
      const from = `${queries.quote(other.table)} AS ${alias}`;
      return { from, column, alive: alive.length === 0 ? undefined : alive.join(' AND ') };
    },
  };
}

/** An expression over bare columns with its literals written out, as the condition of an index has it. */
export function inlineCondition(
  dialect: QueryDialect,
  written: Dialect,
  table: TableLayout,
  holds: Expression,
): string {
  const column = (steps: readonly PathStep[]): string => buildFieldSql(new Map(), dialect, table, '', steps);
  return compileSql(holds, written, { column }, { inline: true }).sql;
}

function buildFieldSql(
  layout: StoreLayout,
  dialect: QueryDialect,
  table: TableLayout,
  prefix: string,
  steps: readonly PathStep[],
): string {
  const [first, second] = steps;
  const own = table.byField.get(first?.name ?? '');
  if (own === undefined) throw new Error(`${table.resource.name} has no stored field \`${first?.name}\``);
  const name = prefix + dialect.quote(own.name);
  if (second === undefined) return name;
  const other = layout.get(own.refers ?? '');
  const target = other?.byField.get(second.name);
  if (other === undefined || target === undefined) {
    throw new Error(`${table.resource.name}.${first!.name} leads to no stored field \`${second.name}\``);
  }
  const identity = dialect.quote(other.identity.name);
  return `(SELECT r.${dialect.quote(target.name)} FROM ${dialect.quote(other.table)} AS r WHERE r.${identity} = ${name})`;
}
