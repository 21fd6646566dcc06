import type { Change } from '../../changes/change.ts';
import { changesOf } from '../../changes/rule.ts';
import type { Comparison } from '../comparing/comparison.ts';
import { fieldRules, ownerRules, ruleMoveRules, unionRules, uniqueDifferenceRules } from './changes/index.ts';
import { ruleMoves } from './changes/rule-moves.ts';
import { type FieldPair, fieldPairs, ownerPairs, rulePairs, unionPairs } from './changes/subjects.ts';
import { uniqueDifferences } from './changes/uniques.ts';

/** How the resources, objects and unions of two documents differ. */
export function compare(comparison: Comparison): Change[] {
  const owners = ownerPairs(comparison);
  const rules = rulePairs(comparison, owners);
  return [
    ...changesOf(ownerRules, owners),
    ...changesOf(unionRules, unionPairs(comparison)),
    ...fieldPairs(comparison, owners).flatMap(fieldChanges),
    ...changesOf(uniqueDifferenceRules, uniqueDifferences(comparison, owners)),
    ...changesOf(ruleMoveRules, ruleMoves(rules)),
  ];
}

/** No row of Changes speaks of a field that is `internal` in both documents: every version looks alike. */
function fieldChanges(pair: FieldPair): Change[] {
  const changes = changesOf(fieldRules, [pair]);
  const isInternal = pair.old?.plan.direction === 'internal' && pair.now?.plan.direction === 'internal';
  return isInternal ? changes.map((change) => ({ ...change, rows: [] })) : changes;
}
