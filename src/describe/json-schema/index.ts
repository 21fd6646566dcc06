import type { JsonSchema } from '../../parts/registry.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { createSchemas, describeInput, describeResponse, describeType } from '../schemas/index.ts';
import { showMessage, showPayload } from '../wire/messages.ts';

/** The schemas of a service by name. */
interface JsonSchemas {
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
    const payload = showPayload(plan, event);
    if (payload !== undefined) describeType(schemas, payload);
    for (const delivery of plan.deliveries) describeType(schemas, showMessage(plan, event, delivery).type);
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: plan.version === undefined ? plan.name : `${plan.name} ${plan.version.name}`,
    $defs: Object.fromEntries(schemas.all),
  };
}
