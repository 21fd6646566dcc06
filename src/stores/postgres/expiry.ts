import type { Statement } from './connect.ts';
import type { Write } from './run.ts';

/** Makes what removes outcomes and replaced secrets that are no longer kept; several instances do not wait for each other. */
export function createExpiry(
  write: Write,
  statementOf: (text: string) => Statement,
): (now: number, most: number) => Promise<number> {
  const remove = statementOf(
    `DELETE FROM nonet_outcome WHERE ctid = ANY (ARRAY(SELECT ctid FROM nonet_outcome
     WHERE kept_until <= $1 ORDER BY kept_until LIMIT $2 FOR UPDATE SKIP LOCKED))`,
  );
  const secrets = statementOf(
    `DELETE FROM nonet_replaced_secret WHERE ctid = ANY (ARRAY(SELECT ctid FROM nonet_replaced_secret
     WHERE kept_until <= $1 ORDER BY kept_until LIMIT $2 FOR UPDATE SKIP LOCKED))`,
  );
  return (now, most) =>
    write(async (transaction) => {
      const removed = await Promise.all([transaction.ask(remove, [now, most]), transaction.ask(secrets, [now, most])]);
      const count = removed[0].count + removed[1].count;
      return { result: count, undo: count === 0 };
    });
}
