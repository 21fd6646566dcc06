import type { JsonSchema } from '../../parts/registry.ts';
import { listFigureKeys, mostFigureValues } from '../../plan/figures.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import type { FigureShape, GroupMember, GroupsShape } from '../../plan/shape.ts';
import type { Components } from './components.ts';
import { createObject } from './named.ts';
import { isNeverNull } from './presence.ts';
import { describeValue, withNull } from './values.ts';

/** Describes the values of a figure of a list; an optional member is left out instead of null. */
export function describeFigure(components: Components, shape: FigureShape, isOptional = false): JsonSchema {
  const { figure, field, schema } = shape;
  const value = describeValue(components, schema, 'shown');
  switch (figure) {
    case 'values': {
      const description = `The values of \`${field}\` in all records, most frequent first; at most ${mostFigureValues}.`;
      return { type: 'array', items: value, uniqueItems: true, maxItems: mostFigureValues, description };
    }
    case 'counts':
      return {
        ...describeCounts(components, shape),
        description: `How many of all records have each \`${field}\`.`,
      };
    case 'sum':
      return { ...value, description: `The sum of \`${field}\` in all records.` };
    default: {
      const description = `The ${figure} of \`${field}\` in all records; ${isOptional ? 'absent' : 'null'} if no record has one.`;
      return { ...(isOptional ? value : withNull(value)), description };
    }
  }
}

function describeCounts(components: Components, { schema }: FigureShape): JsonSchema {
  const count: JsonSchema = { type: 'integer', minimum: 0 };
  const keys = listFigureKeys(schema);
  if (keys === undefined)
    return { type: 'object', additionalProperties: { ...count, minimum: 1 }, maxProperties: mostFigureValues };
  return createObject(
    components,
    'shown',
    keys.map((name) => ({ name, required: true, schema: count })),
  );
}

/** Describes a list of groups of the records of a list. */
export function describeGroups(
  components: Components,
  { members }: GroupsShape,
  resource: ResourcePlan | undefined,
): JsonSchema {
  const properties = members.map((member) => ({
    name: member.name,
    required: !member.optional || member.shape.kind === 'count' || isAlwaysKey(member, resource),
    schema: describeGroupValue(components, member, isAlwaysKey(member, resource)),
  }));
  return {
    type: 'array',
    items: createObject(components, 'shown', properties),
    maxItems: mostFigureValues,
    description: 'The groups of all records whose keys are equal, in ascending order of the keys.',
  };
}

/** Whether a member of groups is a key that each record has. */
export function isAlwaysKey({ shape }: GroupMember, resource: ResourcePlan | undefined): boolean {
  return shape.kind === 'key' && isNeverNull(resource, shape.field);
}

function describeGroupValue(components: Components, { shape, optional }: GroupMember, isAlways: boolean): JsonSchema {
  if (shape.kind === 'count') return { type: 'integer', minimum: 1, description: 'How many records the group has.' };
  const value = describeValue(components, shape.schema, 'shown');
  const orNull = optional || isAlways ? value : withNull(value);
  const words = `\`${shape.field}\``;
  if (shape.kind === 'figure') {
    if (shape.figure === 'sum') return { ...value, description: `The sum of ${words} in the group.` };
    const missing = `${optional ? 'absent' : 'null'} if no record has one`;
    return { ...orNull, description: `The ${shape.figure} of ${words} in the group; ${missing}.` };
  }
  const without = isAlways ? '' : `; ${optional ? 'absent' : 'null'} for the records without it`;
  if (shape.part === undefined) return { ...orNull, description: `${words} of the records of the group${without}.` };
  const pattern = shape.part === 'month' ? { pattern: '^[0-9]{4}-[0-9]{2}$' } : {};
  return { ...orNull, ...pattern, description: `The ${shape.part} of ${words} in UTC${without}.` };
}
