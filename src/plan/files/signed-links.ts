import type { OperationPlan } from '../operation.ts';
import { getReturnedContent } from './file-bodies.ts';

/** The parameter of the query that signs a link. */
export const signatureParameter = 'signature';

/** Finds the operation that serves the signed links to the files in a field. */
export function findLinked(operations: readonly OperationPlan[], field: string): OperationPlan | undefined {
  return operations.find(
    (operation) => operation.signed !== undefined && getReturnedContent(operation)?.field === field,
  );
}

/** Whether an expression inside plain values shows a link, which changes without its record. */
export function showsLink(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  const { op, name } = node as { readonly op?: string; readonly name?: string };
  return (op === 'call' && name === 'link') || Object.values(node).some(showsLink);
}
