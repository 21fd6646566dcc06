import type { DecodedEvent } from '../../contracts/shown-events.ts';

/** The milliseconds for which an event is kept, and the maximum number of characters of all. */
const keptMs = 10_000;
const mostCharacters = 4_194_304;

/** The events that were fanned out last, so that their first attempts do not read them again. */
export interface RecentEvents {
  add(decoded: DecodedEvent, now: number): void;
  find(id: string, now: number): DecodedEvent | undefined;
}

type Generation = Map<string, { readonly decoded: DecodedEvent; readonly at: number }>;

/**
 * Creates the recent events of a process. They are in two generations, of which the older one is dropped whole: to find the oldest event of
 * one map, V8 would pass all events that were deleted before it.
 */
export function createRecentEvents(): RecentEvents {
  let previous: Generation = new Map();
  let current: Generation = new Map();
  let characters = 0;
  let began = 0;
  return {
    add(decoded, now) {
      const { id, record, before, refs } = decoded.event;
      if (current.has(id) || previous.has(id)) return;
      if (characters >= mostCharacters / 2 || now - began >= keptMs) {
        [previous, current] = [current, new Map()];
        [characters, began] = [0, now];
      }
      current.set(id, { decoded, at: now });
      characters += 500 + (record?.length ?? 0) + (before?.length ?? 0) + (refs?.length ?? 0);
    },
    find(id, now) {
      const found = current.get(id) ?? previous.get(id);
      return found === undefined || now - found.at >= keptMs ? undefined : found.decoded;
    },
  };
}
