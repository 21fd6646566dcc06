import { findPlan } from '../../src/language-service/explanation.ts';
import type { Document } from '../../src/parts/index.ts';
import type { OperationPlan } from '../../src/plan/operation.ts';
import type { Plan } from '../../src/plan/plan.ts';
import type { ShownOperation } from './protocol.ts';

/** Lists the operations of a document as the form of requests needs them; none for a document with errors. */
export function listOperations(document: Document): readonly ShownOperation[] {
  const plan = findPlan(document);
  return plan === undefined ? [] : plan.operations.map((operation) => showOperation(plan, operation));
}

function showOperation(plan: Plan, operation: OperationPlan): ShownOperation {
  const { name, method, path, line, input, access, resource, kind, idempotency, preconditions, parameters } = operation;
  const owner = plan.resources.find((candidate) => candidate.name === resource);
  const refs = owner?.fields.flatMap(({ name: field, schema }) =>
    schema.type === 'ref' ? [[field, schema.resource] as const] : [],
  );
  const isPublic = access.open || access.grants.some((grant) => grant.kind === 'public');
  const required = [
    ...(idempotency?.required === true ? [idempotency.header] : []),
    ...preconditions.filter((condition) => condition.required).map(({ header }) => header),
    ...parameters.filter((parameter) => parameter.in === 'header' && parameter.required).map((each) => each.name),
  ];
  return {
    name,
    method,
    path: plan.base.prefix + path,
    line,
    group: resource ?? 'Others',
    hasBody: input !== undefined,
    needsCredential: !isPublic && plan.authentication.schemes.length > 0,
    requiredHeaders: required,
    ...(resource === undefined ? {} : { resource }),
    refs: Object.fromEntries(refs ?? []),
    isHandler: kind === 'handler',
  };
}
