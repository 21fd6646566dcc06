import type { DeliveryPlan } from './plan.ts';

/** A row of the Delivery table that sends webhooks, with the name under which the store keeps what it sends. */
export interface WebhookRoute {
  readonly name: string;
  readonly delivery: DeliveryPlan;
}

/**
 * The webhooks of a plan with their routes, except disabled ones. A subscriber is a route with the identity of a subscription after a space:
 * the route of a subscription has none, so that no identity makes it another route.
 */
export function listWebhookRoutes(deliveries: readonly DeliveryPlan[]): readonly WebhookRoute[] {
  const known = new Map<string, number>();
  return deliveries.flatMap((delivery): WebhookRoute[] => {
    const { disabled, to } = delivery;
    if (disabled === true || (to?.kind !== 'each' && to?.kind !== 'setting')) return [];
    const first = to.kind === 'each' ? `${to.resource}.${to.at.join('.')}` : `setting ${to.name}`;
    const count = (known.get(first) ?? 0) + 1;
    known.set(first, count);
    return [{ name: count === 1 ? first : `${first}#${count}`, delivery }];
  });
}

/** The name that the routes of several rows with one target have in common. */
export function getRouteTarget(route: string): string {
  return route.replace(/#\d+$/, '');
}
