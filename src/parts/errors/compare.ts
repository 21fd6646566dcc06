import type { Change } from '../../changes/change.ts';
import { changesOf } from '../../changes/rule.ts';
import type { Comparison } from '../comparing/comparison.ts';
import { bodyRules, codeRules, conditionRules, refusalMemberRules } from './changes/index.ts';
import { codePairs, conditionPairs, refusalMembers } from './changes/subjects.ts';

/** How the codes and the body of refusals of two documents differ. */
export function compare(comparison: Comparison): Change[] {
  return [
    ...changesOf(codeRules, codePairs(comparison)),
    ...changesOf(conditionRules, conditionPairs(comparison)),
    ...changesOf(bodyRules, [comparison]),
    ...changesOf(refusalMemberRules, refusalMembers(comparison)),
  ];
}
