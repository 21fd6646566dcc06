import { listArguments } from '../../describe/tools/request.ts';
import { operationKinds } from '../../plan/kinds.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { listMembers } from './given.ts';

/** Whether `nonet call` sends requests of an operation; those of OAuth 2 are sent by its rules. */
export function isCallable({ kind, disabled }: OperationPlan): boolean {
  return disabled !== true && operationKinds[kind].about !== 'tokens';
}

/** Lists the operations of a document with the values that they take, optional ones in brackets. A row that is too wide has no path. */
export function listOperations(plan: WholePlan, columns = Number.POSITIVE_INFINITY): readonly string[] {
  const rows = plan.operations
    .filter(isCallable)
    .map((operation) => [`${operation.name} ${listValues(plan, operation)}`.trimEnd(), operation] as const);
  const width = Math.min(56, Math.max(0, ...rows.map(([words]) => words.length)));
  return rows.map(([words, { method, path }]) => {
    const row = `  ${words.padEnd(width)}  ${method} ${path}`;
    return row.length <= columns ? row : `  ${words}`;
  });
}

function listValues(plan: WholePlan, operation: OperationPlan): string {
  const parameters = listArguments(plan, operation).filter(({ in: place, stated }) => place !== 'header' || stated);
  const members = operation.input === undefined ? [] : listMembers(plan, operation.input);
  return [...parameters, ...members.filter(({ unchanged }) => unchanged !== true)]
    .map(({ name, required }) => (required ? `${name}=` : `[${name}=]`))
    .join(' ');
}
