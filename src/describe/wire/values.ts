import type { ValueType } from '../../expression/tree.ts';
import { listFigureKeys, mostFigureValues } from '../../plan/figures.ts';
import { findNamed } from '../../plan/lookup.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import type { ValueSchema } from '../../plan/schema.ts';
import type { FigureShape, GroupMember, GroupsShape } from '../../plan/shape.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { isNeverNull } from './presence.ts';
import type { WireMember, WireType, WireValue } from './type.ts';

/** Returns the type of the values of a schema in responses and payloads. */
export function showValue(schema: ValueSchema): WireValue {
  return { kind: 'value', schema, use: 'shown' };
}

const text = { kind: 'text' } as const;
const count = { kind: 'count', least: 0 } as const;

/** Returns the type of the value of an expression, as responses and payloads show it. */
export function showExpression(plan: WholePlan, type: ValueType): WireType {
  switch (type.kind) {
    case 'int':
    case 'months':
      return showValue({ type: 'integer' });
    case 'double':
      return showValue({ type: 'number' });
    case 'bool':
      return showValue({ type: 'boolean' });
    case 'string':
    case 'decimal':
    case 'hash':
      return text;
    case 'date':
      return { kind: 'text', format: 'date' };
    case 'timestamp':
      return { kind: 'text', format: 'date-time' };
    case 'duration':
      // Seconds, as `string` of a duration gives them.
      return { kind: 'text', pattern: '^-?[0-9]+(\\.[0-9]{3})?s$' };
    case 'null':
      return { kind: 'null' };
    case 'choice':
      return showValue({ type: 'choice', values: type.values });
    case 'ref':
      return showExpression(plan, type.identity);
    case 'list':
      return { kind: 'list', item: showExpression(plan, type.item) };
    case 'map':
      return { kind: 'map', item: showExpression(plan, type.value) };
    case 'nullable':
      return { ...showExpression(plan, type.of), nullable: true };
    case 'object': {
      const { name } = type;
      const isNamed = findNamed(plan.objects, name) !== undefined || findNamed(plan.unions, name) !== undefined;
      return showValue(isNamed ? { type: 'named', name } : { type: 'object' });
    }
    case 'any':
      return { kind: 'unknown' };
  }
}

const nullable = true;

/** The built-in values of responses of lists, payloads and envelopes. */
const roles: Readonly<Record<string, WireType>> = {
  'next cursor': { ...text, nullable, description: 'The cursor of the next page; null on the last page.' },
  'previous cursor': { ...text, nullable, description: 'The cursor of the previous page; null on the first page.' },
  'total count': {
    ...count,
    nullable,
    description: 'How many records there are on all pages; null if they are not counted.',
  },
  'has more': { ...showValue({ type: 'boolean' }), description: 'Whether there is a next page.' },
  'page number': { ...count, nullable, description: 'The number of this page.' },
  'page size': { ...count, nullable, description: 'How many records a page has at most.' },
  'page count': { ...count, nullable, description: 'How many pages there are; null if they are not counted.' },
  credential: { ...text, description: 'The credential of the caller, to be sent with further requests.' },
  'refresh token': {
    ...text,
    description: 'The refresh token of the session. Use it once, to get the next credential.',
  },
  'event id': { ...text, description: 'The ID of the event.' },
  'event type': { ...text, description: 'The type of the event.' },
  'event time': { ...text, format: 'date-time', description: 'When the event happened.' },
  'event caller': {
    ...text,
    nullable,
    description: 'The identity of the caller of the request that caused the event; null without a caller.',
  },
  sequence: { ...count, description: 'The position of the event among all events of the service.' },
  payload: { kind: 'unknown', description: 'The payload of the event.' },
  version: { ...text, nullable, description: 'The API version of the payload.' },
};

/** Returns the type of a built-in value; an optional member is left out instead of null. */
export function showRole(role: string, isOptional = false): WireType {
  const type = roles[role] ?? { kind: 'unknown' };
  if (!isOptional || type.nullable !== true) return type;
  const { nullable: _, ...present } = type;
  return { ...present, description: type.description!.replace('; null ', '; absent ') };
}

/** Returns the type of a figure of a list; an optional member is left out instead of null. */
export function showFigure({ figure, field, schema }: FigureShape, isOptional = false): WireType {
  const value = showValue(schema);
  switch (figure) {
    case 'values': {
      const description = `The values of \`${field}\` in all records, most frequent first; at most ${mostFigureValues}.`;
      return { kind: 'list', item: value, isUnique: true, most: mostFigureValues, description };
    }
    case 'counts': {
      const keys = listFigureKeys(schema);
      const description = `How many of all records have each \`${field}\`.`;
      if (keys === undefined)
        return { kind: 'map', item: { kind: 'count', least: 1 }, most: mostFigureValues, description };
      const members = keys.map((name) => ({ name, optional: false, type: count }));
      return { kind: 'object', use: 'shown', members, description };
    }
    case 'sum':
      return { ...value, description: `The sum of \`${field}\` in all records.` };
    default:
      return {
        ...value,
        ...(isOptional ? {} : { nullable }),
        description: `The ${figure} of \`${field}\` in all records; ${isOptional ? 'absent' : 'null'} if no record has one.`,
      };
  }
}

/** Returns the type of a list of groups of the records of a list. */
export function showGroups({ members }: GroupsShape, resource: ResourcePlan | undefined): WireType {
  return {
    kind: 'list',
    item: { kind: 'object', use: 'shown', members: members.map((member) => showGroupMember(member, resource)) },
    most: mostFigureValues,
    description: 'The groups of all records whose keys are equal, in ascending order of the keys.',
  };
}

function showGroupMember({ name, shape, optional }: GroupMember, resource: ResourcePlan | undefined): WireMember {
  if (shape.kind === 'count') {
    const type: WireType = { kind: 'count', least: 1, description: 'How many records the group has.' };
    return { name, optional: false, type };
  }
  const field = `\`${shape.field}\``;
  const missing = optional ? 'absent' : 'null';
  if (shape.kind === 'figure' && shape.figure === 'sum')
    return { name, optional, type: { ...showValue(shape.schema), description: `The sum of ${field} in the group.` } };
  // A key that each record has.
  const isAlways = shape.kind === 'key' && isNeverNull(resource, shape.field);
  const value: WireType =
    shape.kind === 'key' && shape.part === 'month'
      ? { kind: 'text', pattern: '^[0-9]{4}-[0-9]{2}$' }
      : showValue(shape.schema);
  const without = isAlways ? '' : `; ${missing} for the records without it`;
  const description =
    shape.kind === 'figure'
      ? `The ${shape.figure} of ${field} in the group; ${missing} if no record has one.`
      : shape.part === undefined
        ? `${field} of the records of the group${without}.`
        : `The ${shape.part} of ${field} in UTC${without}.`;
  const type: WireType = { ...value, ...(optional || isAlways ? {} : { nullable }), description };
  return { name, optional: optional && !isAlways, type };
}
