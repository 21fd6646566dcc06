import type { Change } from '../../changes/change.ts';
import { changesOf } from '../../changes/rule.ts';
import type { Comparison } from '../comparing/comparison.ts';
import { currentRules, placementRules, statedRules, versionRules } from './changes/index.ts';
import { placementPairs, statedPairs, versionPairs } from './changes/subjects.ts';

/** How the versions of two documents, and how they are asked for, differ. */
export function compare(comparison: Comparison): Change[] {
  return [
    ...changesOf(currentRules, [comparison]),
    ...changesOf(versionRules, versionPairs(comparison)),
    ...changesOf(placementRules, placementPairs(comparison)),
    ...changesOf(statedRules, statedPairs(comparison)),
  ];
}
