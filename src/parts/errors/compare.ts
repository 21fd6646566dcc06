import type { Change } from '../../changes/change.ts';
import { changesOf } from '../../changes/rule.ts';
import type { Comparison } from '../comparing/comparison.ts';
import { answerMoves } from './changes/answers.ts';
import { answerRules, bodyRules, codeRules, refusalMemberRules } from './changes/index.ts';
import { codePairs, refusalMembers } from './changes/subjects.ts';

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
