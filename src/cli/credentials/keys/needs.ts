import type { Expression } from '../../../expression/tree.ts';
import { listHeldAttributes } from '../../../plan/held-attributes.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { Plan } from '../../../plan/plan.ts';

/** An attribute that a caller lacks, and the operations that reject the caller for it. */
export interface Lacking {
  readonly attribute: string;
  readonly operations: readonly string[];
}

/** Returns the missing attributes without which operations that the scopes allow reject the caller. */
export function findMissingAttributes(
  plan: Plan,
  scopes: readonly string[],
  attributes: Readonly<Record<string, unknown>>,
): readonly Lacking[] {
  const names = listHeldAttributes(plan.authentication).map(({ name }) => name);
  const absent = new Set(names.filter((name) => !Object.hasOwn(attributes, name)));
  const found = plan.operations.flatMap((operation) =>
    [...findRequiredAttributes(plan, operation, scopes)]
      .filter((attribute) => absent.has(attribute))
      .map((attribute) => ({ attribute, operation: operation.name })),
  );
  const grouped = Map.groupBy(found, ({ attribute }) => attribute);
  return [...grouped].map(([attribute, all]) => ({ attribute, operations: all.map(({ operation }) => operation) }));
}

/** Whether an operation rejects callers that are not records: it sets a reference to the caller, or finds the record of the caller. */
export function needsRecordOfCaller(plan: Plan, { kind, resource, record }: OperationPlan): boolean {
  if (record === 'caller.id') return true;
  const fields = plan.resources.find(({ name }) => name === resource)?.fields ?? [];
  const isOfCaller = fields.some(
    ({ assigned, schema }) => assigned?.by === 'caller' && assigned.attribute === 'id' && schema.type === 'ref',
  );
  return kind === 'create' && isOfCaller;
}

/** Returns the attributes that every row of Scopes requires by which the caller may call an operation. */
function findRequiredAttributes(
  plan: Plan,
  { access, kind, resource }: OperationPlan,
  scopes: readonly string[],
): Set<string> {
  const rows = access.grants.filter((grant) => grant.kind !== 'scope' || scopes.includes(grant.scope));
  if (rows.length === 0) return new Set();
  const needed = rows.map(({ where }) =>
    where === undefined || where === 'disabled' ? new Set<string>() : needs(where),
  );
  const common = needed.reduce((all, set) => all.intersection(set));
  if (kind !== 'create') return common;
  const fields = plan.resources.find(({ name }) => name === resource)?.fields ?? [];
  const assigned = fields.flatMap(({ assigned: by }) => (by?.by === 'caller' ? [by.attribute] : []));
  return common.union(new Set(assigned));
}

/** Returns the attributes without which a condition cannot hold. */
function needs(node: Expression): Set<string> {
  const both = (operand: Expression, other: Expression): Set<string> => needs(operand).union(needs(other));
  switch (node.op) {
    case 'path':
      return new Set(node.root === 'caller' && node.steps[0] !== undefined ? [node.steps[0].name] : []);
    case 'binary':
      return node.operator === '||' ? needs(node.left).intersection(needs(node.right)) : both(node.left, node.right);
    case 'choose':
      return needs(node.when).union(needs(node.then).intersection(needs(node.otherwise)));
    case 'not':
    case 'negate':
      return needs(node.of);
    case 'select':
    case 'index':
      return needs(node.from);
    case 'macro':
      return needs(node.over);
    case 'question':
      return node.name === 'exists' ? needs(node.where) : new Set();
    case 'call':
      return node.of.reduce((all, argument) => all.union(needs(argument)), new Set<string>());
    default:
      return new Set();
  }
}
