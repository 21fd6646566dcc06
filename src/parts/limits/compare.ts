import type { Change } from '../../diff/change.ts';
import { changesOf } from '../../diff/rule.ts';
import type { Comparison } from '../diff/comparison.ts';
import { limitRules, toldRules } from './diff/limits.ts';
import { limitPairs } from './diff/subjects.ts';

/** How the limits of two documents differ. */
export function compare(comparison: Comparison): Change[] {
  return [...changesOf(limitRules, limitPairs(comparison)), ...changesOf(toldRules, [comparison])];
}
