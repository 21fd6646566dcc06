import type { Condition, Query, QueryValues } from '../../contracts/store.ts';
import type { Expression, Question } from '../../expression/tree.ts';
import { buildNotGoneConditions } from '../../plan/records/gone.ts';
import type { StorageClass } from '../../plan/schema.ts';
import { type QueryDialect, quoteText } from '../dialect.ts';
import type { ColumnLayout, ResourceColumn, StoreLayout, TableLayout } from '../layout.ts';
import type { Term } from './access.ts';
import { writeColumn } from './columns.ts';
import { type Equality, factor } from './equalities.ts';
import { type Fragment, fillHoles, hole, join, type Source, sql } from './fragment.ts';
import { findListedValues, type ListedValues } from './listed-values.ts';
import { formatJsonList } from './parameters.ts';

/** The context of the translation of conditions to SQL. */
export interface TermContext {
  readonly layout: StoreLayout;
  readonly dialect: QueryDialect;
  /** Translates an expression over a record of the table with the alias `t`. `value` is bound to the name `value`. */
  expression(table: TableLayout, expression: Expression, value?: Source): Fragment;
  /** Translates an expression without values, as the condition of an index has it. */
  ofIndex(table: TableLayout, expression: Expression): Fragment;
  /** Writes the query of values for a column of this class in the column `v`. */
  listed(values: ListedValues, storage: StorageClass): Fragment;
  /** Writes the query that asks a question for each of a list of given values. */
  asked(query: Query & { readonly asks: Question }): Fragment;
}

/** The SQL of a query's conditions; condition i takes its value at `conditions[i]`. All of them must hold. */
export function compileTerms(
  context: TermContext,
  table: TableLayout,
  conditions: readonly Condition[],
): readonly Term[] {
  return conditions.flatMap((condition, index) => buildConditionTerms(context, table, condition, index));
}

function buildConditionTerms(
  context: TermContext,
  table: TableLayout,
  condition: Condition,
  index: number,
): readonly Term[] {
  const given: Source = (values) => values.conditions[index];
  switch (condition.kind) {
    case 'equal':
      return [equal(context, table, condition.field, given)];
    case 'compare':
      return [compare(context, table, condition, given)];
    case 'each':
      return [oneOfEach(context, table, condition.field, given)];
    case 'any':
      return buildAlternativeTerms(context, table, condition.of);
    case 'of index':
      return [{ holds: sql`(${context.ofIndex(table, condition.holds)})` }];
    case 'where':
      return [{ holds: sql`(${context.expression(table, condition.holds, given)})` }];
    case 'search': {
      const columns = condition.fields.map((field) => {
        const { name, storage } = findColumn(table, field);
        return { column: `t.${context.dialect.quote(name)}`, storage };
      });
      return [{ holds: sql`(${context.dialect.search(columns, given)})` }];
    }
    case 'refers':
      return [contains(context, table, condition, given)];
    case 'not in state': {
      const { name } = findColumn(table, condition.field);
      const states = condition.states.map((state) => `'${state.replaceAll("'", "''")}'`).join(', ');
      return states === '' ? [] : [{ holds: sql`t.${context.dialect.quote(name)} NOT IN (${states})` }];
    }
  }
}

/** Finds the records by the references that are gathered of lists, so that no other record is read. */
function contains(
  { dialect }: TermContext,
  { identity, resource }: TableLayout,
  { field, to }: Condition & { readonly kind: 'refers' },
  given: Source,
): Term {
  const bound: Source = (values) => String(given(values));
  const place = `r.other = ${quoteText(to)} AND r.resource = ${quoteText(resource.name)} AND r.field = ${quoteText(field)}`;
  const found = sql`SELECT ${dialect.typed('r.id', identity.storage)} FROM nonet_reference AS r WHERE ${place} AND r.target = ${bound}`;
  return { holds: sql`t.${dialect.quote(identity.name)} IN (${found})` };
}

/** The column that keeps a field, or a moment of entry (`toEntryName`); throws when the resource has none. */
export function findColumn(table: TableLayout, field: string): ColumnLayout {
  const column = table.byField.get(field);
  if (column === undefined) throw new Error(`${table.resource.name} has no stored field \`${field}\``);
  return column;
}

function equal(context: TermContext, table: TableLayout, field: string, source: Source): Term {
  const { dialect } = context;
  const column = findColumn(table, field);
  const bound: Source = (values) => dialect.bind(source(values), column.storage);
  const name = dialect.compared(`t.${dialect.quote(column.name)}`, column.storage);
  return { holds: sql`${name} = ${compareValue(dialect, column, bound)}`, equal: field, value: bound };
}

/** A column equal to one of a list of values, for each of which a query reads records. */
function oneOfEach({ dialect }: TermContext, table: TableLayout, field: string, given: Source): Term {
  const { name, storage } = findColumn(table, field);
  const bound: Source = (values) =>
    formatJsonList((given(values) as readonly unknown[]).map((value) => dialect.bind(value, storage)));
  const holds = sql`t.${dialect.quote(name)} = a.v`;
  return { holds, equal: field, listed: { field, values: dialect.items(bound, storage), each: holds } };
}

/** A bound value in the form in which the values of a column are compared. */
function compareValue(dialect: QueryDialect, { storage }: ColumnLayout, bound: Source): Fragment {
  return fillHoles(dialect.compared(hole, storage), [bound]);
}

