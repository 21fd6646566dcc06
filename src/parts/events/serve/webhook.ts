import type { NewDelivery, StoredDelivery } from '../../../contracts/deliveries.ts';
import type { StoredEvent } from '../../../contracts/events.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Platform } from '../../../contracts/platform.ts';
import type { DecodedEvent, EventsInVersion, EventVersions } from '../../../contracts/shown-events.ts';
import type { DeliveryPlan } from '../../../plan/plan.ts';
import { createEventNameReader } from '../../../plan/version/event-names.ts';
import { listWebhookRoutes } from '../../../plan/webhook-routes.ts';
import { createSecretReader } from '../../resources/serve/secrets.ts';
import { waitsOf } from './attempts.ts';
import { readShared, type SharedReads } from './shared-reads.ts';
import { createSignedHeaders } from './signature.ts';
import { createSubscriptions, type Subscription } from './subscriptions.ts';
import { createTextsInVersions, type EventTextOf } from './text.ts';

/** The dependencies of webhooks; `settings` are the addresses that the operator has set, by name. */
export interface WebhookDependencies extends Pick<OperationContext, 'plan' | 'compiled' | 'store' | 'columnOf'> {
  readonly platform: Pick<Platform, 'hmac'>;
  readonly base: string;
  readonly settings: ReadonlyMap<string, string>;
  readonly versions: EventVersions;
}

/** One row of the Delivery table, as it is done. */
export interface Webhook {
  readonly name: string;
  /** The waits between attempts, in milliseconds. */
  readonly waits: readonly number[];
  /** Whether its row names events of this type. */
  wants(type: string): boolean;
  /** The address is the operator's own word. */
  readonly trusted: boolean;
  /** Returns the subscribers of an event, with the address of each. */
  subscribers(decoded: DecodedEvent, now: number, shared: SharedReads): Promise<readonly Subscriber[]>;
  /**
   * Reads where a delivery is sent; undefined if its subscription has ended, `unwanted` if the subscription, as it is now, does not receive
   * the event. Rejects with the errors of the store.
   */
  target(
    delivery: StoredDelivery,
    decoded: DecodedEvent,
    now: number,
    shared: SharedReads,
  ): Promise<WebhookTarget | 'unwanted' | undefined>;
  /**
   * Builds the request of an event; undefined if the version of the subscription does not have the event. Reads nothing: an error
   * that it throws is that of the payload.
   */
  request(
    delivery: StoredDelivery,
    target: WebhookTarget,
    decoded: DecodedEvent,
    now: number,
  ): WebhookRequest | undefined;
}

/** Where a subscriber gets its events, and the secrets that sign them. */
export interface WebhookTarget {
  readonly url: string;
  readonly signing: readonly string[];
}

/** A subscriber of an event. */
export interface Subscriber {
  readonly delivery: NewDelivery;
  readonly address: string;
}

/** A request to a subscriber. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The headers that name the trace of an event, where it continues one (W3C Trace Context). */
export function createTraceHeaders({ traceparent }: StoredEvent): Readonly<Record<string, string>> {
  return traceparent === undefined ? {} : { traceparent };
}

/** The webhooks of a plan, except disabled ones. */
export function createWebhooks(deps: WebhookDependencies): readonly Webhook[] {
  const texts = createTextsInVersions(deps);
  return listWebhookRoutes(deps.plan.deliveries).map(({ name, delivery }) =>
    createWebhook(deps, delivery, name, texts),
  );
}

