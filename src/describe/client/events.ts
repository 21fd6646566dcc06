import { leftEvent, listLeavingResources } from '../../plan/leaving.ts';
import type { DeliveryPlan } from '../../plan/plan.ts';
import type { AnswerShape } from '../../plan/shape.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { isPushed } from '../deliveries.ts';
import { leftMeaning, showLeftPayload, showPayload } from '../wire/messages.ts';
import { toPascal } from '../words.ts';
import type { ShapeWriter } from './shapes.ts';
import type { ClientType } from './type.ts';
import { createDoc } from './type.ts';

/** An event of a service. */
export interface ClientEvent {
  readonly name: string;
  readonly data: ClientType;
  /** The Meaning of the document. */
  readonly doc?: string;
}

/** Lists the events of a service with the types of their payloads. */
export function listEvents(plan: WholePlan, shapes: ShapeWriter): readonly ClientEvent[] {
  const stated = plan.events.map((event): ClientEvent => {
    const payload = showPayload(plan, event) ?? { kind: 'object', use: 'shown', members: [] };
    return { name: event.name, data: shapes.typeOf(payload, toPascal(event.name)), ...createDoc(event.meaning) };
  });
  const leaving = plan.operations.flatMap((operation) => listLeavingResources(plan, operation));
  if (leaving.length === 0) return stated;
  const data = shapes.typeOf(showLeftPayload(plan, leaving), toPascal(leftEvent));
  return [...stated, { name: leftEvent, data, doc: `${leftMeaning}.` }];
}

/** Where the body of a delivery has the payload and the type of its event. */
export interface EnvelopePaths {
  /** Empty: the body itself is the payload. */
  readonly data: readonly string[];
  /** An event without a payload has no such member. */
  readonly mayLackData?: true;
  /** Left out where the envelope does not show the type. */
  readonly type?: readonly string[];
}

/** Finds where an envelope has the type and the payload of an event. */
function findEnvelopePaths({ envelope }: Pick<DeliveryPlan, 'envelope'>): EnvelopePaths {
  if (envelope === undefined) return { data: [] };
  if ('named' in envelope) return { data: ['data'], mayLackData: true, type: ['type'] };
  const [data = [], type] = ['payload', 'event type'].map((role) => findRole(envelope.shape, role));
  return { data, ...(type === undefined ? {} : { type }) };
}

function findRole(shape: AnswerShape, role: string): readonly string[] | undefined {
  if (shape.kind === 'role') return shape.role === role ? [] : undefined;
  if (shape.kind !== 'object') return undefined;
  for (const { name, shape: inner } of shape.members) {
    const found = findRole(inner, role);
    if (found !== undefined) return [name, ...found];
  }
  return undefined;
}

/** Finds the envelope of the webhooks of a service; undefined where no delivery signs them. */
export function findWebhooks(plan: WholePlan): EnvelopePaths | undefined {
  if (plan.events.length === 0) return undefined;
  const delivery = plan.deliveries.find((one) => isPushed(one) && one.signature !== undefined && one.disabled !== true);
  return delivery && findEnvelopePaths(delivery);
}

/** Finds the operation that streams events, and their envelope; undefined where the service has none. */
export function findStream(
  plan: WholePlan,
): { readonly operation: string; readonly envelope: EnvelopePaths } | undefined {
  const operation = plan.operations.find(({ kind, disabled }) => kind === 'stream events' && disabled !== true);
  if (operation === undefined) return undefined;
  const delivery = plan.deliveries.find(({ to }) => to?.kind === 'endpoint' && to.operation === operation.name);
  return { operation: operation.name, envelope: findEnvelopePaths(delivery ?? {}) };
}
