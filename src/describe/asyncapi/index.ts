import { findDeliveryKind, type JsonSchema } from '../../parts/registry.ts';
import { leftEvent } from '../../plan/leaving.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { isPushed } from '../deliveries.ts';
import { describeInfo, listGaps } from '../openapi/info.ts';
import { createSchemas } from '../schemas/index.ts';
import { formatTime, joinDescriptions, toSentence } from '../words.ts';
import { describeChannel, listMessageNames, listRoutes, nameMessage, type Route } from './channels.ts';
import { describeLeft, describeMessage } from './messages.ts';
import type { AsyncapiOptions } from './options.ts';
import { describeSchemes, listSecurity } from './security.ts';

/** Describes the events of a service as AsyncAPI, as the clients of one version see them: webhooks, streams and NATS. */
export function describeAsyncapi(
  plan: WholePlan,
  { asyncapi = '3.0.0', events = [] }: AsyncapiOptions = {},
): JsonSchema {
  const prefix = '#/components/schemas/';
  const schemas = createSchemas(plan, prefix);
  const routes = listRoutes(plan);
  const context = { plan, schemas, events };
  const messages = routes.flatMap((route) => [
    ...route.events.map((event) => [nameMessage(route, event), describeMessage(context, route, event)] as const),
    ...(route.leaving.length === 0
      ? []
      : [[nameMessage(route, { name: leftEvent }), describeLeft(context, route)] as const]),
  ]);
  const servers = describeServers(plan, routes);
  const schemes = routes.some(({ stream }) => stream !== undefined) ? describeSchemes(plan) : {};
  const used = collectUsed(schemas.all, prefix, messages);
  return {
    asyncapi,
    info: describeAsyncInfo(plan),
    defaultContentType: 'application/json',
    ...(Object.keys(servers).length === 0 ? {} : { servers }),
    channels: Object.fromEntries(routes.map((route) => [route.name, describeChannel(plan, route)])),
    operations: Object.fromEntries(routes.map((route) => [route.operation, describeOperation(plan, route)])),
    components: {
      messages: Object.fromEntries(messages),
      schemas: used,
      ...(Object.keys(schemes).length === 0 ? {} : { securitySchemes: schemes }),
    },
    'x-nonet-document': plan.document.replace(/^.*[\\/]/, ''),
    ...listGaps(plan),
  };
}

/** AsyncAPI has no summary of a service: it begins the description. */
function describeAsyncInfo(plan: WholePlan): JsonSchema {
  const { summary: _, ...info } = describeInfo(plan) as { readonly summary?: string };
  return { ...info, tags: [{ name: 'Events', description: 'Events of the service.' }] };
}

/** The named schemas that messages refer to, and the ones that these refer to. */
function collectUsed(all: ReadonlyMap<string, JsonSchema>, prefix: string, messages: unknown): JsonSchema {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, name] of JSON.stringify(value).matchAll(/"\$ref":"([^"]+)"/g)) {
      const key = name!.startsWith(prefix) ? name!.slice(prefix.length) : undefined;
      if (key === undefined || found.has(key)) continue;
      found.add(key);
      visit(all.get(key));
    }
  };
  visit(messages);
  return Object.fromEntries([...all].filter(([name]) => found.has(name)));
}

/** Describes the servers that are known: the service itself, if its address is stated and it has a stream. */
function describeServers({ base }: WholePlan, routes: readonly Route[]): JsonSchema {
  const { known } = base;
  const streams = routes.some(({ stream }) => stream !== undefined);
  if (known === undefined || !URL.canParse(known) || !streams) return {};
  const { host, protocol } = new URL(known);
  return { service: { host, protocol: protocol.replace(':', ''), description: 'The service, for streams of events.' } };
}

/** Describes how the service sends the messages of a delivery. */
function describeOperation(plan: WholePlan, route: Route): JsonSchema {
  const { name, delivery, stream } = route;
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
    messages: listMessageNames(route).map((message) => ({ $ref: `#/channels/${name}/messages/${message}` })),
    ...(security.length === 0 ? {} : { security }),
    ...(kind === undefined ? {} : { bindings: kind.binding }),
    tags: [{ name: 'Events' }],
  };
}

function describeAttempts({ delivery }: Route): string | undefined {
  const { attempts } = delivery;
  if (attempts === undefined) return undefined;
  const answer = isPushed(delivery) ? ' Answer with any 2xx within 15 seconds; 410 ends the subscription.' : '';
  return `Attempts: ${attempts.count} over ${formatTime(attempts.milliseconds)}.${answer}`;
}

function describeSignature({ delivery: { signature } }: Route): string | undefined {
  if (signature === undefined) return undefined;
  return `Each request is signed by Standard Webhooks 1.0.0 with the \`${signature.field}\` of the subscription (HMAC-SHA256 over \`id.timestamp.body\`).`;
}
