import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { Row } from '../../../contracts/record.ts';
import { takeUntilFull } from '../../../plan/records/row-size.ts';
import { addFunctions } from '../functions.ts';

/** A request to the thread: SQL, and the values that are bound in it. */
export interface ThreadRequest {
  readonly text: string;
  readonly values: readonly SQLInputValue[];
  /** Rows beyond this number of characters need not be read. */
  readonly room?: number | undefined;
}

/** Its response: rows as arrays, or the error. */
export type ThreadAnswer = { readonly rows: readonly (readonly unknown[])[] } | { readonly error: string };

const { place } = workerData as { readonly place: string };
const database = new DatabaseSync(place, { readOnly: true });
database.exec('PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY');
addFunctions(database);

/** More statements than this are asked only by code that makes them up. */
const mostHeld = 500;
const held = new Map<string, StatementSync>();

function getStatement(text: string): StatementSync {
  const known = held.get(text);
  if (known !== undefined) return known;
  const made = database.prepare(text);
  made.setReturnArrays(true);
  if (held.size >= mostHeld) held.clear();
  held.set(text, made);
  return made;
}

const iterate = (statement: StatementSync, values: readonly SQLInputValue[]) =>
  statement.iterate(...values) as unknown as Iterable<Row>;

parentPort!.on('message', ({ text, values, room }: ThreadRequest) => {
  let answer: ThreadAnswer;
  try {
    const statement = getStatement(text);
    const rows = room === undefined ? statement.all(...values) : takeUntilFull(iterate(statement, values), room);
    answer = { rows: rows as unknown as readonly (readonly unknown[])[] };
  } catch (error) {
    answer = { error: (error as Error).message };
  }
  parentPort!.postMessage(answer);
});
