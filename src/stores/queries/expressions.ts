import { type Dialect, quoteText } from '../../expression/sql/dialect.ts';
import type { Columns } from '../../expression/sql/operands.ts';
import { compileSql, compileValuesSql } from '../../expression/sql.ts';
import type { Expression, PathStep } from '../../expression/tree.ts';
import { listGoneStates } from '../../plan/records/gone.ts';
import type { QueryDialect, RecordDialect } from '../dialect.ts';
import type { StoreLayout, TableLayout } from '../layout.ts';
import { type Fragment, fillHoles } from './fragment.ts';
import type { ListedPath } from './listed-values.ts';
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
      if (of.kind === 'path') return listFollowed(layout, dialect, of.path);
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

/**
 * Writes the query of the records from which a path leads to a value: from the record with the value back along the references, so that
 * each is found by its index. SQLite joins in the order that CROSS JOIN states.
 */
function listFollowed(layout: StoreLayout, dialect: RecordDialect, { steps, holds }: ListedPath): Fragment {
  const [first] = steps;
  const { identity, from, joined, end } = joinFollowed(
    layout,
    dialect.queries,
    first!.resource,
    steps.map(({ field }) => field),
  );
  const { sql, parameters } = compileSql(
    holds,
    dialect.expressions,
    createColumns(layout, dialect, end.table, `${end.alias}.`),
    { selects: true },
  );
  const readers = parameters.map(createParameterReader);
  return fillHoles(
    `SELECT ${identity} AS v FROM ${from} WHERE ${[sql, ...joined].join(' AND ')}`,
    readers.map((read) => (values) => read(values, undefined)),
  );
}

/** Joins the tables of a path of fields from the records of a resource, the last one first: SQLite reads them in the order of CROSS JOIN. */
function joinFollowed(layout: StoreLayout, { quote }: QueryDialect, resource: string, fields: readonly string[]) {
  const tables: { readonly table: TableLayout; readonly alias: string }[] = [];
  const joined: string[] = [];
  const columns: string[] = [];
  let to: string | undefined = resource;
  for (const [at, field] of fields.entries()) {
    const table = layout.get(to ?? '');
    const column = table?.byField.get(field);
    if (table === undefined || column === undefined) throw new Error(`${to} has no stored field \`${field}\``);
    const alias = `f${at}`;
    if (at > 0) joined.push(`${columns.at(-1)!} = ${alias}.${quote(table.identity.name)}`);
    tables.push({ table, alias });
    columns.push(`${alias}.${quote(column.name)}`);
    to = column.refers;
  }
  const [first] = tables;
  return {
    identity: `${first!.alias}.${quote(first!.table.identity.name)}`,
    from: tables
      .map(({ table, alias }) => `${quote(table.table)} AS ${alias}`)
      .toReversed()
      .join(' CROSS JOIN '),
    joined,
    last: columns.at(-1)!,
    end: tables.at(-1)!,
  };
}

/** The columns of a table, and those of the tables that questions in the same condition are about. */
function createColumns(layout: StoreLayout, dialect: RecordDialect, table: TableLayout, prefix: string): Columns {
  const { queries } = dialect;
  return {
    column: (steps) => buildFieldSql(layout, queries, table, prefix, steps),
    followed: ([first, ...further]) => {
      const own = table.byField.get(first!.name)!;
      const fields = further.map(({ name }) => name);
      return { own: prefix + queries.quote(own.name), ...joinFollowed(layout, queries, own.refers!, fields) };
    },
    asked(resource, alias) {
      const other = layout.get(resource);
      if (other === undefined) throw new Error(`there is no resource \`${resource}\``);
      const { column, followed } = createColumns(layout, dialect, other, `${alias}.`);
      const alive = listGoneStates(other.resource).map(({ field, states }) => {
        return `${column([{ name: field }])} NOT IN (${states.map(quoteText).join(', ')})`;
      });
      const from = `${queries.quote(other.table)} AS ${alias}`;
      return { from, column, followed: followed!, alive: alive.length === 0 ? undefined : alive.join(' AND ') };
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
  const [first, ...further] = steps;
  const own = table.byField.get(first?.name ?? '');
  if (own === undefined) throw new Error(`${table.resource.name} has no stored field \`${first?.name}\``);
  let at = { column: own, sql: prefix + dialect.quote(own.name) };
  for (const { name } of further) {
    const other = layout.get(at.column.refers ?? '');
    const target = other?.byField.get(name);
    if (other === undefined || target === undefined) {
      const path = steps.map((step) => step.name).join('.');
      throw new Error(`${table.resource.name}.${path} leads to no stored field \`${name}\``);
    }
    const identity = dialect.quote(other.identity.name);
    const from = `FROM ${dialect.quote(other.table)} AS r WHERE r.${identity} = ${at.sql}`;
    at = { column: target, sql: `(SELECT r.${dialect.quote(target.name)} ${from})` };
  }
  return at.sql;
}
