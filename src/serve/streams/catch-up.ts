import type { Platform } from '../../contracts/platform.ts';
import type { StreamSource } from './source.ts';
import type { Subscriber } from './subscriber.ts';

/** So many subscribers are read for at the same time. */
const atOnce = 4;
/** After so many milliseconds of work others have their turn. */
const longestTurn = 10;

/** Tells subscribers that are behind what they have missed, each a piece at a time, as fast as they take it. */
export interface CatchingUp {
  add(one: Subscriber): void;
  remove(one: Subscriber): void;
}

/** Makes what serves those that resume, and those that fell behind. */
export function createCatchUp(source: StreamSource, platform: Platform, pause: () => Promise<void>): CatchingUp {
  const waiting = new Set<Subscriber>();
  const served = new Set<Subscriber>();
  let since = 0;

  const piece = async (one: Subscriber): Promise<void> => {
    const events = await source.behind(one.cursor);
    if (one.over) return;
    // Numbers have no hole: where one is missing it is not kept any more, and who comes again is told so.
    if (events[0]?.sequence !== one.cursor + 1) {
      one.end();
      return;
    }
    const now = platform.now();
    for (const event of events) {
      if (one.blocked || one.over) return;
      const { channel, audience } = one.group;
      one.take(audience.sees(event.decoded, now) ? channel.bytes(event) : undefined, event.sequence);
    }
  };
  const turn = async (one: Subscriber): Promise<void> => {
    served.add(one);
    try {
      await piece(one);
    } catch (error) {
      platform.log.warn({ error: String(error) }, 'events could not be read for a stream');
      one.end();
    } finally {
      served.delete(one);
    }
    if (!one.over && !one.blocked && one.cursor < source.upTo) waiting.add(one);
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
    add(one) {
      if (served.has(one)) return;
      waiting.add(one);
      work();
    },
    remove: (one) => void waiting.delete(one),
  };
}
