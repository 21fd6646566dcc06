import type { StreamedEvent } from '../../contracts/streams.ts';

/** The maximum number of buffered events, and of characters in their records. */
const mostEvents = 1_000;
const mostCharacters = 4_194_304;

/** The last sent events, for subscribers that lag behind briefly. */
export interface RecentEvents {
  /** Adds the events after the last ones. */
  add(events: readonly StreamedEvent[]): void;
  /** Returns all events after a number; undefined if the buffer no longer holds all of them. */
  behind(number: number): readonly StreamedEvent[] | undefined;
  forget(): void;
}

/** Creates a buffer that drops the oldest events first. */
export function createEventBuffer(): RecentEvents {
  let kept: StreamedEvent[] = [];
  let characters = 0;
  const sizeOf = ({ decoded: { event } }: StreamedEvent): number =>
    (event.record?.length ?? 0) + (event.before?.length ?? 0) + (event.refs?.length ?? 0);
  return {
    add(events) {
      for (const event of events) {
        kept.push(event);
        characters += sizeOf(event);
      }
      let from = 0;
      while (kept.length - from > mostEvents || (characters > mostCharacters && kept.length - from > 1)) {
        characters -= sizeOf(kept[from++]!);
      }
      if (from > 0) kept = kept.slice(from);
    },
    behind(number) {
      const [first] = kept;
      if (first === undefined || first.sequence > number + 1) return undefined;
      return kept.slice(number + 1 - first.sequence);
    },
    forget() {
      kept = [];
      characters = 0;
    },
  };
}
