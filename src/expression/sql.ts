import { compileCondition, compileSelection } from './sql/conditions.ts';
import type { Dialect } from './sql/dialect.ts';
import type { Columns, SqlParameter } from './sql/operands.ts';
import { compileQuestion } from './sql/questions.ts';
import type { Expression } from './tree.ts';

export type { Columns, SqlParameter } from './sql/operands.ts';

/** How SQL is written. */
export interface SqlOptions {
  /** The number of the first parameter, 1 when left out. */
  readonly first?: number;
  /** Literals are written out: the condition of an index has no parameters. */
  readonly inline?: boolean;
  /** Only TRUE counts: the condition may be FALSE where it would be NULL. */
  readonly selects?: boolean;
}

/**
 * Writes an expression of the store profile as an SQL condition that is TRUE for exactly the records for which the
 * expression is true. An expression that fails is NULL, as in three-valued logic, and only TRUE selects.
 */
export function compileSql(
  tree: Expression,
  dialect: Dialect,
  columns: Columns,
  options: SqlOptions = {},
): { readonly sql: string; readonly parameters: readonly SqlParameter[] } {
  const parameters: SqlParameter[] = [];
  const first = options.first ?? 1;
  const bind = (parameter: SqlParameter): string => {
    parameters.push(parameter);
    return dialect.parameter(first + parameters.length - 1, parameter.type);
  };
  const run = { dialect, columns, inline: options.inline === true, asked: new Map(), question: compileQuestion, bind };
  const sql = options.selects === true ? compileSelection(run, tree) : compileCondition(run, tree);
  return { sql, parameters };
}
