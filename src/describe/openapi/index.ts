import { createErrorBody } from '../../codegen/errors.ts';
import type { JsonSchema } from '../../parts/registry.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { createSchemas } from '../schemas/index.ts';
import { createReferences } from './context.ts';
import { describeWebhooks } from './events.ts';
import { createFindRefusal } from './examples.ts';
import { describeInfo, listGaps, listServers, listTags } from './info.ts';
import { describePaths } from './operations.ts';
import type { OpenapiOptions } from './options.ts';
import { describeSchemes } from './security.ts';

/** Describes a service as OpenAPI, as the clients of one version see it. */
export function describeOpenapi(
  plan: WholePlan,
  { openapi = '3.1.2', examples = {}, events = [] }: OpenapiOptions = {},
): JsonSchema {
  const schemas = createSchemas(plan, '#/components/schemas/');
  const references = createReferences();
  const findRefusal = createFindRefusal(examples);
  const errorBody = createErrorBody(plan);
  const context = { plan, openapi, schemas, references, examples, events, findRefusal, errorBody };
  const paths = describePaths(context);
  const webhooks = describeWebhooks(context);
  const schemes = describeSchemes(plan);
  return {
    openapi,
    info: describeInfo(plan),
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: listServers(plan),
    tags: listTags(plan),
    paths,
    ...(Object.keys(webhooks).length === 0 ? {} : { webhooks }),
    components: {
      schemas: Object.fromEntries(schemas.all),
      ...(references.responses.size === 0 ? {} : { responses: Object.fromEntries(references.responses) }),
      ...(references.parameters.size === 0 ? {} : { parameters: Object.fromEntries(references.parameters) }),
      ...(references.headers.size === 0 ? {} : { headers: Object.fromEntries(references.headers) }),
      ...(Object.keys(schemes).length === 0 ? {} : { securitySchemes: schemes }),
    },
    'x-nonet-document': plan.document.replace(/^.*[\\/]/, ''),
    ...describeVersions(plan),
    ...describeLimits(plan),
    ...listGaps(plan),
  };
}

function describeVersions({ versioning: { versions, changes } }: WholePlan): JsonSchema {
  if (versions.length === 0) return {};
  return {
    'x-nonet-versions': versions.map(({ name, status, released, sunset }) => ({
      name,
      status,
      ...(released === undefined ? {} : { released }),
      ...(sunset === undefined ? {} : { sunset }),
      changes: changes
        .filter(({ version }) => version === name)
        .map(({ change, where, meaning }) => ({ change, what: where, ...(meaning === undefined ? {} : { meaning }) })),
    })),
  };
}

function describeLimits({ limits }: WholePlan): JsonSchema {
  if (limits.length === 0) return {};
  return {
    'x-nonet-limits': limits.map(({ name, kind, per, value, scopes, code, line }) => ({
      name,
      kind,
      ...(per === undefined ? {} : { per: typeof per === 'string' ? per : per.attribute }),
      value,
      ...(scopes === undefined ? {} : { scopes }),
      ...(code === undefined ? {} : { code }),
      line,
    })),
  };
}
