import type { JsonSchema } from '../../parts/registry.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { formatDuration } from '../openapi/security.ts';
import { joinDescriptions, toSentence } from '../words.ts';
import { nameMessage, type Route } from './routes.ts';
import { listSecurity } from './security.ts';

/** Describes how the service sends the messages of a delivery. */
export function describeOperation(plan: WholePlan, route: Route): JsonSchema {
  const { name, delivery, events, stream } = route;
  const security = stream === undefined ? [] : listSecurity(plan, stream);
  const bindings = describeBindings(route);
  return {
    action: 'send',
    channel: { $ref: `#/channels/${name}` },
    title: titles[delivery.kind] ?? 'Send events',
    summary: summaries[delivery.kind] ?? 'The service sends events.',
    description: joinDescriptions([
      stream?.meaning === undefined ? undefined : toSentence(stream.meaning),
      describeAttempts(route),
      describeSignature(route),
      'Subscribers get the events of a record in order.',
    ]),
    messages: events.map((event) => ({ $ref: `#/channels/${name}/messages/${nameMessage(route, event)}` })),
    ...(security.length === 0 ? {} : { security }),
    ...(bindings === undefined ? {} : { bindings }),
    tags: [{ name: 'Events' }],
  };
}

const titles: Readonly<Record<string, string>> = {
  webhook: 'Call webhooks',
  sse: 'Stream events',
  nats: 'Publish events to NATS',
};

const summaries: Readonly<Record<string, string>> = {
  webhook: 'The service posts each event to its subscribers.',
  sse: 'The service streams events to clients that have opened the stream.',
  nats: 'The service publishes each event to a stream of NATS JetStream.',
};

function describeAttempts({ delivery: { attempts, kind } }: Route): string | undefined {
  if (attempts === undefined) return undefined;
  const answer = kind === 'webhook' ? ' Answer with any 2xx within 15 seconds; 410 ends the subscription.' : '';
  return `Attempts: ${attempts.count} over ${formatDuration(attempts.milliseconds)}.${answer}`;
}

function describeSignature({ delivery: { signature } }: Route): string | undefined {
  if (signature === undefined) return undefined;
  return `Each request is signed by Standard Webhooks 1.0.0 with the \`${signature.field}\` of the subscription (HMAC-SHA256 over \`id.timestamp.body\`).`;
}

function describeBindings({ delivery: { kind } }: Route): JsonSchema | undefined {
  if (kind === 'webhook') return { http: { method: 'POST', bindingVersion: '0.3.0' } };
  if (kind === 'sse') return { http: { method: 'GET', bindingVersion: '0.3.0' } };
  return kind === 'nats' ? { nats: { bindingVersion: '0.1.0' } } : undefined;
}
