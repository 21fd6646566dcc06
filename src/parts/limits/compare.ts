import type { Change } from '../../diff/change.ts';
import { findChanges } from '../../diff/rule.ts';
import type { Comparison } from '../diff/comparison.ts';
import { limitRules, toldRules } from './diff/limits.ts';
import { limitPairs } from './diff/subjects.ts';

/** How the limits of two documents differ. */
export function compare(comparison: Comparison): Change[] {
  return [...findChanges(limitRules, limitPairs(comparison)), ...findChanges(toldRules, [comparison])];
}
