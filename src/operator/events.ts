import type { DeliveryFilter, DeliveryState, StoredDelivery } from '../contracts/deliveries.ts';
import type { EventFilter } from '../contracts/events.ts';
import type { Platform } from '../contracts/platform.ts';
import type { CompiledEvents, DecodedEvent, ShownEvent } from '../contracts/shown-events.ts';
import type { Store } from '../contracts/store.ts';

/** A stored event, as the newest version of the service shows it. */
export interface StoredEvent {
  readonly id: string;
  /** The name of its row in Events: `invoice.sent`. */
  readonly type: string;
  /** RFC 3339, UTC. */
  readonly time: string;
  /** From 1, without a gap. */
  readonly number: number;
  readonly resource: string | undefined;
  readonly recordId: string | undefined;
  /** Undefined if the event has none, or if a value that it must show cannot be computed. */
  // biome-ignore lint/suspicious/noExplicitAny: payloads have many shapes
  readonly payload: any;
}

/** Which events are listed; all that are given must fit. */
export interface EventListOptions extends EventFilter {
  /** Only events after this number. */
  readonly after?: number;
  /** The maximum number; default 100. */
  readonly limit?: number;
}

/** A delivery with its attempts. Times are milliseconds since 1970. */
export type Delivery = Omit<StoredDelivery, 'orderingKey'>;

/** Which deliveries are sent again. */
export interface DeliverySelection {
  readonly ids?: readonly number[];
  /** The id of an event. */
  readonly event?: string;
  /** The id of a subscription, or the name of a delivery. */
  readonly subscriber?: string;
}

/** Which deliveries are listed; all that are given must fit. */
export interface DeliveryListOptions extends DeliverySelection {
  /** Default: all states. */
  readonly states?: readonly DeliveryState[];
  /** Only deliveries after this one. */
  readonly after?: number;
  /** The maximum number; default 100. */
  readonly limit?: number;
}

/** The stored events of a service and their deliveries. */
export interface StoredEvents {
  /** Lists events by their numbers, oldest first. */
  listEvents(of?: EventListOptions): Promise<readonly StoredEvent[]>;
  /** Lists deliveries, oldest first. */
  listDeliveries(of?: DeliveryListOptions): Promise<readonly Delivery[]>;
  /**
   * Sends deliveries again, out of order: selected ones that failed, and if `ids` or `event` select them also delivered ones. Returns their
   * number. `{ all: true }` selects all that failed.
   */
  replay(of: DeliverySelection | { readonly all: true }): Promise<number>;
}

const allStates: readonly DeliveryState[] = ['blocked', 'waiting', 'in flight', 'delivered', 'failed'];
const defaultLimit = 100;

/** Reads events after a number, at most `limit`; types by their present names. */
export async function readDecodedEvents(
  compiled: Pick<CompiledEvents, 'decode' | 'storedNames'>,
  store: Store,
  after: number,
  limit: number,
  { types, ...filter }: EventFilter,
): Promise<readonly DecodedEvent[]> {
  const stored = types && { types: types.flatMap(compiled.storedNames) };
  const all: DecodedEvent[] = [];
  for (let from = after; all.length < limit; ) {
    const found = await store.events.after(from, limit, { ...filter, ...stored });
    const decoded = found.map(compiled.decode);
    all.push(...decoded.filter(({ event }) => types === undefined || types.includes(event.kind)));
    if (found.length < limit) break;
    from = found.at(-1)!.sequence;
  }
  return all.slice(0, limit);
}

/** Returns an event as the newest version shows it, without its payload if that cannot be computed. */
export function showWhole(compiled: Pick<CompiledEvents, 'show' | 'bare'>, decoded: DecodedEvent): ShownEvent {
  try {
    return compiled.show(decoded);
  } catch {
    return compiled.bare(decoded);
  }
}

/** The functions that list the events of a store, and list and repeat their deliveries. */
export function createStoredEvents(
  compiled: CompiledEvents,
  store: Store,
  platform: Pick<Platform, 'now'>,
): StoredEvents {
  return {
    async listEvents({ after = 0, limit = defaultLimit, ...filter } = {}) {
      const found = await readDecodedEvents(compiled, store, after, limit, filter);
      return found.map((decoded) => {
        const { id, kind: type, time, number, payload } = showWhole(compiled, decoded);
        const { resource, recordId } = decoded.event;
        const shown = payload === undefined ? undefined : (JSON.parse(payload) as unknown);
        return { id, type, time, number, resource, recordId, payload: shown };
      });
    },
    async listDeliveries({ states = allStates, limit = defaultLimit, ...filter } = {}) {
      const found = await store.deliveries.list({ states, ...filter }, limit);
      return found.map(({ orderingKey: _, ...shown }) => shown);
    },
    async replay(of) {
      const { all, ...chosen } = of as DeliverySelection & { readonly all?: true };
      if (all !== true && Object.values(chosen).every((value) => value === undefined || value.length === 0)) {
        throw new Error('say which deliveries: { ids }, { event }, { subscriber } or { all: true }');
      }
      return store.deliveries.replay(createReplayFilter(chosen), platform.now());
    },
  };
}

/** Creates the filter of a replay: failed deliveries; by event or number also delivered ones. */
export function createReplayFilter({ ids = [], ...of }: Omit<DeliveryFilter, 'states'>): DeliveryFilter {
  const chosen = ids.length > 0 || of.event !== undefined;
  return { states: chosen ? ['failed', 'delivered'] : ['failed'], ...of, ...(ids.length === 0 ? {} : { ids }) };
}
