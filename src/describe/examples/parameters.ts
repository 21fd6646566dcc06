import type { OperationPlan, ParameterPlan } from '../../plan/operation.ts';
import { findResource } from './body.ts';
import type { Pieces } from './compose.ts';
import { createSource, type Stage, type StoredRecord } from './stage.ts';
import { createValue } from './values/value.ts';

/** The parameters and headers that a request for an operation must have. */
export function createParameters(
  stage: Stage,
  operation: OperationPlan,
  index: number,
): Pick<Pieces, 'query' | 'headers'> {
  const query: (readonly [string, string])[] = [];
  const headers: Record<string, string> = {};
  for (const parameter of operation.parameters) {
    if (!parameter.required) continue;
    const value = createParameter(stage, operation, parameter, index);
    if (value === undefined) continue;
    if (parameter.in === 'query') query.push([parameter.name, value]);
    else headers[parameter.name.toLowerCase()] = value;
  }
  if (operation.idempotency?.required === true) {
    headers[operation.idempotency.header.toLowerCase()] = createExampleKey(stage);
  }
  return { query, headers };
}

/** Creates an idempotency key: a UUID, which callers without a credential need. */
export function createExampleKey(stage: Pick<Stage, 'count'>): string {
  return `8e03978e-40d5-43dd-bc93-${String(stage.count++).padStart(12, '0')}`;
}

/** A value of a parameter as a request has it; undefined if none can be made. */
export function createParameter(
  stage: Stage,
  operation: OperationPlan,
  parameter: ParameterPlan,
  index: number,
): string | undefined {
  const { name, meaning, schema } = parameter;
  if (schema === undefined) return undefined;
  const value = createValue(createSource(stage, index), schema, { name, holder: operation.resource, meaning });
  return value === undefined || value === null || typeof value === 'object' ? undefined : String(value);
}

/** Values of placeholders that no stored record has: the identity of a record that PUT creates, and what code takes. */
export function listPathValues(
  stage: Stage,
  operation: OperationPlan,
  record: StoredRecord | undefined,
  index: number,
): Readonly<Record<string, string>> {
  const resource = findResource(stage.plan, operation.resource);
  const values: Record<string, string> = {};
  for (const segment of operation.segments) {
    if (segment.kind === 'fixed' || segment.of !== 'own' || record !== undefined) continue;
    const field = resource?.fields.find(({ name }) => name === segment.field);
    if (field === undefined) continue;
    const place = { name: field.name, holder: resource?.name, meaning: field.meaning };
    const value = createValue(createSource(stage, index), field.schema, place);
    if (typeof value === 'string' || typeof value === 'number') values[segment.name] = String(value);
  }
  return values;
}
