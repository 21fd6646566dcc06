import type { OperationPlan, ParameterPlan } from './operation.ts';
import type { Plan } from './plan.ts';
import { type ConstraintPlan, constrainsList, type ValueSchema } from './schema.ts';

/** Returns the schema of the identity that a reference holds; of another schema itself. */
export function getIdentitySchema(plan: Pick<Plan, 'resources'>, schema: ValueSchema): ValueSchema {
  if (schema.type !== 'ref') return schema;
  const resource = plan.resources.find((candidate) => candidate.name === schema.resource);
  const field = resource?.fields.find((candidate) => candidate.name === resource.identity);
  if (field === undefined) throw new Error(`a plan refers to ${schema.resource} and does not hold its identity`);
  return getIdentitySchema(plan, field.schema);
}

/** Returns the schema of a parameter's string; for several values, separated by commas, of their list. */
export function getParameterSchema(
  plan: Pick<Plan, 'resources'>,
  operation: Pick<OperationPlan, 'resource'>,
  { mapsTo: means, schema }: ParameterPlan,
): ValueSchema {
  if (means.kind === 'after id' || means.kind === 'before id') {
    return ownIdentity(plan, operation) ?? { type: 'string' };
  }
  const valueSchema: ValueSchema = schema ?? { type: 'string' };
  const { constraints = [], ...bare } = valueSchema;
  const counted = getCountMinimum(means);
  if (counted !== undefined) return { ...bare, constraints: [counted, ...constraints] } as ValueSchema;
  if (means.kind !== 'filter' || means.operator !== 'in') return valueSchema;
  const item = { ...bare, constraints: constraints.filter((own) => !constrainsList(own)) } as ValueSchema;
  return { type: 'list', item, constraints: constraints.filter(constrainsList) };
}

/** Returns the path parameter that identifies a record of the operation's own resource. */
function ownIdentity(
  plan: Pick<Plan, 'resources'>,
  { resource }: Pick<OperationPlan, 'resource'>,
): ValueSchema | undefined {
  return resource === undefined ? undefined : getIdentitySchema(plan, { type: 'ref', resource });
}

/** The least that a parameter may be that counts records, or undefined. */
function getCountMinimum(mapsTo: ParameterPlan['mapsTo']): ConstraintPlan | undefined {
  if (mapsTo.kind !== 'page size' && mapsTo.kind !== 'page number' && mapsTo.kind !== 'offset') return undefined;
  return { kind: 'range', unit: 'value', from: mapsTo.kind === 'offset' ? '0' : '1', line: 0 };
}

/** Collects the top-level names that the record of a response has, which clients may choose from. */
export function collectShownNames(operation: Pick<OperationPlan, 'kind' | 'responses'>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { shape } of operation.responses) {
    let record = shape;
    if (operation.kind === 'list' && record?.kind === 'object') {
      record = record.members.map((member) => member.shape).find((answerShape) => answerShape.kind === 'records');
    }
    if (record?.kind === 'records') record = record.item;
    if (record?.kind === 'object') for (const member of record.members) names.add(member.name);
  }
  return names;
}
