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
export const deliveryIndexes: readonly (readonly [name: string, on: string])[] = [
  ['nonet_delivery_due', `nonet_delivery (due_at) WHERE state = 'waiting'`],
  ['nonet_delivery_waiting', `nonet_delivery (subscriber, due_at, number) WHERE state = 'waiting'`],
  ['nonet_delivery_in_flight', `nonet_delivery (subscriber) WHERE state = 'in flight'`],
  ['nonet_delivery_order', 'nonet_delivery (subscriber, chain, number)'],
];

/** Makes a statement for each state of settled deliveries: written out, so that the index over that state is found. */
export function mapDeliveryStates<T>(
  make: (state: 'delivered' | 'failed') => T,
): Readonly<Record<'delivered' | 'failed', T>> {
  return { delivered: make('delivered'), failed: make('failed') };
}

/** The indexes of the settled deliveries, the same in every store. */
export const settledIndexes: readonly (readonly [name: string, on: string])[] = [
  ...Object.values(
    mapDeliveryStates(
      (state) =>
        [`nonet_settled_${state}_by_age`, `nonet_settled_delivery (settled_at) WHERE state = '${state}'`] as const,
    ),
  ),
  ['nonet_settled_by_event', 'nonet_settled_delivery (event)'],
  ['nonet_settled_failed', `nonet_settled_delivery (id) WHERE state = 'failed'`],
  ['nonet_settled_failed_to', `nonet_settled_delivery (subscriber) WHERE state = 'failed'`],
];
