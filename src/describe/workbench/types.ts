import { findNamed } from '../../plan/lookup.ts';
import type { ObjectPlan, UnionPlan } from '../../plan/resource.ts';
import type { ConstraintPlan, ValueSchema } from '../../plan/schema.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { present } from '../../text/present.ts';
import type { WireMember, WireType } from '../wire/type.ts';
import { toSentence } from '../words.ts';
import type { FieldData, ObjectData, TypeData } from './model.ts';

/** Returns a type of requests or responses as the page reads it. */
export function toType(plan: WholePlan, type: WireType): TypeData {
  const own = toPlainType(plan, type);
  return type.nullable === true ? { ...own, nullable: true } : own;
}

function toPlainType(plan: WholePlan, type: WireType): TypeData {
  switch (type.kind) {
    case 'value': {
      const { schema, field } = type;
      return field?.state === true && schema.type === 'choice'
        ? { ...toSchemaType(schema), kind: 'choice', values: schema.values, isState: true }
        : toSchemaType(schema);
    }
    case 'object': {
      const resource = type.resource?.name;
      return { kind: 'object', fields: toFields(plan, type.members), ...present({ resource }) };
    }
    case 'literal':
      return { kind: 'constant', value: type.value };
    case 'text': {
      const { constant, format, pattern } = type;
      if (constant !== undefined) return { kind: 'constant', value: constant };
      return { kind: 'string', ...present({ format, pattern }) };
    }
    case 'count':
      return { kind: 'integer', from: String(type.least) };
    case 'list':
      return {
        kind: 'list',
        item: toType(plan, type.item),
        ...present({ from: type.range?.from, to: type.range?.to }),
      };
    case 'map':
      return { kind: 'map', item: toType(plan, type.item) };
    case 'union':
      // A record that may be hidden is one with its identity alone; a reference that may be expanded is its identity first.
      return type.of[0] === undefined ? { kind: 'any' } : toType(plan, type.of[0]);
    default:
      return { kind: 'any' };
  }
}

/** Returns the members of an object as the page reads them. Members without effect are left out. */
export function toFields(plan: WholePlan, members: readonly WireMember[]): readonly FieldData[] {
  return members.flatMap((member): readonly FieldData[] => {
    const { name, type, optional, field, isReadOnly } = member;
    if (isReadOnly === true) return [];
    return [
      {
        name,
        type: toType(plan, type),
        ...(optional ? {} : { required: true }),
        ...present({ help: type.description, field: field?.name, default: member.default }),
      },
    ];
  });
}

/** Returns a type of the document as the page reads it. */
export function toSchemaType(schema: ValueSchema): TypeData {
  const nullable = present({ nullable: schema.nullable });
  switch (schema.type) {
    case 'string':
    case 'integer':
    case 'number':
      return { kind: schema.type, ...nullable, ...present({ format: schema.format?.name }), ...listBounds(schema) };
    case 'file':
      return { kind: 'file', ...nullable, ...listBounds(schema) };
    case 'boolean':
      return { kind: 'boolean', ...nullable };
    case 'choice':
      return { kind: 'choice', values: schema.values, ...nullable };
    case 'ref':
      return { kind: 'ref', resource: schema.resource, ...nullable };
    case 'named':
      return { kind: 'named', name: schema.name, ...nullable };
    case 'list': {
      const range = schema.constraints?.find((one) => one.kind === 'range' && one.unit === 'items');
      const { from, to } = range?.kind === 'range' ? range : {};
      return { kind: 'list', item: toSchemaType(schema.item), ...nullable, ...present({ from, to }) };
    }
    case 'map':
      return { kind: 'map', item: toSchemaType(schema.item), ...nullable };
    default:
      return { kind: 'any', ...nullable };
  }
}

function listBounds({ constraints = [] }: ValueSchema): object {
  const find = <Kind extends ConstraintPlan['kind']>(kind: Kind) =>
    constraints.find((one): one is Extract<ConstraintPlan, { readonly kind: Kind }> => one.kind === kind);
  const range = find('range');
  return present({
    from: range?.from,
    to: range?.to,
    unit: range?.unit,
    step: find('multiple of')?.of,
    pattern: find('pattern')?.pattern,
    types: find('media types')?.types,
  });
}

/** Returns the objects and unions of a document by name. */
export function listObjects({ objects, unions }: WholePlan): Readonly<Record<string, ObjectData>> {
  const ofUnion = ({ tag, cases }: UnionPlan): ObjectData => ({
    tag,
    cases: Object.fromEntries(cases.map((one) => [one.tag, one.object])),
  });
  const ofObject = ({ members }: ObjectPlan): ObjectData => ({
    fields: members.map(({ name, schema, required, meaning, default: otherwise }) => ({
      name,
      type: toSchemaType(schema),
      ...(required ? { required: true } : {}),
      ...present({ help: meaning === undefined ? undefined : toSentence(meaning), default: otherwise }),
    })),
  });
  const names = [...objects.map(({ name }) => name), ...unions.map(({ name }) => name)];
  return Object.fromEntries(
    names.map((name) => {
      const union = findNamed(unions, name);
      return [name, union === undefined ? ofObject(findNamed(objects, name)!) : ofUnion(union)];
    }),
  );
}
