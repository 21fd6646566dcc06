import type { Change } from '../../changes/change.ts';
import { changesOf } from '../../changes/rule.ts';
import type { Comparison } from '../comparing/comparison.ts';
import { machineRules, orderRules, outcomeRules, rowRules } from './changes/index.ts';
import { outcomeMoves } from './changes/outcomes.ts';
import { machinePairs, rowPairs, tableOrders } from './changes/subjects.ts';

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
