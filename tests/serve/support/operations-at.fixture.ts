import type { OperationPlan } from '../../../src/plan/operation.ts';
import type { Plan } from '../../../src/plan/plan.ts';

/** The operations of a plan that a request line may reach: `GET /invoices/1`. */
export function operationsAt({ operations }: Pick<Plan, 'operations'>, line: string): readonly OperationPlan[] {
  const [method, path = ''] = line.split(/[ ?#]/);
  const segments = path.split('/').slice(1);
  return operations.filter(
    (operation) =>
      operation.method === method &&
      operation.segments.length === segments.length &&
      operation.segments.every((segment, at) => segment.kind === 'placeholder' || segment.text === segments[at]),
  );
}
