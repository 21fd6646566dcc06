import type { Change } from '../../changes/change.ts';
import { changesOf } from '../../changes/rule.ts';
import type { Comparison } from '../comparing/comparison.ts';
import { fieldRules, ownerRules, ruleRules, unionRules, uniqueDifferenceRules } from './changes/index.ts';
import { fieldPairs, ownerPairs, rulePairs, unionPairs, uniqueDifferences } from './changes/subjects.ts';

/** How the resources, objects and unions of two documents differ. */
export function compare(comparison: Comparison): Change[] {
  const owners = ownerPairs(comparison);
  return [
    ...changesOf(ownerRules, owners),
    ...changesOf(unionRules, unionPairs(comparison)),
    ...changesOf(fieldRules, fieldPairs(comparison, owners)),
    ...changesOf(uniqueDifferenceRules, uniqueDifferences(comparison, owners)),
    ...changesOf(ruleRules, rulePairs(comparison, owners)),
  ];
}
