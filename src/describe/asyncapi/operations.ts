import { findDeliveryKind, type JsonSchema } from '../../parts/registry.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { isPushed } from '../deliveries.ts';
import { formatDuration } from '../openapi/security.ts';
import { joinDescriptions, toSentence } from '../words.ts';
import { nameMessage, type Route } from './routes.ts';
import { listSecurity } from './security.ts';

/** Describes how the service sends the messages of a delivery. */
export function describeOperation(plan: WholePlan, route: Route): JsonSchema {
  const { name, delivery, events, stream } = route;
  const security = stream === undefined ? [] : listSecurity(plan, stream);
  const kind = findDeliveryKind(delivery.kind);
  return {
    action: 'send',
    channel: { $ref: `#/channels/${name}` },
    title: kind?.words.action ?? 'Send events',
    summary: kind?.words.sentence ?? 'The service sends events.',
    description: joinDescriptions([
      stream?.meaning === undefined ? undefined : toSentence(stream.meaning),
      describeAttempts(route),
      describeSignature(route),
      'Subscribers get the events of a record in order.',
    ]),
    messages: events.map((event) => ({ $ref: `#/channels/${name}/messages/${nameMessage(route, event)}` })),
    ...(security.length === 0 ? {} : { security }),
    ...(kind === undefined ? {} : { bindings: kind.binding }),
    tags: [{ name: 'Events' }],
  };
}

function describeAttempts({ delivery }: Route): string | undefined {
  const { attempts } = delivery;
  if (attempts === undefined) return undefined;
  const answer = isPushed(delivery) ? ' Answer with any 2xx within 15 seconds; 410 ends the subscription.' : '';
  return `Attempts: ${attempts.count} over ${formatDuration(attempts.milliseconds)}.${answer}`;
}

function describeSignature({ delivery: { signature } }: Route): string | undefined {
  if (signature === undefined) return undefined;
  return `Each request is signed by Standard Webhooks 1.0.0 with the \`${signature.field}\` of the subscription (HMAC-SHA256 over \`id.timestamp.body\`).`;
}
