import { then } from '../../contracts/maybe-promise.ts';
import type { MaybePromise } from '../../contracts/record.ts';
import type { SecretLocation } from '../../contracts/store.ts';
import type { Session } from './session.ts';

/** The maximum number of replaced secrets of a field: each costs a signature per delivery. */
const most = 5;

const insert = 'INSERT INTO nonet_replaced_secret (resource, field, id, value, kept_until) VALUES ($1, $2, $3, $4, $5)';
const select = `SELECT value FROM nonet_replaced_secret WHERE resource = $1 AND field = $2 AND id = $3 AND kept_until > $4
  ORDER BY number DESC LIMIT ${most}`;
const forget = 'DELETE FROM nonet_replaced_secret WHERE resource = $1 AND id = $2';

/** Stores a secret that is replaced, as `Transaction.keepReplaced` says. */
export function keepReplaced(
  session: Session,
  { resource, field, id }: SecretLocation,
  secret: string,
  until: number,
): MaybePromise<void> {
  return then(session.run(insert, [resource, field, String(id), secret, until]), () => undefined);
}

/** Finds the secrets that were replaced, as `Store.replacedSecrets` says. */
export function findReplaced(
  session: Session,
  { resource, field, id }: SecretLocation,
  now: number,
): MaybePromise<readonly string[]> {
  return then(session.all(select, [resource, field, String(id), now]), (rows) => rows.map(([value]) => String(value)));
}

/** Deletes the replaced secrets of a deleted record. */
export function forgetReplaced(session: Session, resource: string, id: unknown): MaybePromise<number> {
  return session.run(forget, [resource, String(id)]);
}
