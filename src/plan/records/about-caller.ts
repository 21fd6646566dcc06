import type { Expression } from '../../expression/tree.ts';

/**
 * Returns what a condition over a record and the caller demands of the caller alone: it holds wherever the condition holds for any record.
 * Undefined if that is nothing.
 */
export function getDemandOnCaller(condition: Expression): Expression | undefined {
  if (!readsRecord(condition)) return condition;
  if (condition.op !== 'binary') return undefined;
  const { operator } = condition;
  if (operator !== '&&' && operator !== '||') return undefined;
  const [left, right] = [getDemandOnCaller(condition.left), getDemandOnCaller(condition.right)];
  if (left !== undefined && right !== undefined) return { ...condition, left, right };
  return operator === '&&' ? (left ?? right) : undefined;
}

/** Returns whether an expression reads a field of the record, or of other records. */
export function readsRecord(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  const { op, root } = node as { readonly op?: string; readonly root?: string };
  if (op === 'question' || (op === 'path' && (root === 'record' || root === 'self'))) return true;
  return Object.values(node).some(readsRecord);
}

/** Returns whether an expression reads a field of the record itself, also in a question about other records. */
export function readsOwnRecord(node: unknown): boolean {
  return readsRoot(node, ['record', 'self']);
}

/** Returns whether an expression reads the caller. */
export function readsCaller(node: unknown): boolean {
  return readsRoot(node, ['caller']);
}

function readsRoot(node: unknown, roots: readonly string[]): boolean {
  if (typeof node !== 'object' || node === null) return false;
  const { op, root } = node as { readonly op?: string; readonly root?: string };
  if (op === 'path' && root !== undefined && roots.includes(root)) return true;
  return Object.values(node).some((inner) => readsRoot(inner, roots));
}
