import type { JsonSchema } from '../../parts/registry.ts';
import type { StandardBody, StatusPlan } from '../../plan/exchange.ts';
import type { OperationPlan, ResponsePlan } from '../../plan/operation.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { describeWire } from '../wire/index.ts';
import { type Components, createComponents } from './components.ts';
import { describeError } from './errors.ts';
import { describeNamed } from './named.ts';
import { describeAny } from './types.ts';

export type { Components } from './components.ts';
export { describeInput, describeType } from './types.ts';
export { describeValue } from './values.ts';

/**
 * Creates the named schemas of a plan. References begin with `prefix`, such as `#/components/schemas/`. Records that are read or
 * listed have the name of their resource; the response of a create that shows more has another.
 */
export function createSchemas(plan: WholePlan, prefix: string): Components {
  const components = createComponents(plan, prefix, describeNamed);
  const plain = plan.operations.filter(({ kind }) => kind === 'read');
  const listed = plan.operations.filter(({ kind }) => kind === 'list');
  const changed = plan.operations.filter(
    ({ kind }) => kind === 'update' || kind === 'replace' || kind === 'transition',
  );
  for (const operation of [...plain, ...listed, ...changed]) describeResponses(components, operation, () => true);
  return components;
}

/** Describes the body of the responses of an operation with a status; undefined if they have none. */
export function describeResponse(
  components: Components,
  operation: OperationPlan,
  { status, on, body }: StatusPlan,
): JsonSchema | undefined {
  if (body === undefined || body === 'content') return undefined;
  if (body === 'error') return describeError(components);
  if (body !== 'shape') return describeStandardBody(components, body);
  return describeResponses(components, operation, (response) => response.status === status && on === 'success');
}

function describeResponses(
  components: Components,
  operation: OperationPlan,
  isShown: (response: ResponsePlan) => boolean,
): JsonSchema | undefined {
  const { responses } = describeWire(components.plan).of(operation);
  const types = responses.flatMap(({ plan, type }) => (type !== undefined && isShown(plan) ? [type] : []));
  return types.length === 0 ? undefined : describeAny(components, types);
}

const standardNames: Readonly<Record<StandardBody, string>> = {
  'problem details': 'Problem',
  token: 'Token',
  'token error': 'TokenError',
  'event stream': 'ServerSentEvent',
};

/** Refers to the schema of a body that a standard gives. */
function describeStandardBody(components: Components, body: StandardBody): JsonSchema {
  const schema = (components.plan.bodies?.[body] ?? {}) as JsonSchema;
  return components.add([standardNames[body]], schema);
}
