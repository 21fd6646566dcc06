import type { OperationPlan, ParameterPlan } from '../../plan/operation.ts';
import type { ValueSchema } from '../../plan/schema.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { findIdentity } from '../wire/answers.ts';
import type { ClientMember, ClientType } from './type.ts';
import { createDoc, type TypeWriter } from './types.ts';

/** Lists the parameters of an operation with the types of their values. */
export function listParameters({ parameters }: OperationPlan, types: TypeWriter): readonly ClientMember[] {
  return parameters.map((parameter) => ({
    name: parameter.name,
    type: typeParameter(parameter, types),
    optional: !parameter.required || parameter.default !== undefined,
    ...createDoc(parameter.meaning),
  }));
}

function typeParameter({ mapsTo: means, schema }: ParameterPlan, types: TypeWriter): ClientType {
  switch (means.kind) {
    case 'sort':
      return { kind: 'choice', values: means.fields.flatMap((field) => [field, `-${field}`]) };
    case 'expand': {
      const field: ClientType = { kind: 'choice', values: means.fields };
      return means.fields.length === 1 ? field : { kind: 'list', item: field };
    }
    case 'fields':
      return { kind: 'list', item: { kind: 'string' } };
    case 'total':
      return { kind: 'boolean' };
    default: {
      const value: ClientType = schema === undefined ? { kind: 'string' } : types.typeOf(schema, 'request');
      return means.kind === 'filter' && means.operator === 'in' ? { kind: 'list', item: value } : value;
    }
  }
}

/** The placeholders of an operation's path, with the types of their values. */
export function listPlaceholders(
  plan: WholePlan,
  { segments, resource, parameters }: OperationPlan,
  types: TypeWriter,
): readonly ClientMember[] {
  const own = plan.resources.find(({ name }) => name === resource);
  return segments.flatMap((segment) => {
    if (segment.kind !== 'placeholder') return [];
    const field = own?.fields.find(({ name }) => name === segment.field);
    const parameter = parameters.find(({ name }) => name === segment.name);
    const schema: ValueSchema = field?.schema ?? parameter?.schema ?? { type: 'string' };
    const present =
      segment.of === 'parent' && segment.by !== undefined ? findParentField(plan, schema, segment.by) : schema;
    const { nullable: _, ...bare } = present;
    return [{ name: segment.name, type: types.typeOf(bare as ValueSchema, 'request'), optional: false }];
  });
}

/** The field by which a path names the parent of a record. */
function findParentField(plan: WholePlan, schema: ValueSchema, by: string): ValueSchema {
  if (schema.type !== 'ref') return schema;
  const parent = plan.resources.find(({ name }) => name === schema.resource);
  const field = parent?.fields.find(({ name }) => name === by);
  return field?.schema ?? findIdentity(plan, schema.resource)?.schema ?? { type: 'string' };
}
