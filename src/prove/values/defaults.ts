import type { FieldPlan } from '../../plan/resource.ts';
import type { Json } from '../../plan/schema.ts';

/** The value of a field that a create leaves out; undefined: it is then absent. */
export function findDefault({ default: otherwise, schema }: Pick<FieldPlan, 'default' | 'schema'>): Json | undefined {
  return otherwise ?? (schema.nullable === true ? null : undefined);
}
