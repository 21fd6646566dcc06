import type { Change } from '../../diff/change.ts';
import { findChanges } from '../../diff/rule.ts';
import type { Comparison } from '../diff/comparison.ts';
import { machineRules, orderRules, outcomeRules, rowRules } from './diff/index.ts';
import { compareOutcomes } from './diff/outcomes.ts';
import { findChangedOrders, pairMachines, pairRows } from './diff/subjects.ts';

/** How the states and transitions of two documents differ. */
export function compare(comparison: Comparison): Change[] {
  const machines = pairMachines(comparison);
  return [
    ...findChanges(machineRules, machines),
    ...findChanges(rowRules, pairRows(machines)),
    ...findChanges(orderRules, findChangedOrders(machines)),
    ...findChanges(outcomeRules, compareOutcomes(machines)),
  ];
}
