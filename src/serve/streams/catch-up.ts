import type { Platform } from '../../contracts/platform.ts';
import type { StreamSource } from './source.ts';
import type { Subscriber } from './subscriber.ts';

/** So many subscribers are read for at the same time. */
const atOnce = 4;
/** After so many milliseconds of work others have their turn. */
const longestTurn = 10;

/** Tells subscribers that are behind what they have missed, each a piece at a time, as fast as they take it. */
export interface CatchingUp {
  add(subscriber: Subscriber): void;
  remove(subscriber: Subscriber): void;
}

/** Makes what serves those that resume, and those that fell behind. */
export function createCatchUp(source: StreamSource, platform: Platform, pause: () => Promise<void>): CatchingUp {
  const waiting = new Set<Subscriber>();
  const served = new Set<Subscriber>();
  let since = 0;

  const piece = async (subscriber: Subscriber): Promise<void> => {
    const events = await source.behind(subscriber.cursor);
    if (subscriber.over) return;
    // Numbers have no hole: where one is missing it is not kept any more, and who comes again is told so.
    if (events[0]?.sequence !== subscriber.cursor + 1) {
      subscriber.end();
      return;
    }
    const now = platform.now();
    for (const event of events) {
      if (subscriber.blocked || subscriber.over) return;
      const { channel, audience } = subscriber.group;
      subscriber.take(audience.sees(event.decoded, now) ? channel.bytes(event) : undefined, event.sequence);
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
