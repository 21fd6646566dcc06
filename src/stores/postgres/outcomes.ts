import type { Outcomes } from '../../steps/outcomes.ts';
import { type OutcomeRow, outcomeColumns, outcomeOf, rowOfOutcome } from '../outcome.ts';
import type { Asker, Statement } from './connect.ts';

/** Makes the outcomes of a transaction. A key is taken by an advisory lock that ends with it; `taken` is called when it is. */
export function createOutcomes(
  statementOf: (text: string) => Statement,
): (asker: Asker, taken: () => void) => Outcomes {
  const lock = statementOf('SELECT pg_try_advisory_xact_lock(hashtextextended($1, 7215))');
  const find = statementOf(
    `SELECT ${outcomeColumns} FROM nonet_outcome
     WHERE caller = $1 AND operation = $2 AND key = $3 AND (kept_until IS NULL OR kept_until > $4)`,
  );
  const keep = statementOf(
    `INSERT INTO nonet_outcome (caller, operation, key, ${outcomeColumns}, kept_until)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (caller, operation, key) DO UPDATE SET request = excluded.request, attributes = excluded.attributes,
     status = excluded.status, headers = excluded.headers, body = excluded.body, kept_until = excluded.kept_until`,
  );
  return (asker, taken) => ({
    async take({ caller, operation, key }, now) {
      // In one trip. The first finds what stands there though others look at it too; the last what was kept by the one
      // that held the key before.
      const [before, locked, behind] = await Promise.all([
        asker.ask(find, [caller, operation, key, now]),
        asker.ask(lock, [JSON.stringify([caller, operation, key])]),
        asker.ask(find, [caller, operation, key, now]),
      ]);
      const mine = locked.rows[0]![0] === true;
      if (mine) taken();
      const row = before.rows[0] ?? behind.rows[0];
      if (row !== undefined) return outcomeOf(row as unknown as OutcomeRow);
      return mine ? undefined : 'held';
    },
    async keep({ caller, operation, key }, outcome, until) {
      await asker.ask(keep, [caller, operation, key, ...rowOfOutcome(outcome), until ?? null]);
    },
  });
}
