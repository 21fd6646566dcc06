import type { Change } from '../../changes/change.ts';
import { changesOf } from '../../changes/rule.ts';
import type { Comparison } from '../comparing/comparison.ts';
import { accessRules, attributeRules, grantRules, schemeRules, scopeRules } from './changes/index.ts';
import { attributePairs, grantPairs, schemePairs, scopePairs } from './changes/subjects.ts';

/** How the schemes, scopes and callers of two documents differ. */
export function compare(comparison: Comparison): Change[] {
  const scopes = scopePairs(comparison);
  return [
    ...changesOf(accessRules, [comparison]),
    ...changesOf(schemeRules, schemePairs(comparison)),
    ...changesOf(scopeRules, scopes),
    ...changesOf(grantRules, grantPairs(scopes)),
    ...changesOf(attributeRules, attributePairs(comparison)),
  ];
}
