import type { Change } from '../../diff/change.ts';
import { changesOf } from '../../diff/rule.ts';
import type { Comparison } from '../diff/comparison.ts';
import { accessRules, attributeRules, audienceRules, readingRules, schemeRules, scopeRules } from './diff/index.ts';
import { accessPairs, attributePairs, newReadings, schemePairs, scopePairs } from './diff/subjects.ts';

/** How the schemes, scopes and callers of two documents differ. */
export function compare(comparison: Comparison): Change[] {
  const scopes = scopePairs(comparison);
  return [
    ...changesOf(accessRules, [comparison]),
    ...changesOf(schemeRules, schemePairs(comparison)),
    ...changesOf(scopeRules, scopes),
    ...changesOf(audienceRules, accessPairs(scopes, comparison)),
    ...changesOf(readingRules, newReadings(scopes, comparison)),
    ...changesOf(attributeRules, attributePairs(comparison)),
  ];
}
