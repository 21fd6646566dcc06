import { showMessage } from '../../describe/wire/messages.ts';
import type { WireType } from '../../describe/wire/type.ts';
import type { DeliveryPlan, EventPlan } from '../../plan/plan.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import { type Outcome, proven, unreached, type Violation, violated } from '../ledger/verdict.ts';
import type { Prover } from '../prover.ts';
import { evaluate, isSame } from '../values/evaluate.ts';
import { judgeValue } from '../values/judge.ts';
import { findShownPath, type ShownRecord } from '../values/shown.ts';
import type { Exchanged } from '../world/exchanged.ts';
import type { Message } from './message.ts';
import { findSignatureFault } from './signature.ts';
import { listDelivered, type Watcher } from './watch.ts';

/** The identity that an event shows; undefined: it shows none. */
export function readIdentity(
  event: EventPlan,
  resource: ResourcePlan,
  { payload, subject }: Message,
): string | undefined {
  const path = findShownPath(event.payload, resource.identity);
  const shown = path?.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], payload);
  return shown === undefined || shown === null ? subject : String(shown);
}

/** How an event is judged: the record as the change left it, and the request that made it. */
export interface Judging {
  readonly event: EventPlan;
  readonly resource: ResourcePlan;
  readonly record: ShownRecord | undefined;
  readonly old: ShownRecord | undefined;
  readonly by: Exchanged;
}

/** Judges an event by the last of its messages. Where they do not name their event, each may be of another one: one that fits is enough. */
export async function judgeMessages(
  prover: Prover,
  watcher: Watcher,
  messages: readonly Message[],
  judging: Judging,
): Promise<Outcome> {
  const isNamed =
    messages.every(({ type }) => type !== undefined) || listDelivered(prover, watcher.delivery).length === 1;
  for (const message of isNamed ? messages.slice(-1) : messages) {
    const fault = await findFault(prover, watcher, message, judging);
    if (fault === undefined) return proven;
    if (isNamed) return fault;
  }
  return unreached('the messages do not name their event');
}

/** Finds what is wrong with an event that a subscriber received: its envelope, its payload, its signature. */
async function findFault(
  prover: Prover,
  watcher: Watcher,
  message: Message,
  judging: Judging,
): Promise<Violation | undefined> {
  const { event, by } = judging;
  const { delivery } = watcher;
  const words = `the event ${event.name} ${describeWay(watcher)}`;
  const wrong = (line: number, expected: string, got: string): Violation => ({ ...violated(expected, got, by), line });
  if (message.body === undefined) return wrong(delivery.line, `${words} is JSON`, message.text.slice(0, 80));
  const type = relax(showMessage(prover.plan, event, delivery).type, delivery);
  const [misfit] = judgeValue(prover.plan, type, message.body, () => {});
  if (misfit !== undefined) {
    const isPayload = delivery.envelope === undefined || (misfit.path[0] === 'data' && misfit.path.length > 1);
    const name = misfit.path.join('.');
    return wrong(
      isPayload ? event.line : delivery.line,
      `${words} shows ${misfit.expected}${name === '' ? '' : ` as \`${name}\``}`,
      misfit.got,
    );
  }
  const envelope = findEnvelopeFault(prover, watcher, message, judging);
  if (envelope !== undefined) return wrong(delivery.line, `${words} ${envelope.expected}`, envelope.got);
  const value = findWrongValue(prover, message, judging);
  if (value !== undefined) return wrong(event.line, `${words} shows ${value.expected}`, value.got);
  const signed = await findSignature(prover, watcher, message);
  return signed === undefined
    ? undefined
    : wrong(delivery.line, `${words} is signed with the secret of its subscription`, signed);
}

/** The members that an envelope has by its own standard; the others help, and are not asked for. */
const needed: ReadonlySet<string> = new Set(['specversion', 'id', 'source', 'type', 'data']);

function relax(type: WireType, { envelope }: DeliveryPlan): WireType {
  if (envelope === undefined || !('named' in envelope) || type.kind !== 'object') return type;
  return { ...type, members: type.members.map((one) => (needed.has(one.name) ? one : { ...one, optional: true })) };
}

/** How a subscriber gets events: `by webhook`. */
export function describeWay({ delivery }: Watcher): string {
  return delivery.to?.kind === 'endpoint' ? 'on the stream' : `by ${delivery.kind}`;
}

/** The minutes by which the times of an event and of this run may differ. */
const tolerance = 10 * 60_000;

function findEnvelopeFault(
  prover: Prover,
  { delivery }: Watcher,
  message: Message,
  { resource, record, old }: Judging,
): { readonly expected: string; readonly got: string } | undefined {
  const { envelope } = delivery;
  const named = envelope !== undefined && 'named' in envelope ? envelope.named : undefined;
  const body = message.body as Readonly<Record<string, unknown>>;
  const time = named === 'cloudevents 1.0' ? body.time : named === 'standard webhooks' ? body.timestamp : undefined;
  if (time !== undefined && Math.abs(Date.parse(String(time)) - prover.ground.transport.now()) > tolerance)
    return { expected: 'has the time at which it happened', got: String(time) };
  const type = (message.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
  if (message.at !== undefined && named === 'cloudevents 1.0' && type !== 'application/cloudevents+json')
    return { expected: 'has the media type application/cloudevents+json', got: type || 'no media type' };
  const id = (record ?? old)?.[resource.identity];
  if (message.subject !== undefined && id !== undefined && !message.subject.includes(String(id)))
    return { expected: `has the subject ${String(id)}`, got: message.subject };
  return undefined;
}

/** Finds a value of the payload that is not the one of the record. */
function findWrongValue(
  prover: Prover,
  { payload }: Message,
  { event, resource, record: after, old }: Judging,
): { readonly expected: string; readonly got: string } | undefined {
  const record = after ?? old;
  if (event.payload?.kind !== 'object' || record === undefined || typeof payload !== 'object' || payload === null)
    return undefined;
  const shown = prover.shown(resource);
  for (const { name, shape } of event.payload.members) {
    const got = (payload as Readonly<Record<string, unknown>>)[name];
    const wanted =
      shape.kind === 'field' && shape.path.length === 1
        ? shown.has(shape.path[0]!) && isOwn(resource, shown, record, shape.path[0]!)
          ? { value: record[shape.path[0]!] }
          : 'unknown'
        : shape.kind === 'cel'
          ? evaluate(shape.value, { resource, shown, record, old })
          : 'unknown';
    if (typeof wanted === 'string') continue;
    const { value } = wanted;
    if ((value ?? null) === null ? (got ?? null) === null : isSame(got, value)) continue;
    return { expected: `${JSON.stringify(value ?? null)} as \`${name}\``, got: JSON.stringify(got ?? null) };
  }
  return undefined;
}

/** Whether a field has one value for every reader, at every moment. */
function isOwn(resource: ResourcePlan, shown: ReadonlySet<string>, record: ShownRecord, name: string): boolean {
  const field = resource.fields.find((one) => one.name === name);
  if (field === undefined || field.schema.type === 'file') return false;
  if (field.computed === undefined) return true;
  const computed = evaluate(field.computed.value, { resource, shown, record });
  return typeof computed === 'object' && isSame(record[name], computed.value);
}

async function findSignature(
  prover: Prover,
  { delivery, record }: Watcher,
  message: Message,
): Promise<string | undefined> {
  if (delivery.signature === undefined) return undefined;
  const secret = record?.[delivery.signature.field];
  if (typeof secret !== 'string') return undefined;
  return findSignatureFault(message, secret, message.at ?? prover.ground.transport.now());
}
