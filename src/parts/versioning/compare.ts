import type { Change } from '../../diff/change.ts';
import { findChanges } from '../../diff/rule.ts';
import type { Comparison } from '../diff/comparison.ts';
import { currentRules, placementRules, rowRules, statedRules, versionRules } from './diff/index.ts';
import { pairPlacements, pairRows, pairStatedRows, pairVersions } from './diff/subjects.ts';

/** How the versions of two documents, and how they are asked for, differ. */
export function compare(comparison: Comparison): Change[] {
  return [
    ...findChanges(currentRules, [comparison]),
    ...findChanges(versionRules, pairVersions(comparison)),
    ...findChanges(rowRules, pairRows(comparison)),
    ...findChanges(placementRules, pairPlacements(comparison)),
    ...findChanges(statedRules, pairStatedRows(comparison)),
  ];
}
