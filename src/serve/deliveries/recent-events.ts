import type { DecodedEvent } from '../../contracts/shown-events.ts';

/** The milliseconds for which an event is kept, and the maximum number of characters of all. */
const keptMs = 10_000;
const mostCharacters = 4_194_304;

/** The events that were fanned out last, so that their first attempts do not read them again. */
export interface RecentEvents {
  add(decoded: DecodedEvent, now: number): void;
  find(id: string, now: number): DecodedEvent | undefined;
}

/** Creates the recent events of a process. */
export function createRecentEvents(): RecentEvents {
  const kept = new Map<string, { readonly decoded: DecodedEvent; readonly at: number; readonly size: number }>();
  let characters = 0;
  return {
    add(decoded, now) {
      const { id, record, before, refs } = decoded.event;
      if (kept.has(id)) return;
      const size = 500 + (record?.length ?? 0) + (before?.length ?? 0) + (refs?.length ?? 0);
      kept.set(id, { decoded, at: now, size });
      characters += size;
      for (const [oldest, { at, size: of }] of kept) {
        if (characters <= mostCharacters && now - at < keptMs) break;
        kept.delete(oldest);
        characters -= of;
      }
    },
    find(id, now) {
      const found = kept.get(id);
      return found === undefined || now - found.at >= keptMs ? undefined : found.decoded;
    },
  };
}
