import { always, entails } from '../../../expression/conditions/entails.ts';
import type { Comparison, Side } from '../../diff/comparison.ts';
import { combineRules } from './access.ts';

/** Who may call an operation with any scopes: 2 everyone, 1 every caller, 0 neither. */
export interface Reach {
  readonly operation: string;
  readonly before: number;
  readonly after: number;
}

/** Compares who may call the operations of both documents. */
export function compareReaches({ old, now }: Comparison): Reach[] {
  const older = new Map(old.plan.operations.map((operation) => [operation.name, operation]));
  return now.plan.operations.flatMap((operation) => {
    const before = older.get(operation.name);
    if (before === undefined) return [];
    return [{ operation: operation.name, before: reachOf(old, before), after: reachOf(now, operation) }];
  });
}

function reachOf(side: Side, operation: Side['plan']['operations'][number]): number {
  const audiences = ['authenticated', 'public'];
  return audiences.filter((audience) =>
    entails(
      always,
      combineRules(side, operation, audience, operation.resource, (rule) => rule),
    ),
  ).length;
}
