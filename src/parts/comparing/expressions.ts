import type { Expression } from '../../expression/tree.ts';
import type { Comparison } from './comparison.ts';
import type { Renamed } from './renamed.ts';

/**
 * An expression of the older document with the names that the newer one has for the fields of its record, so that a field
 * that only got another name does not make its guards and rules differ.
 */
export function inNewNames<T extends Expression | 'closed' | undefined>(
  comparison: Comparison,
  of: string | undefined,
  expression: T,
): T {
  if (of === undefined || expression === undefined || expression === 'closed') return expression;
  const names = namesOf(comparison, of);
  return names.size === 0 ? expression : (turned(expression, names) as T);
}

const made = new WeakMap<Renamed, ReadonlyMap<string, ReadonlyMap<string, string>>>();

/** By older name the newer one, of the fields of a resource that have another. */
function namesOf({ renamed, now }: Comparison, of: string): ReadonlyMap<string, string> {
  let all = made.get(renamed);
  if (all === undefined) {
    all = new Map(
      now.plan.resources.map(({ name: owner, fields }) => [
        owner,
        new Map(
          fields.flatMap(({ name }) => {
            const was = renamed.field(owner, name);
            return was === name ? [] : [[was, name] as const];
          }),
        ),
      ]),
    );
    made.set(renamed, all);
  }
  return all.get(of) ?? new Map();
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