function buildAlternativeTerms(
  context: TermContext,
  table: TableLayout,
  alternatives: readonly Expression[],
): readonly Term[] {
  if (alternatives.length === 0) return [{ holds: sql`FALSE` }];
  const { shared, rest } = factor(alternatives);
  const terms: Term[] = shared.map(({ field, value }) => equal(context, table, field, createSource(value)));
  if (rest === undefined) return terms;
  const tests = rest.map((part) => part.map((conjunct) => sql`(${context.expression(table, conjunct)})`));
  if (tests.length === 1) {
    return [
      ...terms,
      ...rest[0]!.map((conjunct, i) => ({ holds: tests[0]![i]!, ...listValues(context, table, conjunct) })),
    ];
  }
  return [
    ...terms,
    {
      holds: sql`(${join(
        tests.map((part) => sql`(${join(part, ' AND ')})`),
        ' OR ',
      )})`,
    },
  ];
}

function listValues(context: TermContext, table: TableLayout, conjunct: Expression): Pick<Term, 'listed'> {
  const found = findListedValues(conjunct);
  const column = found && table.byField.get(found.field);
  if (found === undefined || column === undefined) return {};
  const each = sql`t.${context.dialect.quote(column.name)} = a.v`;
  return { listed: { field: found.field, values: context.listed(found, column.storage), each } };
}

function createSource(value: Equality['value']): Source {
  if ('literal' in value) return () => value.literal;
  return (values: QueryValues) => values.caller?.[value.caller];
}

function compare(
  context: TermContext,
  table: TableLayout,
  condition: Condition & { readonly kind: 'compare' },
  given: Source,
): Term {
  return compareAlong(context, table.follow(condition.path), condition, given);
}

/** A condition on the first of some columns, or with further ones on the record that it refers to. */
function compareAlong(
  context: TermContext,
  [column, ...others]: readonly ResourceColumn[],
  condition: Condition & { readonly kind: 'compare' },
  given: Source,
): Term {
  const { dialect } = context;
  const { name, storage, inside } = column!;
  const test = (value: string): Term =>
    others.length === 0
      ? buildComparison(context, column!, value, condition, given)
      : referTo(context, column!, value, others, condition, given);
  if (inside?.some(({ list }) => list) !== true) return test(writeColumn(dialect, column!, 't.'));
  const { from, value } = dialect.itemsInside(`t.${dialect.quote(name)}`, inside, storage);
  return { holds: sql`EXISTS (SELECT 1 FROM ${from} WHERE ${test(value).holds})` };
}

/** The record that a column refers to has the first of some columns in a way, and the caller may see it. */
function referTo(
  context: TermContext,
  column: ResourceColumn,
  value: string,
  others: readonly ResourceColumn[],
  condition: Condition & { readonly kind: 'compare' },
  given: Source,
): Term {
  const { dialect } = context;
  const { visible, operator } = condition;
  const other = context.layout.get(column.refers ?? '')!;
  const { holds } = compareAlong(context, others, condition, given);
  const seen = visible === undefined ? [] : buildAlternativeTerms(context, other, visible);
  const alive = compileTerms(context, other, buildNotGoneConditions(other.resource));
  const all = join([holds, ...[...alive, ...seen].map((term) => term.holds)], ' AND ');
  const found = sql`SELECT t.${dialect.quote(other.identity.name)} FROM ${dialect.quote(other.table)} AS t WHERE ${all}`;
  const further = others.length === 1 ? others[0]!.field : undefined;
  const only = other.resource.uniques.some(({ fields, where: partial }) => {
    return partial === undefined && fields.length === 1 && fields[0] === further;
  });
  const isSingle = operator === '=' && (only || further === other.resource.identity);
  return isSingle
    ? { holds: sql`${value} = (${found})`, equal: column.field! }
    : { holds: sql`${value} IN (${found})` };
}

function createInFilter(
  { dialect }: TermContext,
  column: ColumnLayout,
  value: string,
  count: number,
  given: Source,
): NonNullable<Term['among']> {
  return {
    field: column.field!,
    count,
    each(index: number): Fragment {
      const bound: Source = (values) => dialect.bind((given(values) as readonly unknown[])[index], column.storage);
      return sql`${dialect.compared(value, column.storage)} = ${compareValue(dialect, column, bound)}`;
    },
  };
}

function buildComparison(
  context: TermContext,
  column: ResourceColumn,
  name: string,
  { operator, of }: Condition & { readonly kind: 'compare' },
  given: Source,
): Term {
  const { dialect } = context;
  const { storage, inside, nullable } = column;
  const field = column.field!;
  const compared = dialect.compared(name, storage);
  const bound: Source = (values) => dialect.bind(given(values), storage);
  const value = compareValue(dialect, column, bound);
  switch (operator) {
    case '=':
      return { holds: sql`${compared} = ${value}`, equal: field, value: bound };
    case '!=': {
      const isNull = inside === undefined ? 'TRUE' : dialect.isNull(`t.${dialect.quote(column.name)}`, inside[0]!.path);
      return { holds: nullable ? sql`coalesce(${compared} <> ${value}, ${isNull})` : sql`${compared} <> ${value}` };
    }
    case 'in': {
      const holds = dialect.oneOf(name, storage, given);
      return of === undefined ? { holds } : { holds, among: createInFilter(context, column, name, of, given) };
    }
    case 'contains':
      return { holds: storage === 'json' ? dialect.hasItem(name, given) : dialect.contains(name, given) };
    case 'contains any':
      return { holds: dialect.hasAny(name, given) };
    case 'starts with':
      return { holds: dialect.startsWith(name, given) };
    default:
      return { holds: sql`${compared} ${operator} ${value}`, range: field };
  }
}
