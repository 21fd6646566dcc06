import type { Change } from '../../diff/change.ts';
import { changesOf } from '../../diff/rule.ts';
import type { Comparison } from '../diff/comparison.ts';
import { machineRules, orderRules, outcomeRules, rowRules } from './diff/index.ts';
import { outcomeMoves } from './diff/outcomes.ts';
import { machinePairs, rowPairs, tableOrders } from './diff/subjects.ts';

/** How the states and transitions of two documents differ. */
export function compare(comparison: Comparison): Change[] {
  const machines = machinePairs(comparison);
  return [
    ...changesOf(machineRules, machines),
    ...changesOf(rowRules, rowPairs(machines)),
    ...changesOf(orderRules, tableOrders(machines)),
    ...changesOf(outcomeRules, outcomeMoves(machines)),
  ];
}
