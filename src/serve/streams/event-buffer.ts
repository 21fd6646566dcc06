import type { StreamedEvent } from '../../contracts/streams.ts';

/** So many events are kept near, while their records hold no more characters than this together. */
const mostEvents = 1_000;
const mostCharacters = 4_194_304;

/** The events that were told last, for subscribers that fell behind for a moment. */
export interface RecentEvents {
  /** Takes those that follow the last ones. */
  add(events: readonly StreamedEvent[]): void;
  /** All that are known behind a number; undefined where some behind it are not near. */
  behind(number: number): readonly StreamedEvent[] | undefined;
  forget(): void;
}

/** Keeps events near, the oldest go first. */
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
