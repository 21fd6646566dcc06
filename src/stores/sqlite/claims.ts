import type { DatabaseSync } from 'node:sqlite';
import { listTableNames } from './tables.ts';

/** Claims end within this time, in milliseconds; stored responses that end later are not looked at. */
const longest = 3_600_000;

/** Ends the claims of idempotency keys: the processes that made them have ended. */
export function endClaims(database: DatabaseSync, now: number): void {
  if (!listTableNames(database).includes('nonet_idempotency')) return;
  database
    .prepare('DELETE FROM nonet_idempotency WHERE status = 0 AND kept_until > ? AND kept_until <= ?')
    .run(now, now + longest);
}
