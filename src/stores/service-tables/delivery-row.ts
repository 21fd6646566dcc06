import type { Attempt, DeliveryState, NewDelivery, StoredDelivery } from '../../contracts/deliveries.ts';

/** The columns of `nonet_delivery` that say what is sent to whom. */
export const newColumns: readonly string[] = [
  'way',
  'subscriber',
  'subscription',
  'version',
  'number',
  'event',
  'kind',
  'chain',
];

/** A delivery as a row of these columns. */
export function toDeliveryRow(delivery: NewDelivery): readonly (string | number | null)[] {
  const { route: way, subscriber, subscription, version, number, event, type: kind, orderingKey } = delivery;
  return [way, subscriber, subscription ?? null, version ?? null, number, event, kind, orderingKey ?? null];
}

/** The columns in which a kept delivery is read. */
export const keptColumns: readonly string[] = ['id', 'state', 'tries', 'attempts', 'due_at', 'problem', ...newColumns];

/** The columns of a settled delivery. */
export const settledColumns: readonly string[] = [...keptColumns, 'settled_at'];

/** The delivery of a row of the kept columns. */
export function readDeliveryRow(row: readonly unknown[]): StoredDelivery {
  const [
    id,
    state,
    tries,
    attempts,
    dueAt,
    problem,
    way,
    subscriber,
    subscription,
    version,
    number,
    event,
    kind,
    chain,
  ] = row;
  return {
    id: Number(id),
    state: state as DeliveryState,
    tries: Number(tries),
    attempts: JSON.parse(attempts as string) as Attempt[],
    dueAt: Number(dueAt),
    ...(problem === null ? {} : { problem: problem as string }),
    route: way as string,
    subscriber: subscriber as string,
    ...(subscription === null ? {} : { subscription: subscription as string }),
    ...(version === null ? {} : { version: version as string }),
    number: Number(number),
    event: event as string,
    type: kind as string,
    ...(chain === null ? {} : { orderingKey: chain as string }),
  };
}

/** The number of attempts stored per delivery, the newest. */
export const mostAttempts = 100;

/** The text that holds attempts. */
export function serializeAttempts(attempts: readonly Attempt[]): string {
  return JSON.stringify(attempts.slice(-mostAttempts));
}

/** The name in `nonet_meta` of the last number that was handed out. */
export const cursorName = 'delivered up to';

/** The columns of `nonet_subscription`: a record that holds a subscription, and the version of the interface in which it was made. */
export const subscriptionColumns = 'resource, id, version';

/**
 * The indexes of deliveries that are not settled, the same in every store. All of them are live: one with an ordering key stays here while
 * others may wait for it.
 */
export const deliveryIndexes: readonly string[] = [
  // The indexes of an older Nonet, which stored settled deliveries in the same table.
  ...['chain', 'failed', 'number', 'event'].map((name) => `DROP INDEX IF EXISTS nonet_delivery_${name}`),
  `CREATE INDEX IF NOT EXISTS nonet_delivery_due ON nonet_delivery (due_at) WHERE state = 'waiting'`,
  `CREATE INDEX IF NOT EXISTS nonet_delivery_waiting ON nonet_delivery (subscriber, due_at, number) WHERE state = 'waiting'`,
  `CREATE INDEX IF NOT EXISTS nonet_delivery_in_flight ON nonet_delivery (subscriber) WHERE state = 'in flight'`,
  'CREATE INDEX IF NOT EXISTS nonet_delivery_order ON nonet_delivery (subscriber, chain, number)',
];

/** Makes a statement for each state of settled deliveries: written out, so that the index over that state is found. */
export function mapDeliveryStates<T>(
  make: (state: 'delivered' | 'failed') => T,
): Readonly<Record<'delivered' | 'failed', T>> {
  return { delivered: make('delivered'), failed: make('failed') };
}

/** The indexes of the settled deliveries, the same in every store. */
export const settledIndexes: readonly string[] = [
  ...Object.values(
    mapDeliveryStates(
      (state) =>
        `CREATE INDEX IF NOT EXISTS nonet_settled_${state}_by_age ON nonet_settled_delivery (settled_at) WHERE state = '${state}'`,
    ),
  ),
  'CREATE INDEX IF NOT EXISTS nonet_settled_by_event ON nonet_settled_delivery (event)',
  `CREATE INDEX IF NOT EXISTS nonet_settled_failed ON nonet_settled_delivery (id) WHERE state = 'failed'`,
  `CREATE INDEX IF NOT EXISTS nonet_settled_failed_to ON nonet_settled_delivery (subscriber) WHERE state = 'failed'`,
];
