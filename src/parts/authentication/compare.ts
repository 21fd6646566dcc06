import type { Change } from '../../changes/change.ts';
import { changesOf } from '../../changes/rule.ts';
import type { Comparison } from '../comparing/comparison.ts';
import { accessRules, attributeRules, audienceRules, readingRules, schemeRules, scopeRules } from './changes/index.ts';
import { accessPairs, attributePairs, newReadings, schemePairs, scopePairs } from './changes/subjects.ts';

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
