import { createWebhooks } from '../parts/events/serve/webhook.ts';
import { getRouteTarget } from '../plan/webhook-routes.ts';
import { createWebhookAttempts } from './deliveries/attempt.ts';
import { createHostThrottle, fastestRate, firstRate } from './deliveries/host-throttle.ts';
import type { Sender, SenderOpening } from './deliveries/sender.ts';

/** Opens webhooks. Throws if the platform sends no requests. */
export function openWebhooks(opening: SenderOpening): Sender {
  const { platform, rate } = opening;
  if (platform.send === undefined) throw new Error('this host sends no requests, and the document states webhooks');
  const throttle = rate === undefined ? createHostThrottle(firstRate, fastestRate) : createHostThrottle(rate);
  const routes = createWebhooks(opening);
  const deps = { ...opening, throttle };
  const attempts = new Map(routes.map((webhook) => [webhook.name, createWebhookAttempts(deps, webhook)]));
  return {
    routes,
    attempts,
    find({ route, type }) {
      const wanting = routes.filter(({ name, wants }) => getRouteTarget(name) === getRouteTarget(route) && wants(type));
      // Routes of one target are numbered by their rows, which may have moved since.
      const chosen = wanting.find(({ name }) => name === route) ?? wanting[0];
      return attempts.get(chosen?.name ?? route);
    },
  };
}
