import type { ValueType } from '../../expression/tree.ts';
import { listFigureKeys } from '../../plan/figures.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import type { Json } from '../../plan/schema.ts';
import type { FigureShape, GroupsShape } from '../../plan/shape.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { isNeverNull } from '../wire/presence.ts';
import { type ClientType, withNull } from './type.ts';
import { findIdentity, type TypeWriter } from './types.ts';

const cursor = withNull({ kind: 'string' });

/** The types of the built-in values of responses and envelopes. */
const roleTypes: Readonly<Record<string, ClientType>> = {
  'next cursor': cursor,
  'previous cursor': cursor,
  'total count': { kind: 'integer' },
  'has more': { kind: 'boolean' },
  'page number': { kind: 'integer' },
  'page size': { kind: 'integer' },
  'page count': { kind: 'integer' },
  'event id': { kind: 'string' },
  'event type': { kind: 'string' },
  'event time': { kind: 'string' },
  'event caller': cursor,
  sequence: { kind: 'integer' },
  version: cursor,
};

/** Returns the type of a built-in value; an optional member is left out instead of null. */
export function typeRole(role: string, isOptional = false): ClientType {
  const type = roleTypes[role] ?? { kind: 'unknown' };
  return isOptional && type === cursor ? { kind: 'string' } : type;
}

/** Returns the type of a figure of a list; an optional member is left out instead of null. */
export function typeFigure({ figure, schema }: FigureShape, types: TypeWriter, isOptional = false): ClientType {
  const value = types.typeOf(schema, 'response');
  if (figure === 'values') return { kind: 'list', item: value };
  if (figure === 'counts') {
    const keys = listFigureKeys(schema);
    if (keys === undefined) return { kind: 'map', item: { kind: 'integer' } };
    return { kind: 'object', members: keys.map((name) => ({ name, type: { kind: 'integer' }, optional: false })) };
  }
  return figure === 'sum' || isOptional ? value : withNull(value);
}

/** Returns the type of a list of groups. */
export function typeGroups(
  { members }: GroupsShape,
  types: TypeWriter,
  resource: ResourcePlan | undefined,
): ClientType {
  const item: ClientType = {
    kind: 'object',
    members: members.map((member) => {
      const { name, shape } = member;
      const isAlways = shape.kind === 'key' && isNeverNull(resource, shape.field);
      const optional = member.optional && !isAlways;
      if (shape.kind === 'count') return { name, type: { kind: 'integer' }, optional: false };
      if (shape.kind === 'figure') return { name, type: typeFigure(shape, types, optional), optional };
      const type = types.typeOf(shape.schema, 'response');
      return { name, type: optional || isAlways ? type : withNull(type), optional };
    }),
  };
  return { kind: 'list', item };
}

/** Returns the type of a fixed value. */
export function typeLiteral(value: Json): ClientType {
  if (value === null) return { kind: 'null' };
  if (typeof value !== 'object') return { kind: 'literal', value };
  if (Array.isArray(value)) return { kind: 'tuple', items: value.map(typeLiteral) };
  const members = Object.entries(value).map(([name, member]) => ({ name, type: typeLiteral(member), optional: false }));
  return { kind: 'object', members };
}

/** Returns the type of an expression's value as JSON. */
export function typeExpression(plan: WholePlan, type: ValueType, types: TypeWriter): ClientType {
  switch (type.kind) {
    case 'int':
      return { kind: 'integer' };
    case 'double':
      return { kind: 'number' };
    case 'bool':
      return { kind: 'boolean' };
    case 'choice':
      return { kind: 'choice', values: type.values };
    case 'ref':
      return types.typeOf(findIdentity(plan, type.resource), 'response');
    case 'list':
      return { kind: 'list', item: typeExpression(plan, type.item, types) };
    case 'map':
      return { kind: 'map', item: typeExpression(plan, type.value, types) };
    case 'nullable':
      return withNull(typeExpression(plan, type.of, types));
    case 'object':
      return [...plan.objects, ...plan.unions].some(({ name }) => name === type.name)
        ? types.typeOf({ type: 'named', name: type.name }, 'response')
        : { kind: 'unknown' };
    case 'null':
      return { kind: 'null' };
    case 'any':
      return { kind: 'unknown' };
    default:
      return { kind: 'string' };
  }
}
