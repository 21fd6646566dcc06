import type { OperationPlan, ParameterPlan } from '../../../plan/operation.ts';
import type { ValueSchema } from '../../../plan/schema.ts';
import type { WholePlan } from '../../../plan/whole.ts';
import { formatChoiceType, formatObjectType, type TypeMember } from '../../types/values.ts';
import { createDoc, findIdentity, type TypeWriter, wrap } from './types.ts';

/** The type of an operation's parameters; undefined where it has none. */
export function formatParameters({ parameters }: OperationPlan, types: TypeWriter): string | undefined {
  if (parameters.length === 0) return undefined;
  return formatObjectType(
    parameters.map(
      (parameter): TypeMember => ({
        name: parameter.name,
        type: formatParameter(parameter, types),
        optional: !parameter.required || parameter.default !== undefined,
        ...createDoc(parameter.meaning),
      }),
    ),
  );
}

function formatParameter({ mapsTo: means, schema }: ParameterPlan, types: TypeWriter): string {
  switch (means.kind) {
    case 'sort':
      return formatChoiceType(means.fields.flatMap((field) => [field, `-${field}`]));
    case 'expand':
      return formatChoiceType([means.field]);
    case 'fields':
      return 'readonly string[]';
    case 'total':
      return 'boolean';
    default: {
      const value = schema === undefined ? 'string' : types.format(schema, 'request');
      return means.kind === 'filter' && means.operator === 'in' ? `readonly ${wrap(value)}[]` : value;
    }
  }
}

/** The placeholders of an operation's path, with the types of their values. */
export function listPlaceholders(
  plan: WholePlan,
  { segments, resource, parameters }: OperationPlan,
  types: TypeWriter,
): readonly TypeMember[] {
  const own = plan.resources.find(({ name }) => name === resource);
  return segments.flatMap((segment) => {
    if (segment.kind !== 'placeholder') return [];
    const field = own?.fields.find(({ name }) => name === segment.field);
    const parameter = parameters.find(({ name }) => name === segment.name);
    const schema: ValueSchema = field?.schema ?? parameter?.schema ?? { type: 'string' };
    const type =
      segment.of === 'parent' && segment.by !== undefined
        ? parentType(plan, schema, segment.by, types)
        : types.format(schema, 'request');
    return [{ name: segment.name, type: type.replace(/ \| null$/, ''), optional: false }];
  });
}

/** The type of the field by which a path names the parent of a record. */
function parentType(plan: WholePlan, schema: ValueSchema, by: string, types: TypeWriter): string {
  if (schema.type !== 'ref') return types.format(schema, 'request');
  const parent = plan.resources.find(({ name }) => name === schema.resource);
  const field = parent?.fields.find(({ name }) => name === by);
  return types.format(field?.schema ?? findIdentity(plan, schema.resource), 'request');
}
