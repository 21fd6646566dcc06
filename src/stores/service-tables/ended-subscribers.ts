import { all, then } from '../../contracts/maybe-promise.ts';
import type { MaybePromise } from '../../contracts/record.ts';
import type { ServiceDialect } from './dialect.ts';
import type { Session } from './session.ts';

const texts = [
  'DELETE FROM nonet_delivery WHERE subscriber = $1',
  `DELETE FROM nonet_settled_delivery WHERE subscriber = $1 AND state = 'failed'`,
  'DELETE FROM nonet_unsubscribed WHERE subscriber = $1',
];

/**
 * Forgets a subscriber that is deleted: its deliveries except the delivered ones, and that it unsubscribed. Another record of its identity
 * gets none of them.
 */
export function forgetSubscriber(
  session: Session,
  { lockName }: Pick<ServiceDialect, 'lockName'>,
  subscriber: string,
): MaybePromise<unknown> {
  const lock = lockName?.('deliveries', 'alone');
  return then(lock === undefined ? undefined : session.get(lock), () =>
    all(texts.map((text) => session.run(text, [subscriber]))),
  );
}
