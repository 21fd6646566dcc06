import { formatPropertyKey, quoteString } from '../../types/values.ts';
import type { Client } from '../client.ts';
import type { EnvelopePaths } from '../events.ts';
import { formatType, toDoc } from './types.ts';

/** Writes the type of the events of a service: a union by `type`. */
export function formatEvents({ events, event }: Client): string {
  const cases = events.map(({ name, data, doc }) => {
    const comment = doc === undefined ? '' : `/** ${toDoc(doc)} */ `;
    return `\n  ${comment}| { readonly id: string; readonly type: ${quoteString(name)}; readonly data: ${formatType(data, 1)} }`;
  });
  return `/** An event of the service. */\nexport type ${event} =${cases.join('') || ' never'};`;
}

/** Writes the code that takes the payload of an event out of the parsed `text`. */
export function formatData({ data, mayLackData }: EnvelopePaths): string {
  return mayLackData === true ? '(text as { data?: unknown }).data ?? {}' : formatAccess(data, 'unknown');
}

function formatAccess(path: readonly string[], value: string): string {
  const type = path.reduceRight((inner, name) => `{ ${formatPropertyKey(name)}: ${inner} }`, value);
  return path.length === 0 ? 'text' : `(text as ${type})${path.map((name) => `[${quoteString(name)}]`).join('')}`;
}

/** Writes the function that verifies the webhooks of a service. */
export function formatVerification(envelope: EnvelopePaths, event: string): string {
  const { type } = envelope;
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
  return { id, ${type === undefined ? '' : `type: ${formatAccess(type, 'string')}, `}data: ${formatData(envelope)} } as ${result};
}`;
}
