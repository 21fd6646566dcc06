import type { FieldPlan, ResourcePlan } from './resource.ts';

/** Whether every stored record has a value in the field: an identity, a state, or what creation always sets. */
export function mustBePresent({ identity }: ResourcePlan, field: FieldPlan): boolean {
  if (field.name === identity || field.state === true) return true;
  return (field.required || field.assigned !== undefined) && field.schema.nullable !== true;
}
