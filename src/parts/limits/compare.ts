import type { Change } from '../../changes/change.ts';
import { changesOf } from '../../changes/rule.ts';
import type { Comparison } from '../comparing/comparison.ts';
import { limitRules, toldRules } from './changes/limits.ts';
import { limitPairs } from './changes/subjects.ts';

/** How the limits of two documents differ. */
export function compare(comparison: Comparison): Change[] {
  return [...changesOf(limitRules, limitPairs(comparison)), ...changesOf(toldRules, [comparison])];
}
