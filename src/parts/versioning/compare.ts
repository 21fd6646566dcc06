import type { Change } from '../../diff/change.ts';
import { changesOf } from '../../diff/rule.ts';
import type { Comparison } from '../diff/comparison.ts';
import { currentRules, placementRules, statedRules, versionRules } from './diff/index.ts';
import { placementPairs, statedPairs, versionPairs } from './diff/subjects.ts';

/** How the versions of two documents, and how they are asked for, differ. */
export function compare(comparison: Comparison): Change[] {
  return [
    ...changesOf(currentRules, [comparison]),
    ...changesOf(versionRules, versionPairs(comparison)),
    ...changesOf(placementRules, placementPairs(comparison)),
    ...changesOf(statedRules, statedPairs(comparison)),
  ];
}
