import type { Change } from '../../diff/change.ts';
import { changesOf } from '../../diff/rule.ts';
import type { Comparison } from '../diff/comparison.ts';
import { answerMoves } from './diff/answers.ts';
import { answerRules, bodyRules, codeRules, refusalMemberRules } from './diff/index.ts';
import { codePairs, refusalMembers } from './diff/subjects.ts';

/** How the codes and the body of refusals of two documents differ. */
export function compare(comparison: Comparison): Change[] {
  const moves = answerMoves(comparison);
  return [
    ...changesOf(codeRules, codePairs(comparison, moves)),
    ...changesOf(answerRules, moves),
    ...changesOf(bodyRules, [comparison]),
    ...changesOf(refusalMemberRules, refusalMembers(comparison)),
  ];
}
