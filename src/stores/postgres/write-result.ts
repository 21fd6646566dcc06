import type { Conflict } from '../../contracts/store.ts';
import type { Statement, StatementResult } from './connection/connect.ts';
import type { Failure } from './connection/failures.ts';

/** What a write came to: its rows and how many it concerned, or the constraint that it breaks. */
export type Written = Pick<StatementResult, 'rows' | 'count'> | Conflict;

/** Sends a write; `conflictOf` tells the failures that the work is told of from those that end it. */
export type SendWrite = (
  statement: Statement,
  values: readonly unknown[],
  conflictOf: (failure: Failure) => Conflict | undefined,
) => Promise<Written>;
