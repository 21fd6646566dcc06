import type { Expression } from '../expression/tree.ts';

/** Adds the `ref` fields through which the expressions inside a plain value read the record's neighbours. */
export function readRefs(value: unknown, into: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const one of value) readRefs(one, into);
    return;
  }
  const node = value as Partial<Extract<Expression, { op: 'path' }>> & { readonly kind?: string };
  if (node.kind === 'embedded') return;
  if (node.op === 'path' && node.root === 'record' && node.steps?.[1]?.through !== undefined)
    into.add(node.steps[0]!.name);
  for (const one of Object.values(value)) readRefs(one, into);
}
