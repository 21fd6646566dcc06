import type { JsonSchema } from '../../parts/registry.ts';
import { listFigureKeys, mostFigureValues } from '../../plan/figures.ts';
import type { FigureShape } from '../../plan/shape.ts';
import type { Components } from './components.ts';
import { createObject } from './named.ts';
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
