import type { DeliveryPlan } from '../../../plan/plan.ts';
import type { AnswerShape } from '../../../plan/shape.ts';
import type { WholePlan } from '../../../plan/whole.ts';
import { isPushed } from '../../deliveries.ts';
import { formatPropertyKey, quoteString } from '../../types/values.ts';
import { toPascal } from '../../words.ts';
import type { ShapeWriter } from './shapes.ts';
import { toDoc } from './types.ts';

/** The type of the events of a service: a union by `type`. */
export function formatEvents({ events }: WholePlan, shapes: ShapeWriter): string {
  const cases = events.map(({ name, payload, resource, meaning }) => {
    const data = payload === undefined ? '{}' : shapes.response(payload, resource, { owner: toPascal(name) }, 1);
    const doc = meaning === undefined || meaning === '' ? '' : `/** ${toDoc(meaning)} */ `;
    return `\n  ${doc}| { readonly id: string; readonly type: ${quoteString(name)}; readonly data: ${data} }`;
  });
  return cases.join('');
}

/** The code that takes an event's type and payload out of the text of a delivery. */
export interface OpenedEnvelope {
  readonly data: string;
  /** Left out where the envelope does not show the type. */
  readonly type?: string;
}

/** Finds where an envelope has the type and the payload of an event; `text` is the parsed body. */
export function openEnvelope({ envelope }: Pick<DeliveryPlan, 'envelope'>): OpenedEnvelope {
  if (envelope === undefined) return { data: 'text' };
  if ('named' in envelope)
    return { data: '(text as { data?: unknown }).data ?? {}', type: '(text as { type: string }).type' };
  const [data, type] = ['payload', 'event type'].map((role) => findRole(envelope.shape, role));
  return {
    data: data === undefined ? 'text' : formatAccess(data),
    ...(type === undefined ? {} : { type: `${formatAccess(type)} as string` }),
  };
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

function formatAccess(path: readonly string[]): string {
  const type = path.reduceRight((inner, name) => `{ ${formatPropertyKey(name)}: ${inner} }`, 'unknown');
  return path.length === 0 ? 'text' : `(text as ${type})${path.map((name) => `[${quoteString(name)}]`).join('')}`;
}

/** The function that verifies the webhooks of a service; undefined where no delivery signs them. */
export function formatVerification(plan: WholePlan, event: string): string | undefined {
  const delivery = plan.deliveries.find((one) => isPushed(one) && one.signature !== undefined && one.disabled !== true);
  if (delivery === undefined) return undefined;
  const { data, type } = openEnvelope(delivery);
  const result =
    type === undefined ? /* not a message */ `{ readonly id: string; readonly data: ${event}['data'] }` : event;
  return `/**
 * Verifies a webhook of the service (Standard Webhooks 1.0.0) with the subscription's secret, or with several while you change it,
 * and returns its event. Throws \`WebhookVerificationError\`.
 */
export async function verifyWebhook(
  request: WebhookRequest,
  secrets: string | readonly string[],
  options?: WebhookOptions,
): Promise<${result}> {
  const { id, text } = await verify(request, secrets, options);
  return { id, ${type === undefined ? '' : `type: ${type}, `}data: ${data} } as ${result};
}`;
}

/** The method that reads the events of a stream; undefined where the service has none. */
export function findStream(plan: WholePlan): { readonly name: string; readonly open: string } | undefined {
  const operation = plan.operations.find(({ kind, disabled }) => kind === 'stream events' && disabled !== true);
  if (operation === undefined) return undefined;
  const delivery = plan.deliveries.find(({ to }) => to?.kind === 'endpoint' && to.operation === operation.name);
  return { name: operation.name, open: openEnvelope(delivery ?? {}).data };
}
