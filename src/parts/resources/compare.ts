import type { Change } from '../../changes/change.ts';
import { changesOf } from '../../changes/rule.ts';
import type { Comparison } from '../comparing/comparison.ts';
import { fieldRules, ownerRules, ruleMoveRules, unionRules, uniqueDifferenceRules } from './changes/index.ts';
import { ruleMoves } from './changes/rule-moves.ts';
import { fieldPairs, ownerPairs, rulePairs, unionPairs } from './changes/subjects.ts';
import { uniqueDifferences } from './changes/uniques.ts';

/** How the resources, objects and unions of two documents differ. */
export function compare(comparison: Comparison): Change[] {
  const owners = ownerPairs(comparison);
  const rules = rulePairs(comparison, owners);
  return [
    ...changesOf(ownerRules, owners),
    ...changesOf(unionRules, unionPairs(comparison)),
    ...changesOf(fieldRules, fieldPairs(comparison, owners)),
    ...changesOf(uniqueDifferenceRules, uniqueDifferences(comparison, owners)),
    ...changesOf(ruleMoveRules, ruleMoves(rules)),
  ];
}
