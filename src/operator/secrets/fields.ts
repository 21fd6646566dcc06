import { createEncryptedStringMapper } from '../../codegen/records/encryption.ts';
import type { Plan } from '../../plan/plan.ts';

/** Returns the fields that hold secrets, directly or in nested values. */
export function listSecretFields(plan: Plan): readonly string[] {
  return plan.resources.flatMap(({ name, fields }) =>
    fields
      .filter(({ schema }) => createEncryptedStringMapper(plan, schema) !== undefined)
      .map((field) => `${name}.${field.name}`),
  );
}
