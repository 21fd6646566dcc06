import type { JsonSchema } from '../../parts/registry.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { describeInfo, listGaps } from '../openapi/info.ts';
import { createSchemas } from '../schemas/index.ts';
import { describeChannel } from './channels.ts';
import { describeMessage } from './messages.ts';
import { describeOperation } from './operations.ts';
import type { AsyncapiOptions } from './options.ts';
import { listRoutes, nameMessage } from './routes.ts';
import { describeSchemes } from './security.ts';
import { describeServers } from './servers.ts';

/** Describes the events of a service as AsyncAPI, as the clients of one version see them: webhooks, streams and NATS. */
export function describeAsyncapi(
  plan: WholePlan,
  { asyncapi = '3.0.0', events = [] }: AsyncapiOptions = {},
): JsonSchema {
  const prefix = '#/components/schemas/';
  const schemas = createSchemas(plan, prefix);
  const routes = listRoutes(plan);
  const messages = routes.flatMap((route) =>
    route.events.map(
      (event) => [nameMessage(route, event), describeMessage({ plan, schemas, events }, route, event)] as const,
    ),
  );
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
