import type { Change } from '../../diff/change.ts';
import { findChanges } from '../../diff/rule.ts';
import type { Comparison } from '../diff/comparison.ts';
import { accessRules, attributeRules, audienceRules, readingRules, schemeRules, scopeRules } from './diff/index.ts';
import { accessPairs, attributePairs, newReadings, schemePairs, scopePairs } from './diff/subjects.ts';

/** How the schemes, scopes and callers of two documents differ. */
export function compare(comparison: Comparison): Change[] {
  const scopes = scopePairs(comparison);
  return [
    ...findChanges(accessRules, [comparison]),
    ...findChanges(schemeRules, schemePairs(comparison)),
    ...findChanges(scopeRules, scopes),
    ...findChanges(audienceRules, accessPairs(scopes, comparison)),
    ...findChanges(readingRules, newReadings(scopes, comparison)),
    ...findChanges(attributeRules, attributePairs(comparison)),
  ];
}
