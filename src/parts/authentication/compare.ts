import type { Change } from '../../diff/change.ts';
import { findChanges } from '../../diff/rule.ts';
import type { Comparison } from '../diff/comparison.ts';
import { accessRules, attributeRules, audienceRules, readingRules, schemeRules, scopeRules } from './diff/index.ts';
import { findAddedReads, pairAccess, pairAttributes, pairSchemes, pairScopes } from './diff/subjects.ts';

/** How the schemes, scopes and callers of two documents differ. */
export function compare(comparison: Comparison): Change[] {
  const scopes = pairScopes(comparison);
  return [
    ...findChanges(accessRules, [comparison]),
    ...findChanges(schemeRules, pairSchemes(comparison)),
    ...findChanges(scopeRules, scopes),
    ...findChanges(audienceRules, pairAccess(scopes, comparison)),
    ...findChanges(readingRules, findAddedReads(scopes, comparison)),
    ...findChanges(attributeRules, pairAttributes(comparison)),
  ];
}
