import type { EventFeed, EventPosition, Events, StoredEvent } from '../../contracts/events.ts';
import { then } from '../../contracts/maybe-promise.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { MaybePromise } from '../../contracts/record.ts';
import type { CompiledEvents } from '../../contracts/shown-events.ts';
import type { StreamedEvent } from '../../contracts/streams.ts';
import { formatPosition } from '../../parts/events/serve/position.ts';
import { createEventBuffer } from './event-buffer.ts';

/** The maximum number of events read at once, and of characters sent in one batch. */
const piece = 100;
const together = 65_536;
/** The maximum number of cached batches for resuming subscribers, and of characters in them. */
const mostPieces = 16;
const mostCharacters = 8_388_608;
/** Retries a failed read of events after this many milliseconds. */
const afterFailure = 1_000;

/** Reads the events for all streams of a process, each event once. */
export interface StreamSource {
  /** All events up to this number were sent. */
  readonly upTo: number;
  /** The ID of that position. */
  readonly position: string;
  /** Sends the events after this one from now on. */
  start(newest: EventPosition): void;
  stop(): void;
  /** Returns sent events after a number, in order; empty if they are no longer stored. */
  behind(number: number): MaybePromise<readonly StreamedEvent[]>;
}

/**
 * The dependencies of the source. `tell` gets new events and the number before them, and resolves when more may come. `lost` is called
 * if the store has lost events that were sent, such as after a failover: others get their numbers.
 */
export interface StreamSourceDependencies {
  readonly events: Pick<Events, 'after' | 'idAt'>;
  readonly open: CompiledEvents['decode'];
  readonly feed: EventFeed | undefined;
  readonly platform: Pick<Platform, 'log' | 'after' | 'sha256'>;
  tell(events: readonly StreamedEvent[], before: number): MaybePromise<void>;
  lost(): void;
}

/** Opens the reader of events for the streams of a process. */
export function openSource({ events, open, feed, platform, tell, lost }: StreamSourceDependencies): StreamSource {
  const recent = createEventBuffer();
  const pieces = new Map<number, Promise<readonly StreamedEvent[]> | readonly StreamedEvent[]>();
  /** All events up to this one were sent. */
  let at: EventPosition = { sequence: 0, id: undefined };
  let running: object | undefined;
  let asked = false;
  let unsubscribe = (): void => undefined;
  const streamed = (event: StoredEvent): StreamedEvent => ({
    sequence: event.sequence,
    position: formatPosition(platform, event),
    decoded: open(event),
    texts: new Map(),
  });

  /** Whether the store still has the event up to which all were sent. Asked after a read, it covers what was read. */
  const isWhole = (): MaybePromise<boolean> => {
    const { sequence, id } = at;
    return then(events.idAt(sequence), (found) => {
      if (found === id) return true;
      platform.log.warn({ event: id, number: sequence }, 'the store has lost events that were sent: streams end');
      lost();
      return false;
    });
  };

  const read = async (turn: object): Promise<void> => {
    while (asked && running === turn) {
      asked = false;
      for (let full = true; full && running === turn; ) {
        const found = await events.after(at.sequence, piece);
        if (running !== turn || !(await isWhole())) return;
        full = found.length === piece;
        for (let from = 0; from < found.length && running === turn; ) {
          const some = takeUpToSize(found, from).map(streamed);
          from += some.length;
          const before = at.sequence;
          at = some.at(-1)!.decoded.event;
          recent.add(some);
          await tell(some, before);
        }
      }
    }
  };
  let reading: Promise<void> | undefined;
  const kick = (): void => {
    asked = true;
    const turn = running;
    if (turn === undefined || reading !== undefined) return;
    reading = read(turn)
      .catch((error: unknown) => {
        platform.log.warn({ error: String(error) }, 'failed to read events for streams');
        asked = true;
        return new Promise<void>((resolve) => void platform.after(afterFailure, resolve));
      })
      .finally(() => {
        reading = undefined;
        if (asked) kick();
      });
  };

  const pieceBehind = (first: number): MaybePromise<readonly StreamedEvent[]> => {
    const settle = (found: readonly StoredEvent[]): MaybePromise<readonly StreamedEvent[]> =>
      then(isWhole(), (whole) => {
        if (!whole) return [];
        const all = found.filter((event) => event.sequence <= first + piece).map(streamed);
        keep(first, all);
        return all;
      });
    const found = events.after(first, piece);
    if (!(found instanceof Promise)) return settle(found);
    const waiting = found.then(settle);
    pieces.set(first, waiting);
    waiting.catch(() => pieces.delete(first));
    return waiting;
  };
  const keep = (first: number, all: readonly StreamedEvent[]): void => {
    pieces.delete(first);
    pieces.set(first, all);
    let characters = 0;
    for (const [name, loaded] of [...pieces].reverse()) {
      if (loaded instanceof Promise) continue;
      characters += loaded.reduce((sum, { decoded }) => sum + measureEvent(decoded.event), 0);
      if (name !== first && (characters > mostCharacters || pieces.size > mostPieces)) pieces.delete(name);
    }
  };

  return {
    get upTo() {
      return at.sequence;
    },
    get position() {
      return formatPosition(platform, at);
    },
    start(newest) {
      at = newest;
      running = {};
      unsubscribe = feed?.subscribe(kick) ?? unsubscribe;
      if (feed !== undefined) kick();
    },
    stop() {
      running = undefined;
      unsubscribe();
      recent.forget();
      pieces.clear();
    },
    behind(number) {
      const near = recent.behind(number);
      if (near !== undefined) return near;
      const those = (all: readonly StreamedEvent[]): readonly StreamedEvent[] =>
        all.filter((event) => event.sequence > number && event.sequence <= at.sequence);
      const first = number - (number % piece);
      // The newest batch was possibly not full when it was read.
      const enough = (all: readonly StreamedEvent[]): MaybePromise<readonly StreamedEvent[]> =>
        (all.at(-1)?.sequence ?? 0) > number ? all : pieceBehind(first);
      const all = andThen(pieces.get(first) ?? [], enough);
      return then(all, those);
    },
  };
}

function andThen<T>(value: MaybePromise<T>, work: (value: T) => MaybePromise<T>): MaybePromise<T> {
  return then(value, work);
}

function measureEvent({ record, before, refs }: StoredEvent): number {
  return (record?.length ?? 0) + (before?.length ?? 0) + (refs?.length ?? 0);
}

function takeUpToSize(events: readonly StoredEvent[], from: number): readonly StoredEvent[] {
  let size = 0;
  let end = from;
  while (end < events.length && (end === from || size < together)) size += measureEvent(events[end++]!);
  return events.slice(from, end);
}
