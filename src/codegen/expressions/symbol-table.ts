import { fileFields, fileName, fileType } from '../../expression/file-type.ts';
import { findSharedFields } from '../../expression/shared-fields.ts';
import type { FieldType, SymbolTable } from '../../expression/symbol-table.ts';
import type { ValueType } from '../../expression/tree.ts';
import { formatLimits, type Limit } from '../../expression/types.ts';
import { findFormatInside, formatOf } from '../../parts/registry.ts';
import { mayBeAbsent } from '../../plan/fields/presence.ts';
import type { Plan } from '../../plan/plan.ts';
import { findFieldsOfOthers } from '../../plan/records/questions.ts';
import { isStored } from '../../plan/records/row.ts';
import type { ObjectPlan, ResourcePlan, UnionPlan } from '../../plan/resource.ts';
import type { ConstraintPlan, ValueSchema } from '../../plan/schema.ts';
import { findNamed } from '../../text/find-named.ts';

/** Creates the names for expressions of handlers: the fields of a plan's resources, objects and unions, and `caller`. */
export function createSymbolTable(plan: Plan): SymbolTable {
  const made = new Map<string, ReadonlyMap<string, FieldType> | undefined>();
  return {
    fields(name) {
      if (!made.has(name)) made.set(name, findFields(plan, name));
      return made.get(name);
    },
    identities: new Map(plan.resources.map(({ name, identity }) => [name, identity])),
  };
}

function findFields(plan: Plan, name: string): ReadonlyMap<string, FieldType> | undefined {
  if (name === fileName) return fileFields;
  if (name === 'caller') return collectCallerFields(plan);
  const resource = findNamed(plan.resources, name);
  if (resource !== undefined) return recordFields(plan, resource);
  const object = findNamed(plan.objects, name);
  if (object !== undefined) return collectObjectFields(plan, object);
  const union = findNamed(plan.unions, name);
  return union === undefined ? undefined : collectUnionFields(plan, union);
}

function recordFields(plan: Plan, resource: ResourcePlan): ReadonlyMap<string, FieldType> {
  const ofOthers = findFieldsOfOthers(resource);
  return new Map(
    resource.fields.map((field): [string, FieldType] => {
      const states = resource.machines.find((machine) => machine.field === field.name)?.states;
      const type: ValueType =
        field.state === true && states !== undefined
          ? { kind: 'choice', of: `${resource.name}.${field.name}`, values: states.map((state) => state.name) }
          : toValueType(plan, field.schema, `${resource.name}.${field.name}`);
      const stored = !isStored(field) ? 'shown' : field.storage === 'json' ? 'json' : 'column';
      const others = ofOthers.has(field.name) ? ({ others: true } as const) : {};
      const sealed = findFormatInside(field.schema)?.notCompared === undefined ? {} : ({ sealed: true } as const);
      const filled = field.default === undefined ? {} : ({ filled: true } as const);
      const isFolded = resource.uniques.some(({ fields, ignoring }) => ignoring === 'case' && fields[0] === field.name);
      const folded = isFolded ? ({ folded: true } as const) : {};
      const optional = mayBeAbsent(resource, field);
      return [field.name, { type, optional, ...filled, stored, ...sealed, ...others, ...folded }];
    }),
  );
}

function collectObjectFields(plan: Plan, object: ObjectPlan): ReadonlyMap<string, FieldType> {
  return new Map(
    object.members.map(({ name, schema, required, default: given }): [string, FieldType] => [
      name,
      {
        type: toValueType(plan, schema, `${object.name}.${name}`),
        optional: !required && given === undefined && schema.nullable !== true,
        ...(given === undefined ? {} : { filled: true }),
        stored: 'none',
      },
    ]),
  );
}

function collectUnionFields(plan: Plan, { name, tag, cases }: UnionPlan): ReadonlyMap<string, FieldType> {
  const type: ValueType = { kind: 'choice', of: `${name}.${tag}`, values: cases.map((branch) => branch.tag) };
  const maps = cases.map(({ object }) => collectObjectFields(plan, findNamed(plan.objects, object)!));
  return new Map([...findSharedFields(maps), [tag, { type, optional: false, stored: 'none' }]]);
}

function collectCallerFields({ authentication }: Plan): ReadonlyMap<string, FieldType> {
  const scopes: ValueType = { kind: 'list', item: { kind: 'string' } };
  const names = authentication.schemes.map(({ name }) => name);
  const scheme: ValueType = { kind: 'choice', of: 'caller.scheme', values: names };
  return new Map<string, FieldType>([
    ['id', { type: { kind: 'string' }, optional: true, stored: 'none' }],
    ['scopes', { type: scopes, optional: false, stored: 'none' }],
    ['scheme', { type: scheme, optional: true, stored: 'none' }],
    ...authentication.attributes.map(({ name, type }): [string, FieldType] => [
      name,
      { type, optional: true, stored: 'none' },
    ]),
  ]);
}

const isLimit = (constraint: ConstraintPlan): constraint is ConstraintPlan & Limit =>
  constraint.kind === 'range' || constraint.kind === 'pattern';

/** The type of a schema in expressions; `of` names the place, for messages. */
export function toValueType(plan: Plan, schema: ValueSchema, of: string): ValueType {
  const { nullable, ...rest } = schema;
  if (nullable === true) return { kind: 'nullable', of: toValueType(plan, rest, of) };
  switch (schema.type) {
    case 'string':
    case 'integer':
    case 'number': {
      const plain: ValueType = {
        kind: schema.type === 'integer' ? 'int' : schema.type === 'number' ? 'double' : 'string',
      };
      const type = formatOf(schema)?.asExpression ?? plain;
      if (type.kind !== 'hash') return type;
      const limits = formatLimits((schema.constraints ?? []).filter(isLimit));
      return limits === undefined ? type : { ...type, limits };
    }
    case 'boolean':
      return { kind: 'bool' };
    case 'choice':
      return { kind: 'choice', of, values: schema.values };
    case 'ref': {
      const other = findNamed(plan.resources, schema.resource);
      const identity = findNamed(other?.fields, other?.identity)?.schema;
      const type: ValueType = identity === undefined ? { kind: 'string' } : toValueType(plan, identity, of);
      return { kind: 'ref', resource: schema.resource, identity: type };
    }
    case 'list':
      return { kind: 'list', item: toValueType(plan, schema.item, of) };
    case 'map':
      return { kind: 'map', value: toValueType(plan, schema.item, of) };
    case 'named':
      return { kind: 'object', name: schema.name };
    case 'object':
      return { kind: 'map', value: { kind: 'any' } };
    case 'any':
      return { kind: 'any' };
    case 'file':
      return fileType;
  }
}
