import type { Attempt, CompletedDelivery, StoredDelivery } from '../contracts/deliveries.ts';
import type { OutgoingMessage, Platform, Published } from '../contracts/platform.ts';
import { addJitter } from '../parts/events/serve/attempts.ts';
import { createNatsRoutes, type NatsRoute } from '../parts/events/serve/nats.ts';
import { failDelivery, type MakeAttempt, postponeDelivery, recordAttempt } from './deliveries/attempt.ts';
import type { Sender, SenderOpening } from './deliveries/sender.ts';
import { openPersistentNatsLink, type PersistentNatsLink } from './nats/kept.ts';
import type { ConnectNats } from './nats/link.ts';

/** How many milliseconds an attempt waits for a connection, and then for the acknowledgement. */
const connecting = 10_000;
const acknowledging = 5_000;
/** The first and the longest delay after a failed attempt, in milliseconds. */
const firstWait = 1_000;
const longestWait = 60_000;

/** Loads the NATS packages only if the document uses NATS. */
const connect: ConnectNats = async (settings) => (await import('./nats/connection.ts')).connectNats(settings);

/** Returns the connector of the platform, else the one of the NATS packages. */
function selectNatsConnector({ publish: to }: Platform): ConnectNats {
  if (to === undefined) return connect;
  const ended = new Promise<string>(() => undefined);
  return async () => ({ publish: to, ended, close: async () => undefined });
}

/** Opens NATS deliveries. Throws if no address of a server is given. */
export function openNats(opening: SenderOpening): Sender {
  const { platform, nats, signal } = opening;
  if (nats === undefined)
    throw new Error('the document states deliveries by nats, and no address of a server is given');
  const kept = openPersistentNatsLink(nats, platform, selectNatsConnector(platform));
  signal.addEventListener('abort', () => void kept.close(), { once: true });
  const routes = createNatsRoutes(opening);
  let resting = false;
  return {
    routes,
    attempts: new Map(routes.map((route) => [route.name, createNatsAttempts(opening, route, kept, () => resting)])),
    highConcurrency: true,
    rest() {
      resting = true;
      kept.rest();
    },
    close: () => kept.close(),
  };
}

/** Creates the function that publishes the messages of a route. Logs a failure that blocks all of them once, until one succeeds. */
function createNatsAttempts(
  { findEvent, platform }: SenderOpening,
  route: NatsRoute,
  kept: PersistentNatsLink,
  resting: () => boolean,
): MakeAttempt {
  let told = false;
  const tell = (published: Published): void => {
    if (!published.kept && published.common === true && !told) {
      platform.log.warn(
        { route: route.name, problem: published.problem },
        'no NATS stream accepts the events: they wait',
      );
    }
    if (published.kept && told) platform.log.info({ route: route.name }, 'a NATS stream accepts the events again');
    told = published.kept ? false : told || published.common === true;
  };
  return async (delivery) => {
    const at = platform.now();
    const event = await findEvent(delivery.event, at);
    if (event === undefined) return failDelivery(delivery, at, 'the event is no longer stored');
    let message: OutgoingMessage | undefined;
    try {
      message = route.message(event);
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      platform.log.error({ event: delivery.event, error: cause }, 'failed to build message payload');
      return failDelivery(delivery, at, 'failed to build the payload');
    }
    if (message === undefined) return failDelivery(delivery, at, 'the subject is too long');
    const published = await publish(kept, message);
    if (!published.kept && resting()) return postponeDelivery(delivery, at);
    tell(published);
    return completeNatsDelivery(platform, delivery, at, published);
  };
}

async function publish(kept: PersistentNatsLink, message: OutgoingMessage): Promise<Published> {
  const link = await kept.link(connecting);
  return 'problem' in link ? { kept: false, problem: link.problem } : link.publish(message, acknowledging);
}

/** Schedules the next attempt, unless the failure is permanent. The retention of the event limits the attempts, not their number. */
function completeNatsDelivery(
  platform: Platform,
  delivery: StoredDelivery,
  at: number,
  published: Published,
): CompletedDelivery {
  const now = platform.now();
  const attempt: Attempt = { at, milliseconds: now - at, ...(published.kept ? {} : { problem: published.problem }) };
  if (published.kept) return recordAttempt(delivery, attempt, 'delivered', now);
  if (published.lasting === true) {
    platform.log.warn({ route: delivery.route, event: delivery.event, ...attempt }, 'a delivery has failed');
    return recordAttempt(delivery, attempt, 'failed', now);
  }
  const [high = 0, low = 0] = platform.random(2);
  const wait = Math.min(firstWait * 2 ** Math.min(delivery.tries, 16), longestWait);
  return recordAttempt(delivery, attempt, 'waiting', Math.ceil(now + addJitter(wait, (high * 256 + low) / 65_536)));
}
