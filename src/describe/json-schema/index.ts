import type { JsonSchema } from '../../parts/registry.ts';
import type { WholePlan } from '../../plan/whole.ts';
import {
  createSchemas,
  describeEventMessage,
  describeInput,
  describePayload,
  describeResponse,
} from '../schemas/index.ts';

/** The schemas of a service by name. */
export interface JsonSchemas {
  readonly $schema: string;
  readonly title: string;
  readonly $defs: Readonly<Record<string, JsonSchema>>;
}

/** Describes the shapes of a service as JSON Schema 2020-12, one schema for each in `$defs`: requests, responses, events, errors. */
export function describeJsonSchema(plan: WholePlan): JsonSchemas {
  const schemas = createSchemas(plan, '#/$defs/');
  for (const operation of plan.operations) {
    describeInput(schemas, operation);
    for (const status of operation.exchange?.statuses ?? []) describeResponse(schemas, operation, status);
  }
  for (const event of plan.events) {
    describePayload(schemas, event);
    for (const delivery of plan.deliveries) describeEventMessage(schemas, event, delivery);
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: plan.version === undefined ? plan.name : `${plan.name} ${plan.version.name}`,
    $defs: Object.fromEntries(schemas.all),
  };
}
