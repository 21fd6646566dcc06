import type { Conflict } from '../../contracts/store.ts';
import type { Statement, StatementResult } from './connection/connect.ts';
import type { Failure } from './connection/failures.ts';

/** The result of a write: its rows and their number, or the constraint that it violates. */
export type Written = Pick<StatementResult, 'rows' | 'count'> | Conflict;

/** Sends a write; `conflictOf` distinguishes errors that the work handles from those that end it. */
export type SendWrite = (
  statement: Statement,
  values: readonly unknown[],
  conflictOf: (failure: Failure) => Conflict | undefined,
) => Promise<Written>;
