import { formatsByName } from '../../parts/registry.ts';
import type { Plan } from '../../plan/plan.ts';
import type { ConstraintPlan, Json, ValueSchema } from '../../plan/schema.ts';
import type { InputShape } from '../../plan/shape.ts';

/** Returns the identity of a record that an example may reference. */
export type Identities = (resource: string) => string | undefined;

/** Returns a value for a request, required fields only; undefined if a constraint cannot be met by a generic value. */
export function findExample(input: InputShape, plan: Plan, today: string, identity: Identities): Json | undefined {
  if (input.kind === 'literal') return input.value;
  if (input.kind === 'value') return createExampleValue(input.schema, plan, today, identity, 'text');
  if (input.kind === 'list') {
    const item = findExample(input.item, plan, today, identity);
    return item === undefined ? undefined : [item];
  }
  const object: Record<string, Json> = {};
  for (const member of input.members) {
    if (!member.required) continue;
    const { shape } = member;
    const value =
      shape.kind === 'value'
        ? createExampleValue(shape.schema, plan, today, identity, member.name)
        : findExample(shape, plan, today, identity);
    if (value === undefined) return undefined;
    object[member.name] = value;
  }
  return object;
}

function createExampleValue(
  schema: ValueSchema,
  plan: Plan,
  today: string,
  identity: Identities,
  name: string,
): Json | undefined {
  const inside = (item: ValueSchema): Json | undefined => createExampleValue(item, plan, today, identity, name);
  switch (schema.type) {
    case 'string':
      return schema.format === undefined
        ? createExampleString(schema.constraints ?? [], name)
        : createFormatExample(schema.format, today);
    case 'integer':
    case 'number':
      return createExampleNumber(schema.constraints ?? []);
    case 'boolean':
      return true;
    case 'object':
    case 'any':
      return {};
    case 'choice':
      return schema.values[0];
    case 'ref':
      return identity(schema.resource);
    case 'list': {
      const item = inside(schema.item);
      return item === undefined ? undefined : [item];
    }
    case 'map': {
      const item = inside(schema.item);
      return item === undefined ? undefined : { key: item };
    }
    case 'named':
      return createExampleObject(schema.name, plan, today, identity);
  }
}

function createExampleObject(name: string, plan: Plan, today: string, identity: Identities): Json | undefined {
  const union = plan.unions.find((candidate) => candidate.name === name);
  const object = plan.objects.find((candidate) => candidate.name === (union?.cases[0]?.object ?? name));
  if (object === undefined) return undefined;
  const value: Record<string, Json> = union === undefined ? {} : { [union.tag]: union.cases[0]!.tag };
  for (const member of object.members) {
    if (!member.required) continue;
    const inner = createExampleValue(member.schema, plan, today, identity, member.name);
    if (inner === undefined) return undefined;
    value[member.name] = inner;
  }
  return value;
}

function createFormatExample(
  format: { readonly name: string; readonly argument?: string },
  today: string,
): Json | undefined {
  const later = `${Number(today.slice(0, 4)) + 1}-01-31`;
  return formatsByName.get(format.name)?.example(format.argument, later);
}

function createExampleString(constraints: readonly ConstraintPlan[], name: string): string | undefined {
  if (constraints.some((constraint) => constraint.kind === 'pattern')) return undefined;
  const range = constraints.find((constraint) => constraint.kind === 'range');
  const words = `A ${name.replaceAll('_', ' ')}`;
  if (range?.kind !== 'range') return words;
  const least = Number(range.from ?? 0);
  const most = Number(range.to ?? Number.POSITIVE_INFINITY);
  return words.padEnd(least, '.').slice(0, most);
}

function createExampleNumber(constraints: readonly ConstraintPlan[]): number | undefined {
  let value = 1;
  for (const constraint of constraints) {
    if (constraint.kind === 'range' && constraint.unit === 'value') {
      value = Math.max(value, Number(constraint.from ?? value));
      if (constraint.to !== undefined && value > Number(constraint.to)) value = Number(constraint.to);
    }
    if (constraint.kind === 'multiple of') value = Math.ceil(value / Number(constraint.of)) * Number(constraint.of);
  }
  return value;
}
