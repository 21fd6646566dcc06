import type { ChangeRule } from '../../../changes/rule.ts';
import { assignedChanged } from './assigned-changed.ts';
import { becameOptional } from './became-optional.ts';
import { becameRequired } from './became-required.ts';
import { changeableNow } from './changeable-now.ts';
import { computedChanged } from './computed-changed.ts';
import { constraintChanged } from './constraint-changed.ts';
import { constraintLooser } from './constraint-looser.ts';
import { constraintTighter } from './constraint-tighter.ts';
import { defaultChanged } from './default-changed.ts';
import { defaultRemoved } from './default-removed.ts';
import { fieldAdded } from './field-added.ts';
import { fieldRemoved } from './field-removed.ts';
import { fieldRenamed } from './field-renamed.ts';
import { formatChanged } from './format-changed.ts';
import { formatNarrower } from './format-narrower.ts';
import { formatWider } from './format-wider.ts';
import { identityChanged } from './identity-changed.ts';
import { namedOtherwise } from './named-otherwise.ts';
import { noLongerSent } from './no-longer-sent.ts';
import { noLongerShown } from './no-longer-shown.ts';
import { notAtCreation } from './not-at-creation.ts';
import { notChangeable } from './not-changeable.ts';
import { nullAdded } from './null-added.ts';
import { nullRemoved } from './null-removed.ts';
import { objectAdded } from './object-added.ts';
import { objectRemoved } from './object-removed.ts';
import { onDeleteChanged } from './on-delete-changed.ts';
import { onDeleteRefuses } from './on-delete-refuses.ts';
import { requiredFieldAdded } from './required-field-added.ts';
import { resourceAdded } from './resource-added.ts';
import { resourceRemoved } from './resource-removed.ts';
import { ruleAdded } from './rule-added.ts';
import { ruleAnswersFirst } from './rule-answers-first.ts';
import { ruleChanged } from './rule-changed.ts';
import { ruleCodeChanged } from './rule-code-changed.ts';
import { ruleLooser } from './rule-looser.ts';
import type { RuleMove } from './rule-moves.ts';
import { ruleRemoved } from './rule-removed.ts';
import { ruleTighter } from './rule-tighter.ts';
import { sentNow } from './sent-now.ts';
import { shownAsChanged } from './shown-as-changed.ts';
import { shownNow } from './shown-now.ts';
import { shownOnce } from './shown-once.ts';
import type { FieldPair, OwnerPair, UnionPair } from './subjects.ts';
import { typeChanged } from './type-changed.ts';
import { typeNarrowed } from './type-narrowed.ts';
import { typeWidened } from './type-widened.ts';
import { unionAdded } from './union-added.ts';
import { unionCaseAdded } from './union-case-added.ts';
import { unionCaseChanged } from './union-case-changed.ts';
import { unionCaseRemoved } from './union-case-removed.ts';
import { unionNamedOtherwise } from './union-named-otherwise.ts';
import { unionRemoved } from './union-removed.ts';
import { unionTagChanged } from './union-tag-changed.ts';
import { uniqueAdded } from './unique-added.ts';
import { uniqueRemoved } from './unique-removed.ts';
import type { UniqueDifference } from './uniques.ts';
import { valueAdded } from './value-added.ts';
import { valueRemoved } from './value-removed.ts';
import { valueRenamed } from './value-renamed.ts';

/** What may differ in a OwnerPair. */
export const ownerRules: readonly ChangeRule<OwnerPair>[] = [
  resourceAdded,
  resourceRemoved,
  objectAdded,
  objectRemoved,
  namedOtherwise,
  shownAsChanged,
  identityChanged,
];

/** What may differ in a FieldPair. */
export const fieldRules: readonly ChangeRule<FieldPair>[] = [
  fieldAdded,
  requiredFieldAdded,
  fieldRemoved,
  fieldRenamed,
  typeWidened,
  typeNarrowed,
  typeChanged,
  formatNarrower,
  formatWider,
  formatChanged,
  nullAdded,
  nullRemoved,
  valueAdded,
  valueRemoved,
  valueRenamed,
  constraintTighter,
  constraintLooser,
  constraintChanged,
  becameRequired,
  becameOptional,
  defaultChanged,
  defaultRemoved,
  noLongerSent,
  sentNow,
  notAtCreation,
  notChangeable,
  changeableNow,
  noLongerShown,
  shownNow,
  shownOnce,
  computedChanged,
  assignedChanged,
  onDeleteRefuses,
  onDeleteChanged,
];

/** What may differ in a UniqueDifference. */
export const uniqueDifferenceRules: readonly ChangeRule<UniqueDifference>[] = [uniqueAdded, uniqueRemoved];

/** What may be found in a RuleMove. */
export const ruleMoveRules: readonly ChangeRule<RuleMove>[] = [
  ruleAdded,
  ruleRemoved,
  ruleTighter,
  ruleLooser,
  ruleChanged,
  ruleAnswersFirst,
  ruleCodeChanged,
];

/** What may differ in a UnionPair. */
export const unionRules: readonly ChangeRule<UnionPair>[] = [
  unionAdded,
  unionRemoved,
  unionCaseAdded,
  unionCaseRemoved,
  unionCaseChanged,
  unionTagChanged,
  unionNamedOtherwise,
];
