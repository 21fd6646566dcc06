import type { Change } from '../../diff/change.ts';
import { findChanges } from '../../diff/rule.ts';
import type { Comparison } from '../diff/comparison.ts';
import { keyPairs, preconditionPairs } from './diff/conditions.ts';
import {
  bodyMemberRules,
  keyRules,
  operationRules,
  parameterRules,
  preconditionRules,
  responseMoveRules,
  responseRules,
  serviceRules,
} from './diff/index.ts';
import { memberDifferences } from './diff/members.ts';
import { responseMoves, responsePairs } from './diff/responses.ts';
import { operationPairs, parameterPairs, sameOperation } from './diff/subjects.ts';

/** How the operations of two documents differ, and what holds for all of them. */
export function compare(comparison: Comparison): Change[] {
  const pairs = operationPairs(comparison);
  const same = pairs.flatMap((pair) => sameOperation(pair) ?? []);
  const responses = responsePairs(same);
  return [
    ...findChanges(serviceRules, [comparison]),
    ...findChanges(operationRules, pairs),
    ...findChanges(bodyMemberRules, memberDifferences(same, responses)),
    ...findChanges(responseRules, responses),
    ...findChanges(responseMoveRules, responseMoves(responses)),
    ...findChanges(parameterRules, parameterPairs(same)),
    ...findChanges(keyRules, keyPairs(same)),
    ...findChanges(preconditionRules, preconditionPairs(same)),
  ];
}
