import type { QueryValues } from '../../contracts/store.ts';
import { compileExpression } from '../../expression/javascript.ts';
import { runtime } from '../../expression/runtime.ts';
import type { Dialect } from '../../expression/sql/dialect.ts';
import { compileSql, type SqlParameter } from '../../expression/sql.ts';
import type { Expression, PathStep } from '../../expression/tree.ts';
import type { QueryDialect, RecordDialect } from '../dialect.ts';
import type { StoreLayout, TableLayout } from '../layout.ts';
import { fillHoles, type Source } from './fragment.ts';
import type { TermContext } from './terms.ts';

/** Creates what the conditions of queries are written with. The dialect's `expressions` write each parameter as a `hole`. */
export function createTermContext(layout: StoreLayout, { queries, expressions }: RecordDialect): TermContext {
  return {
    layout,
    dialect: queries,
    expression(table, expression, value) {
      const column = (steps: readonly PathStep[]): string => buildFieldSql(layout, queries, table, 't.', steps);
      const { sql, parameters } = compileSql(expression, expressions, { column });
      return fillHoles(
        sql,
        parameters.map((parameter) => createSource(parameter, value)),
      );
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

function createSource(parameter: SqlParameter, value: Source | undefined): Source {
  if (parameter.kind === 'literal') {
    const bound = toPlainValue(parameter.value);
    return () => bound;
  }
  const found = createEvaluator(parameter.of);
  return (values) => {
    const result = found(values, value?.(values));
    if (parameter.kind === 'present') return result === undefined ? null : 1;
    return toPlainValue(result);
  };
}

/** Computes an expression that reads no record; undefined if it fails. */
function createEvaluator(of: Expression): (values: QueryValues, value: unknown) => unknown {
  const names = { caller: 'caller', now: 'now', today: 'today', value: 'value' };
  const { source } = compileExpression(of, { roots: names });
  const run = new Function('$', 'caller', 'now', 'today', 'value', `return ${source};`);
  return (values, value) => {
    try {
      const today = new Date(values.now).toISOString().slice(0, 10);
      return run(runtime, values.caller ?? {}, values.now, today, value);
    } catch {
      // A failing value is what `undefined` says; the condition that holds it is then not true.
      return undefined;
    }
  };
}

/** As databases take it: truth as 1 and 0, lists as the text of their JSON. */
function toPlainValue(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return Array.isArray(value) ? formatJsonList(value) : value;
}

/** The text of a JSON list, 64-bit integers with all their digits. */
export function formatJsonList(values: readonly unknown[]): string {
  return `[${values.map((value) => (typeof value === 'bigint' ? String(value) : JSON.stringify(value ?? null))).join(',')}]`;
}
