import type { WholePlan } from '../../plan/whole.ts';

/** JSON Schemas by name. */
export interface JsonSchemas {
  readonly $schema: string;
  readonly title: string;
  readonly $defs: Readonly<Record<string, unknown>>;
}

/** Describes the shapes of a service as JSON Schema 2020-12: one schema for each, in `$defs`. */
export function describeJsonSchema({ name }: WholePlan): JsonSchemas {
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', title: name, $defs: {} };
}
