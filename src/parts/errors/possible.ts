import { beyondBounds } from '../../plan/fields/field-errors.ts';
import type { ValueSchema } from '../../plan/schema.ts';
import { resolveSchema } from '../resolve/schemas.ts';
import type { FieldModel } from '../resources/model.ts';
import type { Service } from '../service.ts';

/** Problems that only a field has which states something for them. */
const ofFacts = new Set([
  ...['too short', 'too long', 'too small', 'too large', 'too few', 'too many'],
  ...['pattern', 'multiple of', 'duplicate items', 'not one of', 'reference', 'not unique', 'unknown'],
]);

/** Whether a problem can be one of this field: of a constraint that it has, of its type, and never that it is not known. */
export function isPossible(service: Service, of: string, field: FieldModel, problem: string): boolean {
  if (!ofFacts.has(problem)) return true;
  if (problem === 'not unique') {
    return (
      field.constraints.some(({ kind }) => kind === 'unique' || kind === 'unique where' || kind === 'identity') ||
      field.name.value === 'id'
    );
  }
  return has(resolveSchema(service, field, `${of}.${field.name.value}`), problem);
}

function has(schema: ValueSchema, problem: string): boolean {
  if (schema.type === 'choice' && problem === 'not one of') return true;
  if (schema.type === 'ref' && problem === 'reference') return true;
  if ('item' in schema && has(schema.item, problem)) return true;
  return (schema.constraints ?? []).some((constraint) => {
    if (constraint.kind === 'unique items') return problem === 'duplicate items';
    if (constraint.kind !== 'range') return problem === constraint.kind;
    const [less, more] = beyondBounds[constraint.unit];
    return (constraint.from !== undefined && problem === less) || (constraint.to !== undefined && problem === more);
  });
}
