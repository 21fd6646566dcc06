import type { OpenStream, StreamSink } from '../contracts/answer-stream.ts';
import type { Compiled } from '../contracts/compiled.ts';
import type { CredentialService } from '../contracts/credentials.ts';
import type { EventFeed } from '../contracts/events.ts';
import type { Platform } from '../contracts/platform.ts';
import type { MaybePromise } from '../contracts/record.ts';
import type { Store } from '../contracts/store.ts';
import type { EventStreams, StreamedEvent, Subscription } from '../contracts/streams.ts';
import { createCatchUp } from './streams/catch-up.ts';
import { createReauthorization, type Looking } from './streams/reauthorize.ts';
import { openSource } from './streams/source.ts';
import { encodeFor, type Group, Subscriber, type SubscriberEvents } from './streams/subscriber.ts';

/** Interval in milliseconds of heartbeats and of checks for silent clients and ended credentials. */
const heartbeatIntervalMs = 250;
/** Clients reconnect after 2 to 4 seconds: a random delay spreads clients that were disconnected together. */
const leastRetry = 2_000;
const retrySpread = 2_000;
/** Yields to other work after this many writes. */
const writesInOne = 2_000;

/** The dependencies of streams; `feed` is undefined if the document states no events. */
export interface StreamDependencies {
  readonly compiled: Pick<Compiled, 'events'>;
  readonly store: Pick<Store, 'events'>;
  readonly platform: Platform;
  readonly keys: Pick<CredentialService, 'endings'>;
  readonly feed: EventFeed | undefined;
}

/** The streams of a service. */
export interface OpenStreams extends EventStreams {
  /** The number of open streams. */
  readonly count: number;
  /** Closes all streams gracefully, and new ones immediately. */
  close(): void;
}

/** Opens the streams of this process. Reads no events while there are no subscribers. */
export function openStreams({ compiled, store, platform, keys, feed }: StreamDependencies): OpenStreams {
  const groups = new Map<string, Group>();
  const channels = new Map<object, number>();
  const subscribers = new Set<Subscriber>();
  let closed = false;
  let opened = 0;
  let cancel = (): void => undefined;

  const pause = (): Promise<void> => new Promise((resolve) => void platform.after(0, resolve));
  const tell = (events: readonly StreamedEvent[], before: number): MaybePromise<void> => {
    const upTo = events.at(-1)!.sequence;
    const now = platform.now();
    let written = 0;
    for (const group of groups.values()) {
      if (group.audience.asks) {
        for (const member of group.members) {
          if (member.live) member.moveTo(before);
          if (member.cursor === upTo) member.moveTo(upTo);
          else if (member.cursor < upTo && !member.blocked) behind.add(member);
        }
        continue;
      }
      const due = encodeDueEvents(group, events, now);
      for (const member of due === undefined ? group.apart : group.members) {
        if (member.live) {
          if (member.blocked) {
            member.moveTo(before);
            member.wait(due!);
          } else {
            member.take(due, upTo);
            written++;
          }
        } else if (member.blocked) {
          if (due !== undefined) member.wait(due);
        } else if (member.cursor < upTo) behind.add(member);
        else if (member.cursor === upTo) member.moveTo(upTo);
      }
    }
    return written >= writesInOne ? pause() : undefined;
  };
  const endAll = (): void => {
    for (const subscriber of [...subscribers]) subscriber.end();
  };
  const source = openSource({ events: store.events, open: compiled.events.decode, feed, platform, tell, lost: endAll });
  const behind = createCatchUp(source, platform, pause);

  const groupOf = ({ channel }: Pick<Subscription, 'channel'>, audience: Subscription['audience']): Group => {
    if (!channels.has(channel)) channels.set(channel, channels.size);
    const key = `${channels.get(channel)} ${audience.key}`;
    const group = groups.get(key) ?? {
      key,
      channel,
      audience,
      members: new Set<Subscriber>(),
      apart: new Set<Subscriber>(),
    };
    groups.set(key, group);
    return group;
  };
  const leave = (subscriber: Subscriber): void => {
    subscriber.group.members.delete(subscriber);
    subscriber.group.apart.delete(subscriber);
    if (subscriber.group.members.size === 0) groups.delete(subscriber.group.key);
  };
  const move: Looking['move'] = (subscriber, audience) => {
    const { channel } = subscriber.group;
    leave(subscriber);
    subscriber.join(groupOf({ channel }, audience));
  };
  const looks = createReauthorization({ platform, keys, move });
  const beat = (): void => {
    const now = platform.now();
    looks.begin();
    for (const subscriber of subscribers) {
      subscriber.beat(now, subscriber.cursor >= source.upTo);
      if (!subscriber.over) looks.look(subscriber, now);
    }
    if (subscribers.size > 0) cancel = platform.after(heartbeatIntervalMs, beat);
  };

  const events: SubscriberEvents = {
    now: platform.now,
    upTo: () => source.upTo,
    position: () => source.position,
    behind(subscriber) {
      if (subscriber.cursor < source.upTo) behind.add(subscriber);
    },
    over(subscriber) {
      leave(subscriber);
      subscribers.delete(subscriber);
      behind.remove(subscriber);
      if (subscribers.size > 0) return;
      cancel();
      source.stop();
    },
  };
  const open = (subscription: Subscription, sink: StreamSink): OpenStream => {
    const group = groupOf(subscription, subscription.audience);
    const subscriber = new Subscriber(subscription, group, sink, events);
    subscriber.join(group);
    subscribers.add(subscriber);
    const nth = opened++;
    looks.first(subscriber, nth);
    if (subscribers.size === 1) {
      source.start(subscription.newest);
      cancel = platform.after(heartbeatIntervalMs, beat);
    }
    subscriber.moveTo(subscription.from);
    subscriber.begin(subscription.position, leastRetry + ((nth * 617) % (retrySpread + 1)));
    subscription.opened?.(() => subscriber.end());
    if (closed) subscriber.end();
    else if (!subscriber.blocked) events.behind(subscriber);
    return subscriber;
  };
  return {
    get count() {
      return subscribers.size;
    },
    stream: (subscription) => ({ open: (sink) => open(subscription, sink) }),
    close() {
      closed = true;
      endAll();
      cancel();
    },
  };
}

/** Encodes the events of a batch that a group receives; its audience asks nothing. */
function encodeDueEvents(group: Group, events: readonly StreamedEvent[], now: number): Uint8Array | undefined {
  const encoded = encodeFor(group, events, now) as readonly (Uint8Array | undefined)[];
  const due = encoded.filter((bytes) => bytes !== undefined);
  if (due.length <= 1) return due[0];
  const all = new Uint8Array(due.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const bytes of due) {
    all.set(bytes, at);
    at += bytes.length;
  }
  return all;
}
