import type { FollowedAnchor, QuestionNode } from './questions.ts';
import { compileCondition, compileSelection } from './sql/conditions.ts';
import type { Dialect } from './sql/dialect.ts';
import type { Columns, SqlParameter, SqlRun } from './sql/operands.ts';
import { compileQuestion, compileValues } from './sql/questions.ts';
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
  /** The equality by which the records of a question are found along references. */
  readonly anchor?: FollowedAnchor | undefined;
}

/** The text, and what it binds, in order. */
export interface WrittenSql {
  readonly sql: string;
  readonly parameters: readonly SqlParameter[];
}

/**
 * Writes an expression of the store profile as an SQL condition that is TRUE for exactly the records for which the
 * expression is true. An expression that fails is NULL, as in three-valued logic, and only TRUE selects.
 */
export function compileSql(tree: Expression, dialect: Dialect, columns: Columns, options: SqlOptions = {}): WrittenSql {
  return compile(dialect, columns, options, (run) =>
    options.selects === true ? compileSelection(run, tree) : compileCondition(run, tree),
  );
}

/** Writes the query of the values that a field has in the records of a question, in the column `v`. */
export function compileValuesSql(
  question: QuestionNode,
  field: string,
  dialect: Dialect,
  columns: Columns,
): WrittenSql {
  return compile(dialect, columns, {}, (run) => compileValues(run, question, field));
}

function compile(dialect: Dialect, columns: Columns, options: SqlOptions, write: (run: SqlRun) => string): WrittenSql {
  const parameters: SqlParameter[] = [];
  const first = options.first ?? 1;
  const bind = (parameter: SqlParameter): string => {
    parameters.push(parameter);
    return dialect.parameter(first + parameters.length - 1, parameter.type);
  };
  const { anchor, inline = false } = options;
  const run = { dialect, columns, inline, anchor, asked: new Map(), question: compileQuestion, bind };
  return { sql: write(run), parameters };
}
