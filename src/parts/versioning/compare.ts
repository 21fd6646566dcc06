import type { Change } from '../../diff/change.ts';
import { findChanges } from '../../diff/rule.ts';
import type { Comparison } from '../diff/comparison.ts';
import { currentRules, placementRules, statedRules, versionRules } from './diff/index.ts';
import { placementPairs, statedPairs, versionPairs } from './diff/subjects.ts';

/** How the versions of two documents, and how they are asked for, differ. */
export function compare(comparison: Comparison): Change[] {
  return [
    ...findChanges(currentRules, [comparison]),
    ...findChanges(versionRules, versionPairs(comparison)),
    ...findChanges(placementRules, placementPairs(comparison)),
    ...findChanges(statedRules, statedPairs(comparison)),
  ];
}
