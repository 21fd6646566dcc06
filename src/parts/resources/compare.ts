import type { Change } from '../../diff/change.ts';
import { findChanges } from '../../diff/rule.ts';
import type { Comparison } from '../diff/comparison.ts';
import { fieldRules, ownerRules, ruleMoveRules, unionRules, uniqueDifferenceRules } from './diff/index.ts';
import { collectRuleMoves } from './diff/rule-moves.ts';
import { type FieldPair, pairFields, pairOwners, pairRules, pairUnions } from './diff/subjects.ts';
import { compareUniques } from './diff/uniques.ts';

/** How the resources, objects and unions of two documents differ. */
export function compare(comparison: Comparison): Change[] {
  const owners = pairOwners(comparison);
  const rules = pairRules(comparison, owners);
  return [
    ...findChanges(ownerRules, owners),
    ...findChanges(unionRules, pairUnions(comparison)),
    ...pairFields(comparison, owners).flatMap(compareField),
    ...findChanges(uniqueDifferenceRules, compareUniques(comparison, owners)),
    ...findChanges(ruleMoveRules, collectRuleMoves(rules)),
  ];
}

/** No row of Changes speaks of a field that is `internal` in both documents: every version looks alike. */
function compareField(pair: FieldPair): Change[] {
  const changes = findChanges(fieldRules, [pair]);
  const isInternal = pair.old?.plan.direction === 'internal' && pair.now?.plan.direction === 'internal';
  return isInternal ? changes.map((change) => ({ ...change, rows: [] })) : changes;
}
