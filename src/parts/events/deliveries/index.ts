import type { Delivery } from './contract.ts';
import { nats } from './nats.ts';
import { sse } from './sse.ts';
import { webhook } from './webhook.ts';

export type { DeliveredMessage, Delivery, WrongTarget } from './contract.ts';

/** The ways of delivery, in the order of the language reference. */
export const deliveries: readonly Delivery[] = [webhook, sse, nats];

/** The names of the ways of delivery. */
export const deliveryNames: readonly string[] = deliveries.map((delivery) => delivery.name);

const byName = new Map(deliveries.map((delivery) => [delivery.name, delivery]));

/** The way of delivery of a name. */
export function findDeliveryKind(name: string): Delivery | undefined {
  return byName.get(name);
}
