import { listChildNodes } from '../../expression/references.ts';
import type { Expression } from '../../expression/tree.ts';
import type { ResourcePlan, TransitionPlan } from '../resource.ts';

/** Whether guards or effects of rows read a field that is computed when the record is stored. */
export function readsComputed({ fields }: ResourcePlan, rows: readonly TransitionPlan[]): boolean {
  const computed = new Set(fields.flatMap((field) => (field.computed?.shown === false ? [field.name] : [])));
  if (computed.size === 0) return false;
  const reads = (node: Expression): boolean => {
    const isOwn = node.op === 'path' && node.root === 'record' && computed.has(node.steps[0]!.name);
    return isOwn || listChildNodes(node).some(reads);
  };
  return rows.some((row) => listRowExpressions(row).some(reads));
}

function listRowExpressions({ guard, effects }: TransitionPlan): readonly Expression[] {
  const conditions = guard === undefined || guard === 'disabled' ? [] : [guard];
  return [...conditions, ...effects.map(({ value }) => value)];
}