function createWebhook(
  deps: WebhookDependencies,
  delivery: DeliveryPlan,
  name: string,
  texts: (version: EventsInVersion) => EventTextOf,
): Webhook {
  const { to, events, signature, envelope, attempts } = delivery;
  const wants = events === 'all' || 'listedIn' in events ? undefined : new Set(events);
  const listedIn = typeof events === 'object' && 'listedIn' in events ? events.listedIn : undefined;
  const each = to?.kind === 'each' ? createSubscriptions(deps, to) : undefined;
  const secrets =
    to?.kind === 'each' && signature !== undefined ? createSecretReader(deps, to.resource, signature.field) : undefined;
  const addressSet = to?.kind === 'setting' ? deps.settings.get(to.name) : undefined;
  const { versions } = deps;
  const names = createEventNameReader(deps.plan);
  const newOf = (event: StoredEvent, id?: string, version?: string): NewDelivery => ({
    route: name,
    subscriber: id === undefined ? name : `${name} ${id}`,
    ...(id === undefined ? {} : { subscription: id }),
    ...(version === undefined ? {} : { version }),
    number: event.sequence,
    event: event.id,
    type: event.kind,
    ...(event.resource === undefined ? {} : { orderingKey: `${event.resource} ${event.recordId}` }),
  });
  const wantsListed = ({ record }: Subscription, kind: string, version: string | undefined): boolean => {
    const listed = listedIn === undefined ? undefined : record[listedIn];
    const madeIn = version ?? versions.default.version;
    return !Array.isArray(listed) || listed.some((name) => names.meant(String(name), madeIn).has(kind));
  };
  return {
    name,
    waits: waitsOf(attempts),
    wants: (type) => wants?.has(type) !== false,
    trusted: each === undefined,
    async subscribers(decoded, now, shared) {
      const { event } = decoded;
      if (wants?.has(event.kind) === false) return [];
      if (each === undefined) {
        if (addressSet === undefined || versions.default.nameOf(event.kind) === undefined) return [];
        return [{ delivery: newOf(event, undefined, versions.default.version), address: addressSet }];
      }
      const found = await each.for(decoded, now, shared);
      const made = await readShared(shared, found, () => readCreationVersions(deps, each.resource, found));
      return found.flatMap((subscription): Subscriber[] => {
        const id = String(subscription.id);
        const version = made?.get(id);
        const address = each.addressIn(subscription.record);
        if (versions.in(version).nameOf(event.kind) === undefined || address === undefined) return [];
        const fits = wantsListed(subscription, event.kind, version);
        return fits ? [{ delivery: newOf(event, id, version), address }] : [];
      });
    },
    async target({ subscriber, subscription, version }, decoded, now, shared) {
      const { kind } = decoded.event;
      if (wants?.has(kind) === false) return 'unwanted';
      if (each === undefined) return addressSet === undefined ? undefined : { url: addressSet, signing: [] };
      const found = await each.one(subscription!, decoded, now, shared);
      if (found === undefined || found === 'unwanted') return found;
      const url = each.addressIn(found.record);
      if (url === undefined) return undefined;
      const isSent = versions.in(version).nameOf(kind) !== undefined;
      if (isSent && !wantsListed(found, kind, version)) return 'unwanted';
      const signing = await readShared(shared, `secrets ${subscriber}`, async () => secrets?.(found.record, now));
      return { url, signing: signing ?? [] };
    },
    request(stored, { url, signing }, decoded, now) {
      const { event } = decoded;
      const version = versions.in(stored.version);
      if (version.nameOf(event.kind) === undefined) return undefined;
      const { contentType, body, headers } = texts(version)(decoded, envelope);
      const signed = createSignedHeaders(deps.platform, event.id, now, body, signing);
      return {
        url,
        body,
        headers: { ...headers, 'content-type': contentType, ...signed, ...createTraceHeaders(event) },
      };
    },
  };
}

/**
 * The versions that subscriptions were made in, if the document states any: a later document may have several. Where one was not kept, that of requests that name none is
 * kept now: it stays the same from then on.
 */
async function readCreationVersions(
  { store, versions }: WebhookDependencies,
  resource: string,
  found: readonly Subscription[],
): Promise<ReadonlyMap<string, string> | undefined> {
  if (versions.default.version === undefined || found.length === 0) return undefined;
  const ids = found.map(({ id }) => String(id));
  const made = await store.deliveries.versions(resource, ids);
  const others = ids.filter((id) => !made.has(id));
  const defaultVersion = versions.default.version!;
  if (others.length > 0) await store.deliveries.keepVersion(resource, others, defaultVersion);
  return new Map([...made, ...others.map((id) => [id, defaultVersion] as const)]);
}
