import type { DatabaseSync } from 'node:sqlite';
import type { Outcomes } from '../../steps/outcomes.ts';
import { type OutcomeRow, outcomeColumns, outcomeOf, rowOfOutcome } from '../outcome.ts';
import type { WriteQueue } from './queue.ts';
import type { ReplacedSecrets } from './replaced-secrets.ts';

/** Makes the outcomes of a connection; `writing` is called before one is kept. Writers come one after the other: no key is ever held. */
export function createOutcomes(database: DatabaseSync): (part: { writing(): void }) => Outcomes {
  const find = database.prepare(
    `SELECT ${outcomeColumns} FROM nonet_outcome
     WHERE caller = ? AND operation = ? AND key = ? AND (kept_until IS NULL OR kept_until > ?)`,
  );
  find.setReturnArrays(true);
  const keep = database.prepare(
    `INSERT OR REPLACE INTO nonet_outcome (caller, operation, key, ${outcomeColumns}, kept_until)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return (part) => ({
    take({ caller, operation, key }, now) {
      const row = find.get(caller, operation, key, now) as unknown as OutcomeRow | undefined;
      return row === undefined ? undefined : outcomeOf(row);
    },
    keep({ caller, operation, key }, outcome, until) {
      part.writing();
      keep.run(caller, operation, key, ...rowOfOutcome(outcome), until ?? null);
    },
  });
}

/** Makes what removes outcomes and replaced secrets that are no longer kept. */
export function createExpiry(
  database: DatabaseSync,
  queue: WriteQueue,
  secrets: ReplacedSecrets,
): (now: number, most: number) => Promise<number> {
  const remove = database.prepare(
    `DELETE FROM nonet_outcome WHERE (caller, operation, key) IN
     (SELECT caller, operation, key FROM nonet_outcome WHERE kept_until <= ? ORDER BY kept_until LIMIT ?)`,
  );
  return (now, most) =>
    queue.write((part) => {
      part.writing();
      const removed = Number(remove.run(now, most).changes) + secrets.expire(now, most);
      return { result: removed, undo: removed === 0 };
    });
}
