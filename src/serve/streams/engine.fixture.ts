import type { OpenStream } from '../../contracts/answer-stream.ts';
import type { EventFeed, EventPosition, Events, StoredEvent } from '../../contracts/events.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { MaybePromise } from '../../contracts/record.ts';
import type { Audience, Channel, StreamedEvent } from '../../contracts/streams.ts';
import { testHost } from '../../stores/suites/surroundings.suite.ts';
import { openStreams } from '../streams.ts';

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** A peer of a stream that reads, or does not. */
export interface Peer {
  readonly stream: OpenStream;
  /** All that it was handed. */
  text(): string;
  /** The numbers of the events that it was handed. */
  numbers(): readonly number[];
  /** It takes no more from now on. */
  hold(): void;
  /** It takes all that waits, and more. */
  release(): void;
  /** How the service has ended it. */
  over(): 'ended' | 'cut' | undefined;
}

/** How a peer asks for its stream. */
export interface Asking {
  readonly from?: number;
  /** The tenant whose events it sees: those whose resource is so called. */
  readonly tenant?: string;
  again?(): MaybePromise<string | undefined>;
}

/** Streams over events and a clock that the test moves. */
export interface Engine {
  readonly streams: ReturnType<typeof openStreams>;
  readonly keys: { endings: number };
  /** How often the store was asked for events, how often an event was made a text, and how often a rule was asked. */
  readonly asked: { reads: number; texts: number; rules: number };
  /** What the next readings of the store throw, as long as it is set. */
  failing: Error | undefined;
  open(asking?: Asking): Peer;
  /** Events happen, one of each tenant named; resolves when they were told. */
  happen(...tenants: readonly string[]): Promise<void>;
  /** The oldest events are kept no longer. */
  expire(count: number): void;
  /** Nobody is told of events as long as it is set. */
  deaf: boolean;
  /** The newest events are lost with a part of the database; resolves when the service has noticed. */
  lose(count: number): Promise<void>;
  advance(milliseconds: number): Promise<void>;
}

/** Lets everything happen that waits for nothing else. */
export async function rest(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
}

/** Makes streams whose events hold a text of so many characters; `later`: the store answers with promises. */
export function engine({ size = 10, later = false }: { size?: number; later?: boolean } = {}): Engine {
  let now = 1_000_000;
  const waiting = new Set<{ readonly at: number; readonly work: () => void }>();
  const platform: Platform = {
    ...testHost,
    now: () => now,
    after(milliseconds, work) {
      if (milliseconds === 0) {
        setImmediate(work);
        return () => undefined;
      }
      const timer = { at: now + milliseconds, work };
      waiting.add(timer);
      return () => void waiting.delete(timer);
    },
  };
  const stored: StoredEvent[] = [];
  let newest = 0;
  let lineage = '';
  let expired: EventPosition = { sequence: 0, id: undefined };
  let told = (_: number): void => undefined;
  const asked = { reads: 0, texts: 0, rules: 0 };
  const after: Events['after'] = (number, most) => {
    asked.reads++;
    const found = stored.filter((event) => event.sequence > number).slice(0, most);
    if (made.failing !== undefined) throw made.failing;
    return later ? new Promise((resolve) => setImmediate(() => resolve(found))) : found;
  };
  const idAt: Events['idAt'] = (number) => {
    const found =
      stored.find((event) => event.sequence === number)?.id ?? (number === expired.sequence ? expired.id : undefined);
    return later ? new Promise((resolve) => setImmediate(() => resolve(found))) : found;
  };
  const feed: EventFeed = {
    newest: 0,
    subscribe(listener) {
      told = listener;
      return () => {
        told = () => undefined;
      };
    },
  };
  const channel: Channel = {
    bytes(event: StreamedEvent) {
      let bytes = event.texts.get(channel);
      if (bytes === undefined) {
        asked.texts++;
        bytes = encoder.encode(`id: ${event.sequence}\ndata: ${'x'.repeat(size)}\n\n`);
        event.texts.set(channel, bytes);
      }
      return bytes ?? undefined;
    },
    left: () => undefined,
  };
  const audienceOf = (tenant: string): Audience => ({
    key: tenant,
    asks: false,
    due(events) {
      asked.rules += events.length;
      return events.map(({ event }) => (event.resource === tenant ? 'event' : undefined));
    },
  });
  const keys = { endings: 0 };
  const open = (event: StoredEvent) => ({ event, record: undefined, before: undefined, refs: {} });
  const streams = openStreams({
    compiled: { events: { decode: open } } as never,
    store: { events: { after, idAt } } as never,
    platform,
    keys,
    feed,
  });
  const made: Engine = {
    streams,
    keys,
    asked,
    failing: undefined,
    deaf: false,
    open({ from = newest, tenant = 'a', again = () => tenant } = {}) {
      let text = '';
      let held = false;
      let over: 'ended' | 'cut' | undefined;
      const audience = audienceOf(tenant);
      const settle = (name: string | undefined) => (name === undefined ? undefined : audienceOf(name));
      const stream = streams
        .stream({
          channel,
          audience,
          from,
          position: String(from),
          newest: { sequence: newest, id: stored.at(-1)?.id },
          again() {
            const known = again();
            return known instanceof Promise ? known.then(settle) : settle(known);
          },
        })
        .open({
          write(bytes) {
            if (over !== undefined) throw new Error('written to behind its end');
            text += decoder.decode(bytes);
            return !held;
          },
          end() {
            over = 'ended';
          },
          cut() {
            over = 'cut';
          },
        });
      return {
        stream,
        text: () => text,
        numbers: () => [...text.matchAll(/id: (\d+)\ndata/g)].map(([, number]) => Number(number)),
        hold() {
          held = true;
        },
        release() {
          held = false;
          stream.drained();
        },
        over: () => over,
      };
    },
    async happen(...tenants) {
      for (const resource of tenants) {
        newest++;
        stored.push({
          id: `evt_${newest}${lineage}`,
          sequence: newest,
          kind: 'made',
          resource,
          recordVersion: 1,
          at: now,
          traceId: '',
        });
      }
      if (!made.deaf) told(newest);
      await rest();
    },
    expire(count) {
      expired = stored.splice(0, count).at(-1) ?? expired;
    },
    async lose(count) {
      stored.splice(-count, count);
      newest -= count;
      lineage += '!';
      if (!made.deaf) told(newest);
      await rest();
    },
    async advance(milliseconds) {
      const end = now + milliseconds;
      for (;;) {
        const next = [...waiting].filter(({ at }) => at <= end).sort((left, right) => left.at - right.at)[0];
        if (next === undefined) break;
        waiting.delete(next);
        now = next.at;
        next.work();
        await new Promise(setImmediate);
      }
      now = end;
      await rest();
    },
  };
  return made;
}
