import type { Change } from '../../changes/change.ts';
import { changesOf } from '../../changes/rule.ts';
import type { Comparison } from '../comparing/comparison.ts';
import { machineRules, rowRules } from './changes/index.ts';
import { machinePairs, rowPairs } from './changes/subjects.ts';

/** How the states and transitions of two documents differ. */
export function compare(comparison: Comparison): Change[] {
  const machines = machinePairs(comparison);
  return [...changesOf(machineRules, machines), ...changesOf(rowRules, rowPairs(machines))];
}
