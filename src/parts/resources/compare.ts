import type { Change } from '../../diff/change.ts';
import { findChanges } from '../../diff/rule.ts';
import type { Comparison } from '../diff/comparison.ts';
import { fieldRules, ownerRules, ruleMoveRules, unionRules, uniqueDifferenceRules } from './diff/index.ts';
import { ruleMoves } from './diff/rule-moves.ts';
import { type FieldPair, fieldPairs, ownerPairs, rulePairs, unionPairs } from './diff/subjects.ts';
import { uniqueDifferences } from './diff/uniques.ts';

/** How the resources, objects and unions of two documents differ. */
export function compare(comparison: Comparison): Change[] {
  const owners = ownerPairs(comparison);
  const rules = rulePairs(comparison, owners);
  return [
    ...findChanges(ownerRules, owners),
    ...findChanges(unionRules, unionPairs(comparison)),
    ...fieldPairs(comparison, owners).flatMap(fieldChanges),
    ...findChanges(uniqueDifferenceRules, uniqueDifferences(comparison, owners)),
    ...findChanges(ruleMoveRules, ruleMoves(rules)),
  ];
}

/** No row of Changes speaks of a field that is `internal` in both documents: every version looks alike. */
function fieldChanges(pair: FieldPair): Change[] {
  const changes = findChanges(fieldRules, [pair]);
  const isInternal = pair.old?.plan.direction === 'internal' && pair.now?.plan.direction === 'internal';
  return isInternal ? changes.map((change) => ({ ...change, rows: [] })) : changes;
}
