import type { JsonSchema } from '../../parts/registry.ts';
import type { ConstraintPlan, RangePlan, ValueSchema } from '../../plan/schema.ts';

/** The keywords of a range by its unit; bytes have none. */
const rangeKeywords = {
  value: ['minimum', 'maximum'],
  characters: ['minLength', 'maxLength'],
  items: ['minItems', 'maxItems'],
  keys: ['minProperties', 'maxProperties'],
} as const;

/** Describes the constraints of a value: those without a keyword of JSON Schema under `x-nonet-…`. */
export function describeConstraints(schema: ValueSchema): JsonSchema {
  const made: Record<string, JsonSchema[string]> = {};
  for (const constraint of schema.constraints ?? []) Object.assign(made, describeConstraint(constraint, schema));
  return made;
}

/** Describes the number of items of a list; nothing where a document does not state it. */
export function describeItems(range: RangePlan | undefined): JsonSchema {
  return range === undefined ? {} : describeConstraint(range, { type: 'list', item: { type: 'any' } });
}

function describeConstraint(constraint: ConstraintPlan, { type }: ValueSchema): JsonSchema {
  const isNumber = type === 'integer' || type === 'number';
  switch (constraint.kind) {
    case 'media types':
      return { 'x-nonet-media-types': constraint.types };
    case 'pattern':
      return { pattern: constraint.pattern };
    case 'unique items':
      return { uniqueItems: true };
    case 'multiple of': {
      const step = toNumber(constraint.of);
      return isNumber && step !== undefined ? { multipleOf: step } : { 'x-nonet-multiple-of': constraint.of };
    }
    case 'range': {
      const { unit, from, to } = constraint;
      if (unit === 'bytes' || (unit === 'value' && !isNumber)) return describeBounds(`x-nonet-${unit}`, from, to);
      const [least, most] = rangeKeywords[unit];
      const [first, last] = [from, to].map((bound) => (bound === undefined ? undefined : toNumber(bound)));
      const isExact = (first === undefined) === (from === undefined) && (last === undefined) === (to === undefined);
      return {
        ...(first === undefined ? {} : { [least]: first }),
        ...(last === undefined ? {} : { [most]: last }),
        ...(isExact ? {} : describeBounds(`x-nonet-${unit}`, from, to)),
      };
    }
  }
}

function describeBounds(keyword: string, from = '', to = ''): JsonSchema {
  return { [keyword]: `${from}..${to}` };
}

/** A decimal text as a number; undefined where a number does not hold it exactly. */
function toNumber(text: string): number | undefined {
  const number = Number(text);
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? undefined : number;
}
