import { parseMoment } from '../literals.ts';
import type { Expression, PathStep, ValueType } from '../tree.ts';
import { type Dialect, formatLiteral } from './dialect.ts';
import { isField } from './subset.ts';

/** A value of the SQL of an expression, in the order of its parameters. */
export type SqlParameter =
  /** A literal, date-times as canonical strings, 64-bit integers as digits. */
  | { readonly kind: 'literal'; readonly value: string | number | boolean; readonly type: ValueType }
  /** The value of `of`, which reads no record and is computed by the process; NULL if it fails. */
  | { readonly kind: 'value'; readonly of: Expression; readonly type: ValueType }
  /** TRUE when the process can work `of` out, NULL when it fails. */
  | { readonly kind: 'present'; readonly of: Expression; readonly type: ValueType };

/** The columns of fields. */
export interface Columns {
  /**
   * The SQL of a field of the record (one step), or of the record that a ref names (two steps, the second `through`):
   * a column, or a sub-select that gives NULL where there is no other record. It holds no parameters.
   */
  column(steps: readonly PathStep[]): string;
}

/** One run of the compiler. */
export interface SqlRun {
  readonly dialect: Dialect;
  readonly columns: Columns;
  readonly inline: boolean;
  /** Takes up a parameter and gives its text. */
  bind(parameter: SqlParameter): string;
}

/** The text of a field or a value. */
export function compileOperand(run: SqlRun, node: Expression): string {
  if (isField(node)) return run.columns.column(node.steps);
  const value = getLiteralValue(node);
  if (value === undefined) return run.bind({ kind: 'value', of: node, type: node.type });
  return run.inline ? formatLiteral(value, node.type) : run.bind({ kind: 'literal', value, type: node.type });
}

/** The value of a literal as it is bound, or nothing for anything else and for null. */
export function getLiteralValue(node: Expression): string | number | boolean | undefined {
  if (node.op === 'literal') return node.value ?? undefined;
  const of = node.op === 'call' && node.name === 'timestamp' ? node.of[0] : undefined;
  if (of?.op !== 'literal') return undefined;
  return new Date(parseMoment(String(of.value)) ?? 0).toISOString();
}
