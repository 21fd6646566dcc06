/** Why an expression gave no value. */
export type FailureReason =
  | 'absent'
  | 'null'
  | 'overflow'
  | 'division by zero'
  | 'no such item'
  | 'not convertible'
  | 'wrong type'
  | 'too many steps'
  | 'too large';

/** What a compiled expression throws when it fails: one constant for each reason, without a stack. */
export interface ExpressionError {
  readonly expressionError: true;
  readonly reason: FailureReason;
}

const failure = (reason: FailureReason): ExpressionError => Object.freeze({ expressionError: true, reason });

/** The constants that compiled expressions throw. */
export const failures = {
  absent: failure('absent'),
  null: failure('null'),
  overflow: failure('overflow'),
  division: failure('division by zero'),
  item: failure('no such item'),
  conversion: failure('not convertible'),
  type: failure('wrong type'),
  steps: failure('too many steps'),
  large: failure('too large'),
} as const;

/** Thrown by an evaluation that goes on when the time of its request is over: no failure of the expression. */
export class EvaluationTimeoutError extends Error {
  override readonly name = 'EvaluationTimeoutError';
}

const all: ReadonlySet<unknown> = new Set(Object.values(failures));

/** Whether something thrown is the failure of an expression, and no fault of ours. */
export function isExpressionError(thrown: unknown): thrown is ExpressionError {
  return all.has(thrown);
}
