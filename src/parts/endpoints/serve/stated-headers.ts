import type { Expression } from '../../../expression/tree.ts';
import { fieldValue, type HeaderPlan } from '../../../plan/exchange.ts';
import { type HeaderValue, listSuccesses, type OperationPlan, type ResponsePlan } from '../../../plan/operation.ts';
import type { Plan } from '../../../plan/plan.ts';
import type { ResourcePlan } from '../../../plan/resource.ts';
import { formatOf } from '../../resources/formats/index.ts';

/** Plans the headers that Responses state: `optional` unless each response of their status always has a value for them. */
export function planStatedHeaders(plan: Pick<Plan, 'resources'>, operation: OperationPlan): readonly HeaderPlan[] {
  const resource = plan.resources.find(({ name }) => name === operation.resource);
  const byStatus = Map.groupBy(listSuccesses(operation), ({ status }) => status);
  return [...byStatus].flatMap(([status, all]) => {
    const names = new Set(all.flatMap(({ headers }) => headers.map(({ name }) => name)));
    return [...names].map((name): HeaderPlan => {
      const isCertain = all.every((response) => alwaysHas(response, name, resource));
      const optional = isCertain ? {} : { optional: true as const };
      return { name, on: 'success', when: `the status is ${status}`, ...optional };
    });
  });
}

function alwaysHas({ headers }: ResponsePlan, name: string, resource: ResourcePlan | undefined): boolean {
  return headers.some((header) => header.name === name && isCertain(header.value, resource));
}

function isCertain(value: HeaderValue, resource: ResourcePlan | undefined): boolean {
  if (value === 'location') return true;
  return !('role' in value) && hasValue(value) && isFieldValue(value, resource);
}

/** Whether evaluation of an expression never fails, and never gives null. */
function hasValue(value: Expression): boolean {
  if (value.type.kind === 'nullable') return false;
  if (value.op === 'literal') return value.value !== null;
  return (
    value.op === 'path' && value.steps.every(({ optional, nullable, through }) => !(optional || nullable || through))
  );
}

const always: ReadonlySet<string> = new Set(['int', 'double', 'bool', 'timestamp', 'date', 'decimal']);

/** Whether each value fits into a header: a string may have other characters. */
function isFieldValue(value: Expression, resource: ResourcePlan | undefined): boolean {
  const type = value.type.kind === 'ref' ? value.type.identity : value.type;
  if (always.has(type.kind)) return true;
  if (value.op === 'literal') return fieldValue.test(String(value.value));
  if (type.kind === 'choice') return type.values.every((name) => fieldValue.test(name));
  if (value.op !== 'path' || value.root !== 'record' || value.steps.length !== 1) return false;
  const schema = resource?.fields.find(({ name }) => name === value.steps[0]!.name)?.schema;
  return schema !== undefined && formatOf(schema)?.plain === true;
}
