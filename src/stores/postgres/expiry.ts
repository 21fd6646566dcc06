import type { Statement } from './connect.ts';
import type { Write } from './run.ts';

/** Makes what removes outcomes that are no longer kept; several instances do not wait for each other. */
export function createExpiry(
  write: Write,
  statementOf: (text: string) => Statement,
): (now: number, most: number) => Promise<number> {
  const remove = statementOf(
    `DELETE FROM nonet_outcome WHERE (caller, operation, key) IN
     (SELECT caller, operation, key FROM nonet_outcome WHERE kept_until <= $1 ORDER BY kept_until LIMIT $2
      FOR UPDATE SKIP LOCKED)`,
  );
  return (now, most) =>
    write(async (transaction) => {
      const { count } = await transaction.ask(remove, [now, most]);
      return { result: count, undo: count === 0 };
    });
}
