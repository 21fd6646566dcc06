import type { Change } from '../../diff/change.ts';
import { findChanges } from '../../diff/rule.ts';
import type { Comparison } from '../diff/comparison.ts';
import { machineRules, orderRules, outcomeRules, rowRules } from './diff/index.ts';
import { outcomeMoves } from './diff/outcomes.ts';
import { machinePairs, rowPairs, tableOrders } from './diff/subjects.ts';

/** How the states and transitions of two documents differ. */
export function compare(comparison: Comparison): Change[] {
  const machines = machinePairs(comparison);
  return [
    ...findChanges(machineRules, machines),
    ...findChanges(rowRules, rowPairs(machines)),
    ...findChanges(orderRules, tableOrders(machines)),
    ...findChanges(outcomeRules, outcomeMoves(machines)),
  ];
}
