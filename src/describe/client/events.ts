import { leftEvent, listLeavingResources } from '../../plan/leaving.ts';
import type { DeliveryPlan } from '../../plan/plan.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import type { AnswerShape } from '../../plan/shape.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { isPushed } from '../deliveries.ts';
import { leftMeaning } from '../wire/messages.ts';
import { toPascal } from '../words.ts';
import type { ShapeWriter } from './shapes.ts';
import type { ClientType } from './type.ts';
import type { TypeWriter } from './types.ts';

/** An event of a service. */
export interface ClientEvent {
  readonly name: string;
  readonly data: ClientType;
  /** The Meaning of the document. */
  readonly doc?: string;
}

/** Lists the events of a service with the types of their payloads. */
export function listEvents(plan: WholePlan, shapes: ShapeWriter, types: TypeWriter): readonly ClientEvent[] {
  const stated: readonly ClientEvent[] = plan.events.map(({ name, payload, resource, meaning }) => ({
    name,
    data:
      payload === undefined
        ? { kind: 'object', members: [] }
        : shapes.response(payload, resource, { owner: toPascal(name) }),
    ...(meaning === undefined || meaning === '' ? {} : { doc: meaning }),
  }));
  const leaving = new Set(plan.operations.flatMap((operation) => listLeavingResources(plan, operation)));
  if (leaving.size === 0) return stated;
  const cases = plan.resources.filter(({ name }) => leaving.has(name)).map((resource) => typeLeft(resource, types));
  const data: ClientType = cases.length === 1 ? cases[0]! : { kind: 'union', of: cases };
  return [...stated, { name: leftEvent, data, doc: `${leftMeaning}.` }];
}

/** The payload by which a record leaves a stream. */
function typeLeft({ name, identity, fields }: ResourcePlan, types: TypeWriter): ClientType {
  const { schema } = fields.find((field) => field.name === identity)!;
  return {
    kind: 'object',
    members: [
      { name: 'resource', type: { kind: 'literal', value: name }, optional: false },
      { name: 'id', type: types.typeOf(schema, 'response'), optional: false },
    ],
  };
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
export function findEnvelopePaths({ envelope }: Pick<DeliveryPlan, 'envelope'>): EnvelopePaths {
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
