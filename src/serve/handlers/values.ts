import { formatOf } from '../../parts/registry.ts';
import { isStoredFile } from '../../plan/files/stored-file.ts';
import { isCodes } from '../../plan/handler-rules.ts';
import type { FieldPlan, ResourcePlan } from '../../plan/resource.ts';
import { describeValue } from '../../text/shown.ts';
import { isHash } from '../verifying/passwords.ts';
import { needObject, suggestName } from './arguments.ts';
import type { By } from './reads.ts';

/** A write of a handler to a record through its store. */
export type WriteKind = 'create' | 'update' | 'delete';

/** Returns the field values that a handler writes; throws for fields that the service assigns, and for values of another type. */
export function toRecordValues(
  by: By,
  resource: ResourcePlan,
  kind: WriteKind,
  values: unknown,
): Record<string, unknown> {
  const { what, asService } = by;
  const input: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(needObject(what, 'the values', values))) {
    if (value === undefined) continue;
    const field = resource.fields.find((candidate) => candidate.name === name);
    if (field === undefined) {
      const names = resource.fields.map((each) => each.name);
      throw new Error(`${what}: ${resource.name} has no field ${name}${suggestName(name, names)}`);
    }
    const stands = field.assigned === undefined || (asService && kind === 'create' && field.assigned.by === 'caller');
    if (!isCodes(resource, name) || !stands) {
      throw new Error(`${what}: ${resource.name}.${name} is the service's own: code does not write it`);
    }
    input[name] = toFieldValue(`${what}: ${resource.name}.${name}`, field, value);
  }
  return input;
}

function toFieldValue(what: string, { schema }: FieldPlan, value: unknown): unknown {
  if (formatOf(schema)?.hashed && value !== null && !isHash(value)) {
    throw new Error(`${what} takes what password.hash gives, never the password`);
  }
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
  if (value instanceof Date || value instanceof Promise || typeof value === 'function' || typeof value === 'symbol') {
    throw new Error(`${what} cannot hold ${describeValue(value)}`);
  }
  return typeof value === 'object' ? copyData(what, value) : value;
}

/** A copy of what code gave, which it may change later; throws for what is not data. */
export function copyData<T>(what: string, value: T): T {
  if (isStoredFile(value)) return value;
  try {
    return structuredClone(value);
  } catch (error) {
    throw new Error(`${what} must be data: ${error instanceof Error ? error.message : String(error)}`);
  }
}
