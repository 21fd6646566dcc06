import type { Change } from '../../diff/change.ts';
import { findChanges } from '../../diff/rule.ts';
import type { Comparison } from '../diff/comparison.ts';
import { keyPairs, pairPreconditions } from './diff/conditions.ts';
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
import { findFieldDifferences } from './diff/members.ts';
import { findResponseMoves, pairResponses } from './diff/responses.ts';
import { pairOperations, pairParameters, toSameOperation } from './diff/subjects.ts';

/** How the operations of two documents differ, and what holds for all of them. */
export function compare(comparison: Comparison): Change[] {
  const pairs = pairOperations(comparison);
  const same = pairs.flatMap((pair) => toSameOperation(pair) ?? []);
  const responses = pairResponses(same);
  return [
    ...findChanges(serviceRules, [comparison]),
    ...findChanges(operationRules, pairs),
    ...findChanges(bodyMemberRules, findFieldDifferences(same, responses)),
    ...findChanges(responseRules, responses),
    ...findChanges(responseMoveRules, findResponseMoves(responses)),
    ...findChanges(parameterRules, pairParameters(same)),
    ...findChanges(keyRules, keyPairs(same)),
    ...findChanges(preconditionRules, pairPreconditions(same)),
  ];
}
