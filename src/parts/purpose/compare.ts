import type { Change } from '../../diff/change.ts';
import { findChanges } from '../../diff/rule.ts';
import type { Comparison } from '../diff/comparison.ts';
import { purposeRules } from './diff/purpose.ts';

/** How what two documents say that the service does differs. */
export function compare(comparison: Comparison): Change[] {
  return findChanges(purposeRules, [comparison]);
}
