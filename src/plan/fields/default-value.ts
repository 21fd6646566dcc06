import type { Plan } from '../plan.ts';
import type { Json, ValueSchema } from '../schema.ts';
import { resolveReference } from './identity-type.ts';

/** Returns a default as requests and records have it: a plan has an integer beyond ±(2^53−1) as a string of digits. */
export function readDefaultValue(plan: Pick<Plan, 'resources'>, schema: ValueSchema, value: Json | undefined): unknown {
  if (typeof value !== 'string') return structuredClone(value);
  return resolveReference(plan, schema)?.type === 'integer' ? BigInt(value) : value;
}
