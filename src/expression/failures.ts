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

/** The error of a failing compiled expression: one constant for each reason, without a stack. */
export interface ExpressionError {
  readonly expressionError: true;
  readonly reason: FailureReason;
}

const createFailure = (reason: FailureReason): ExpressionError => Object.freeze({ expressionError: true, reason });

/** The constants that compiled expressions throw. */
export const failures = {
  absent: createFailure('absent'),
  null: createFailure('null'),
  overflow: createFailure('overflow'),
  division: createFailure('division by zero'),
  item: createFailure('no such item'),
  conversion: createFailure('not convertible'),
  type: createFailure('wrong type'),
  steps: createFailure('too many steps'),
  large: createFailure('too large'),
} as const;

/** Given to a question in place of a value that cannot be computed. */
export const failed: unique symbol = Symbol('failed');

/** Thrown by an evaluation that goes on when the time of its request is over: no failure of the expression. */
export class EvaluationTimeoutError extends Error {
  override readonly name = 'EvaluationTimeoutError';
}

const all: ReadonlySet<unknown> = new Set(Object.values(failures));

/** Whether something thrown is the failure of an expression, and no fault of ours. */
export function isExpressionError(thrown: unknown): thrown is ExpressionError {
  return all.has(thrown);
}
