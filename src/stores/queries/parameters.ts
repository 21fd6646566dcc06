import type { QueryValues } from '../../contracts/store.ts';
import { compileExpression } from '../../expression/javascript.ts';
import { runtime } from '../../expression/runtime.ts';
import type { SqlParameter } from '../../expression/sql.ts';
import type { Expression, ValueType } from '../../expression/tree.ts';
import { removeNullable } from '../../expression/types.ts';
import { isDecimal } from '../../text/numbers/decimals.ts';

/** Creates what computes the value of a parameter; `value` is bound to the name `value`. */
export function createParameterReader(parameter: SqlParameter): (values: QueryValues, value: unknown) => unknown {
  if (parameter.kind === 'literal') {
    const bound = toPlainValue(parameter.value);
    return () => bound;
  }
  const found = createEvaluator(parameter.of);
  return (values, value) => {
    const result = found(values, value);
    if (parameter.kind === 'present') return result === undefined ? null : 1;
    return toPlainValue(holdsDecimals(parameter.type) ? toDecimalTexts(result) : result);
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

function holdsDecimals(type: ValueType): boolean {
  const plain = removeNullable(type);
  return plain.kind === 'list' ? holdsDecimals(plain.item) : plain.kind === 'decimal';
}

/** A decimal as databases take it, or a list of them; null for any other value. */
function toDecimalTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toDecimalTexts);
  return typeof value === 'string' && isDecimal(value) ? value : null;
}

/** As databases take it: truth as 1 and 0, lists as the text of their JSON. */
function toPlainValue(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return Array.isArray(value) ? formatJsonList(value) : value;
}

/** The text of a JSON list, also of lists, 64-bit integers with all their digits. */
export function formatJsonList(values: readonly unknown[]): string {
  return `[${values.map(formatJsonValue).join(',')}]`;
}

function formatJsonValue(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  return Array.isArray(value) ? formatJsonList(value) : JSON.stringify(value ?? null);
}
