import { holdCredential } from '../../describe/examples/callers.ts';
import { composeRequest } from '../../describe/examples/compose.ts';
import type { DeliveryPlan, EventPlan } from '../../plan/plan.ts';
import type { Json } from '../../plan/schema.ts';
import type { Prover } from '../prover.ts';
import { listPlaces, putAt } from '../values/places.ts';
import { findResponse, readRecords, type ShownRecord } from '../values/shown.ts';
import { type Exchanged, NoResponseError } from '../world/exchanged.ts';
import { type Message, readStream, readWebhook } from './message.ts';

/** A subscriber of a delivery, from one moment on. */
export interface Watcher {
  readonly delivery: DeliveryPlan;
  /** The request by which it subscribed, where it did. */
  readonly exchange?: Exchanged;
  /** The subscription as its create showed it. */
  readonly record?: ShownRecord;
  /** The events since it began to watch. */
  messages(): readonly Message[];
  close(): Promise<void>;
}

/** The wishes of a subscriber. */
export interface Wanted {
  /** The name of its address; another one is another subscription. */
  readonly name: string;
  /** The names of the events that it lists, where it lists any; left out: all. */
  readonly events?: readonly string[];
  readonly status?: number;
  /** Of a stream: the event after which it goes on. */
  readonly after?: string;
}

const standard: Wanted = { name: 'all' };

/** Begins to watch the events of a delivery; a text says why that cannot be done. */
export async function watch(prover: Prover, delivery: DeliveryPlan, wanted = standard): Promise<Watcher | string> {
  try {
    if (delivery.disabled === true || delivery.to === undefined) return 'the delivery is not shown';
    if (delivery.to.kind === 'endpoint') return await watchStream(prover, delivery, delivery.to.operation, wanted);
    if (delivery.to.kind === 'subject') return 'this run reads no NATS server';
    return await watchWebhook(prover, delivery, wanted);
  } catch (error) {
    if (error instanceof NoResponseError) return error.message;
    throw error;
  }
}

/** The names of the events that a delivery has. */
export function listDelivered({ plan }: Prover, { events }: DeliveryPlan): readonly EventPlan[] {
  return plan.events.filter(({ name }) => !Array.isArray(events) || events.includes(name));
}

async function watchStream(
  prover: Prover,
  delivery: DeliveryPlan,
  name: string,
  { after }: Wanted,
): Promise<Watcher | string> {
  const operation = prover.plan.operations.find((one) => one.name === name);
  if (operation === undefined || operation.disabled === true) return 'no operation opens the stream';
  const { stage } = prover.ground;
  const held = await holdCredential(stage, operation);
  if (held === undefined && !operation.access.open && operation.access.grants.every(({ kind }) => kind !== 'public'))
    return 'no caller may open the stream';
  const headers = { accept: 'text/event-stream', ...(after === undefined ? {} : { 'last-event-id': after }) };
  const opened = await prover.ground.open(composeRequest(stage, operation, { held, headers }));
  const { status } = opened.exchange.response;
  if (status !== 200) {
    await opened.close();
    return `the stream responded ${status}`;
  }
  // One stream may have the events of several deliveries.
  const own = new Set(listDelivered(prover, delivery));
  const others = new Set(
    prover.plan.deliveries
      .filter(({ to }) => to?.kind === 'endpoint' && to.operation === name)
      .flatMap((one) => listDelivered(prover, one))
      .flatMap((event) => (own.has(event) ? [] : [event.name])),
  );
  return {
    delivery,
    exchange: opened.exchange,
    messages: () => readStream(delivery, opened.text()).filter(({ type }) => type === undefined || !others.has(type)),
    close: opened.close,
  };
}

/** The subscriptions of a run, by the delivery and the name of the address. */
const subscriptions = new WeakMap<Prover['ground'], Map<string, Promise<Subscribed | string>>>();

interface Subscribed {
  readonly exchange?: Exchanged;
  readonly record?: ShownRecord;
}

async function watchWebhook(prover: Prover, delivery: DeliveryPlan, wanted: Wanted): Promise<Watcher | string> {
  const { inboxes } = prover.ground.transport;
  if (inboxes === undefined) return 'no address is stated by which the service reaches this run: use --receiver';
  const { to } = delivery;
  if (to?.kind === 'setting' && !inboxes.areStated)
    return `the operator sets the address of ${to.name}: state it with --receiver`;
  const name = to?.kind === 'setting' ? to.name : `${wanted.name}-${delivery.line}-${prover.ground.side}`;
  const inbox = await inboxes.open(name);
  inbox.status = wanted.status ?? 204;
  const known = subscriptions.get(prover.ground) ?? new Map<string, Promise<Subscribed | string>>();
  subscriptions.set(prover.ground, known);
  const subscribed = known.get(name) ?? subscribe(prover, delivery, inbox.url, wanted);
  known.set(name, subscribed);
  const found = await subscribed;
  if (typeof found === 'string') return found;
  const from = inbox.received.length;
  return {
    ...found,
    delivery,
    messages: () => inbox.received.slice(from).map((one) => readWebhook(delivery, one)),
    async close() {},
  };
}

/** Registers an address by the create of the resource of subscriptions. */
async function subscribe(
  prover: Prover,
  delivery: DeliveryPlan,
  url: string,
  { events }: Wanted,
): Promise<Subscribed | string> {
  const { to, events: listed } = delivery;
  if (to?.kind !== 'each') return {};
  const operation = prover.operations.find(({ kind, resource }) => kind === 'create' && resource === to.resource);
  if (operation === undefined) return `no operation creates a ${to.resource}`;
  const trial = await prover.prepare(operation);
  if (typeof trial === 'string') return trial;
  const places = listPlaces(prover.plan, operation);
  const addressed = places.find(({ field, path }) => field?.name === to.at[0] && path.at(-1) === to.at.at(-1));
  if (addressed === undefined) return `\`${operation.name}\` takes no address`;
  let body = putAt(trial.pieces.body, addressed.path, url);
  const listing = typeof listed === 'object' && 'listedIn' in listed ? listed.listedIn : undefined;
  const place = listing === undefined ? undefined : places.find(({ field }) => field?.name === listing);
  if (place !== undefined) {
    const names = events ?? prover.plan.events.map(({ name }) => name);
    body = putAt(body, place.path, [...names] as Json);
  } else if (events !== undefined) return 'a subscription cannot choose its events';
  const one = await prover.send(trial, { body });
  const { status } = one.response;
  if (status >= 400)
    return `the service takes no address of this run (${status}): state one that it takes with --receiver`;
  const [record] = readRecords(findResponse(operation, status)?.shape, one.response.body);
  return { exchange: one, ...(record === undefined ? {} : { record }) };
}
