import type { Plan } from '../../src/plan/plan.ts';
import type { ValueSchema } from '../../src/plan/schema.ts';
import type { InputShape } from '../../src/plan/shape.ts';

/** What a test knows of a document's members: values by their names, and the identities of the records that are referred to. */
export interface Known {
  readonly values: Readonly<Record<string, unknown>>;
  refer(resource: string): unknown;
  /** A number that no other body has. */
  readonly count: number;
}

/** A body with the required members of a shape, and those for which a value is known. */
export function bodyFor(plan: Plan, input: InputShape, known: Known): unknown {
  if (input.kind === 'literal') return input.value;
  if (input.kind === 'list') return [bodyFor(plan, input.item, known)];
  if (input.kind === 'value') return valueFor(plan, input.schema, known, '');
  const made: Record<string, unknown> = {};
  for (const { name, required, shape, unchanged } of input.members) {
    if (unchanged === true || !(required || Object.hasOwn(known.values, name))) continue;
    if (Object.hasOwn(known.values, name)) made[name] = known.values[name];
    else made[name] = shape.kind === 'value' ? valueFor(plan, shape.schema, known, name) : bodyFor(plan, shape, known);
  }
  return made;
}

function valueFor(plan: Plan, schema: ValueSchema, known: Known, name: string): unknown {
  if (Object.hasOwn(known.values, name)) return known.values[name];
  switch (schema.type) {
    case 'string':
      if (schema.format === undefined) return `${name} ${known.count}`;
      return (
        { email: `m${known.count}@example.com`, date: '2999-01-01', uri: `https://example.com/${known.count}` }[
          schema.format.name
        ] ?? `${name}${known.count}`
      );
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'choice':
      return schema.values[0];
    case 'ref':
      return known.refer(schema.resource);
    case 'list':
      return [valueFor(plan, schema.item, known, name)];
    case 'map':
      return { key: valueFor(plan, schema.item, known, name) };
    case 'file':
      throw new Error('a file is not sent in JSON');
    case 'object':
    case 'any':
      return {};
    case 'named': {
      const object = plan.objects.find((candidate) => candidate.name === schema.name);
      if (object === undefined) throw new Error(`no value is known for ${schema.name}`);
      const required = object.members.filter((member) => member.required);
      return Object.fromEntries(
        required.map((member) => [member.name, valueFor(plan, member.schema, known, member.name)]),
      );
    }
  }
}
