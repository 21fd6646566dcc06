import { findType, formatOf } from '../../parts/registry.ts';
import { resolveReference } from '../../plan/fields/identity-type.ts';
import type { Plan } from '../../plan/plan.ts';
import type { StorageClass, ValueSchema } from '../../plan/schema.ts';

/** Returns how a store keeps values of a schema; a reference as the identity that it holds. */
export function getStorage(plan: Plan, schema: ValueSchema): StorageClass {
  const kept = resolveReference(plan, schema) ?? schema;
  return formatOf(kept)?.storage ?? findType(kept).storage;
}
