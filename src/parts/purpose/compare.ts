import type { Change } from '../../changes/change.ts';
import { changesOf } from '../../changes/rule.ts';
import type { Comparison } from '../comparing/comparison.ts';
import { purposeRules } from './changes/purpose.ts';

/** How what two documents say that the service does differs. */
export function compare(comparison: Comparison): Change[] {
  return changesOf(purposeRules, [comparison]);
}
