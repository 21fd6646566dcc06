import type { Change } from '../../diff/change.ts';
import { findChanges } from '../../diff/rule.ts';
import type { Comparison } from '../diff/comparison.ts';
import { answerMoves } from './diff/answers.ts';
import { answerRules, bodyRules, codeRules, fieldErrorRules, refusalMemberRules } from './diff/index.ts';
import { findErrorBodyDifferences, pairCodes, pairFieldErrors } from './diff/subjects.ts';

/** How the codes and the body of refusals of two documents differ. */
export function compare(comparison: Comparison): Change[] {
  const moves = answerMoves(comparison);
  return [
    ...findChanges(codeRules, pairCodes(comparison, moves)),
    ...findChanges(answerRules, moves),
    ...findChanges(fieldErrorRules, pairFieldErrors(comparison)),
    ...findChanges(bodyRules, [comparison]),
    ...findChanges(refusalMemberRules, findErrorBodyDifferences(comparison)),
  ];
}
