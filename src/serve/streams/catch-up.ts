import type { Platform } from '../../contracts/platform.ts';
import type { StreamSource } from './source.ts';
import { encodeFor, type Subscriber } from './subscriber.ts';

/** The maximum number of subscribers that catch up concurrently. */
const atOnce = 4;
/** Yields to other work after this many milliseconds. */
const longestTurn = 10;

/** Sends subscribers the events they missed, in batches, as fast as each reads. */
export interface CatchingUp {
  add(subscriber: Subscriber): void;
  remove(subscriber: Subscriber): void;
}

/** Creates the catch-up of subscribers that resume or lag behind. */
export function createCatchUp(source: StreamSource, platform: Platform, pause: () => Promise<void>): CatchingUp {
  const waiting = new Set<Subscriber>();
  const served = new Set<Subscriber>();
  let since = 0;

  const piece = async (subscriber: Subscriber): Promise<void> => {
    const events = await source.behind(subscriber.cursor);
    if (subscriber.over) return;
    // Numbers have no gaps: a missing event is no longer stored, and a client that resumes there gets an error.
    if (events[0]?.sequence !== subscriber.cursor + 1) {
      subscriber.end();
      return;
    }
    const now = platform.now();
    const { group } = subscriber;
    const due = encodeFor(group, events, now);
    const all = due instanceof Promise ? await due : due;
    for (const [at, event] of events.entries()) {
      // In another group the subscriber may see other events: the next turn asks for it.
      if (subscriber.blocked || subscriber.over || subscriber.group !== group) return;
      subscriber.take(all[at], event.sequence);
    }
  };
  const turn = async (subscriber: Subscriber): Promise<void> => {
    served.add(subscriber);
    try {
      await piece(subscriber);
    } catch (error) {
      platform.log.warn({ error: String(error) }, 'failed to read events for a stream');
      subscriber.end();
    } finally {
      served.delete(subscriber);
    }
    if (!subscriber.over && !subscriber.blocked && subscriber.cursor < source.upTo) waiting.add(subscriber);
    if (performance.now() - since > longestTurn) {
      await pause();
      since = performance.now();
    }
    work();
  };
  const work = (): void => {
    for (const subscriber of waiting) {
      if (served.size >= atOnce) return;
      waiting.delete(subscriber);
      void turn(subscriber);
    }
  };
  return {
    add(subscriber) {
      if (served.has(subscriber)) return;
      waiting.add(subscriber);
      work();
    },
    remove: (subscriber) => void waiting.delete(subscriber),
  };
}
