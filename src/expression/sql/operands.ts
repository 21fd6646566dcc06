import { parseMoment } from '../literals.ts';
import type { FollowedAnchor, QuestionNode } from '../questions.ts';
import type { Expression, PathStep, ValueType } from '../tree.ts';
import { isDecimalType } from '../types.ts';
import { type Dialect, formatLiteral } from './dialect.ts';
import { type FieldNode, isField, isFolded } from './subset.ts';

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
   * The SQL of a field of the record (one step), or of a record that refs lead to (each further step is `through` one): a column, or a
   * sub-select that gives NULL where there is no other record. It holds no parameters.
   */
  column(steps: readonly PathStep[]): string;
  /**
   * How the records are found from whose references a path leads to a value, from there back; `steps` as of `column`. Left out where no
   * questions are asked.
   */
  followed?(steps: readonly PathStep[]): FollowedTables;
  /** How the records of a resource are read under an alias. Left out where no questions are asked. */
  asked?(resource: string, alias: string): AskedTable;
}

/** The tables of a path through references. */
export interface FollowedTables {
  /** The column of the first reference, and that of the identities that it may have. */
  readonly own: string;
  readonly identity: string;
  /** After FROM, and the conditions that join the tables. */
  readonly from: string;
  readonly joined: readonly string[];
  /** The column at the end of the path. */
  readonly last: string;
}

/** The records of a resource that a question is about. */
export interface AskedTable extends Pick<Columns, 'column' | 'followed'> {
  /** After FROM. */
  readonly from: string;
  /** A condition that leaves out ended records. */
  readonly alive?: string | undefined;
}

/** One run of the compiler. */
export interface SqlRun {
  readonly dialect: Dialect;
  readonly columns: Columns;
  readonly inline: boolean;
  /** The equality by which the records of the question are found along references. */
  readonly anchor?: FollowedAnchor | undefined;
  /** The tables of enclosing questions, by variable. */
  readonly asked: ReadonlyMap<string, AskedTable>;
  /** The SQL of a question. */
  question(run: SqlRun, node: QuestionNode): string;
  /** Takes up a parameter and gives its text. */
  bind(parameter: SqlParameter): string;
}

/** The text of a field or a value, in the form in which it is compared. */
export function compileOperand(run: SqlRun, node: Expression): string {
  const text = writeOperand(run, node);
  return isDecimalType(node.type) && node.op !== 'question' ? run.dialect.decimal(text) : text;
}

function writeOperand(run: SqlRun, node: Expression): string {
  if (isField(node)) return columnOf(run, node);
  if (node.op === 'question') return run.question(run, node);
  if (isFolded(node))
    return run.dialect.letters(compileOperand(run, node.of[0]!), node.name === 'lowerAscii' ? 'lower' : 'upper');
  const value = getLiteralValue(node);
  if (value === undefined) return run.bind({ kind: 'value', of: node, type: node.type });
  return run.inline ? formatLiteral(value, node.type) : run.bind({ kind: 'literal', value, type: node.type });
}

/** The column of a field, or of its first `count` steps. */
export function columnOf(run: SqlRun, node: FieldNode, count = node.steps.length): string {
  if (node.root !== 'local') return run.columns.column(node.steps.slice(0, count));
  const [variable, ...steps] = node.steps.slice(0, count);
  const table = run.asked.get(variable!.name);
  if (table === undefined) throw new Error(`no question has the variable ${variable!.name}`);
  return table.column(steps);
}

/** The value of a literal as it is bound, or nothing for anything else and for null. */
export function getLiteralValue(node: Expression): string | number | boolean | undefined {
  if (node.op === 'literal') return node.value ?? undefined;
  const of = node.op === 'call' && node.name === 'timestamp' ? node.of[0] : undefined;
  if (of?.op !== 'literal') return undefined;
  const text = of.type.kind === 'date' ? `${of.value}T00:00:00Z` : String(of.value);
  const time = typeof of.value === 'number' ? of.value * 1000 : parseMoment(text);
  return new Date(time ?? 0).toISOString();
}
