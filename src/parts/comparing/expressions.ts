import type { Expression } from '../../expression/tree.ts';
import type { Comparison } from './comparison.ts';

/**
 * An expression of the older document with the names that the newer one has for the fields of its record, so that a field
 * that only got another name does not make its guards and rules differ.
 */
export function inNewNames<T extends Expression | 'closed' | undefined>(
  { renamed, now }: Comparison,
  of: string | undefined,
  expression: T,
): T {
  if (of === undefined || expression === undefined || expression === 'closed') return expression;
  const names = new Map<string, string>();
  for (const { name } of now.plan.resources.find((one) => one.name === of)?.fields ?? []) {
    const was = renamed.field(of, name);
    if (was !== name) names.set(was, name);
  }
  return names.size === 0 ? expression : (turned(expression, names) as T);
}

function turned(node: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(node)) return node.map((one) => turned(one, names));
  if (typeof node !== 'object' || node === null) return node;
  const made = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, turned(value, names)]));
  const isPath = made.op === 'path' && (made.root === 'record' || made.root === 'old');
  const [first, ...others] = isPath ? (made.steps as { name: string }[]) : [];
  if (first === undefined || !names.has(first.name)) return made;
  return { ...made, steps: [{ ...first, name: names.get(first.name)! }, ...others] };
}
