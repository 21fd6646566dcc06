import type { ChangeRule } from '../../../changes/rule.ts';
import { answerMemberAdded } from './answer-member-added.ts';
import { answerMemberAlways } from './answer-member-always.ts';
import { answerMemberChanged } from './answer-member-changed.ts';
import { answerMemberOptional } from './answer-member-optional.ts';
import { answerMemberRemoved } from './answer-member-removed.ts';
import { baseAddressChanged } from './base-address-changed.ts';
import { baseAddressStated } from './base-address-stated.ts';
import { bodyAnswered } from './body-answered.ts';
import { bodyNoLongerAnswered } from './body-no-longer-answered.ts';
import { bodyNoLongerTaken } from './body-no-longer-taken.ts';
import { bodyTaken } from './body-taken.ts';
import { browsersLetIn } from './browsers-let-in.ts';
import { browsersShutOut } from './browsers-shut-out.ts';
import type { KeyPair, PreconditionPair } from './conditions.ts';
import { headerAdded } from './header-added.ts';
import { headerChanged } from './header-changed.ts';
import { headerRemoved } from './header-removed.ts';
import { keyHeaderChanged } from './key-header-changed.ts';
import { keyKeptLonger } from './key-kept-longer.ts';
import { keyKeptShorter } from './key-kept-shorter.ts';
import { keyNeeded } from './key-needed.ts';
import { keyNoLongerNeeded } from './key-no-longer-needed.ts';
import { keyNoLongerTaken } from './key-no-longer-taken.ts';
import { keyTaken } from './key-taken.ts';
import { mediaTypeAnswered } from './media-type-answered.ts';
import { mediaTypeNoLongerAnswered } from './media-type-no-longer-answered.ts';
import { mediaTypeNoLongerTaken } from './media-type-no-longer-taken.ts';
import { mediaTypeTaken } from './media-type-taken.ts';
import type { BodyMember } from './members.ts';
import { operationAdded } from './operation-added.ts';
import { operationClosed } from './operation-closed.ts';
import { operationNamedOtherwise } from './operation-named-otherwise.ts';
import { operationOpened } from './operation-opened.ts';
import { operationRemoved } from './operation-removed.ts';
import { orderChanged } from './order-changed.ts';
import { parameterAdded } from './parameter-added.ts';
import { parameterBecameOptional } from './parameter-became-optional.ts';
import { parameterBecameRequired } from './parameter-became-required.ts';
import { parameterBoundsChanged } from './parameter-bounds-changed.ts';
import { parameterDefaultChanged } from './parameter-default-changed.ts';
import { parameterMeaningChanged } from './parameter-meaning-changed.ts';
import { parameterRemoved } from './parameter-removed.ts';
import { parameterRenamed } from './parameter-renamed.ts';
import { parameterSplit } from './parameter-split.ts';
import { parameterTakesSeveral } from './parameter-takes-several.ts';
import { pathChanged } from './path-changed.ts';
import { preconditionNeeded } from './precondition-needed.ts';
import { preconditionNoLongerNeeded } from './precondition-no-longer-needed.ts';
import { recordChanged } from './record-changed.ts';
import { requestMemberAdded } from './request-member-added.ts';
import { requestMemberChanged } from './request-member-changed.ts';
import { requestMemberNeeded } from './request-member-needed.ts';
import { requestMemberOptional } from './request-member-optional.ts';
import { requestMemberRemoved } from './request-member-removed.ts';
import { requestMemberRequired } from './request-member-required.ts';
import { requiredParameterAdded } from './required-parameter-added.ts';
import { responseAdded } from './response-added.ts';
import { responseRemoved } from './response-removed.ts';
import { responseWhenChanged } from './response-when-changed.ts';
import type { ResponseMove, ResponsePair } from './responses.ts';
import { searchChanged } from './search-changed.ts';
import type { ServicePair } from './service.ts';
import { sortFieldAdded } from './sort-field-added.ts';
import { sortFieldRemoved } from './sort-field-removed.ts';
import { statusChanged } from './status-changed.ts';
import type { OperationPair, ParameterPair } from './subjects.ts';
import { unknownMembersIgnored } from './unknown-members-ignored.ts';
import { unknownMembersRefused } from './unknown-members-refused.ts';
import { usualMediaTypeChanged } from './usual-media-type-changed.ts';

/** What may differ in a OperationPair. */
export const operationRules: readonly ChangeRule<OperationPair>[] = [
  operationAdded,
  operationRemoved,
  operationNamedOtherwise,
  pathChanged,
  operationClosed,
  operationOpened,
  orderChanged,
  recordChanged,
  bodyTaken,
  bodyNoLongerTaken,
];

/** What may differ in a BodyMember. */
export const bodyMemberRules: readonly ChangeRule<BodyMember>[] = [
  requestMemberAdded,
  requestMemberNeeded,
  requestMemberRemoved,
  requestMemberRequired,
  requestMemberOptional,
  requestMemberChanged,
  answerMemberAdded,
  answerMemberRemoved,
  answerMemberOptional,
  answerMemberAlways,
  answerMemberChanged,
];

/** What may differ in a ResponsePair. */
export const responseRules: readonly ChangeRule<ResponsePair>[] = [
  statusChanged,
  bodyNoLongerAnswered,
  bodyAnswered,
  headerAdded,
  headerRemoved,
  headerChanged,
];

/** What may be found in a ResponseMove. */
export const responseMoveRules: readonly ChangeRule<ResponseMove>[] = [
  responseAdded,
  responseRemoved,
  responseWhenChanged,
];

/** What may differ in a ParameterPair. */
export const parameterRules: readonly ChangeRule<ParameterPair>[] = [
  parameterAdded,
  requiredParameterAdded,
  parameterRemoved,
  parameterRenamed,
  parameterMeaningChanged,
  parameterTakesSeveral,
  parameterSplit,
  sortFieldRemoved,
  sortFieldAdded,
  searchChanged,
  parameterBecameRequired,
  parameterBecameOptional,
  parameterDefaultChanged,
  parameterBoundsChanged,
];

/** What may differ in a ServicePair. */
export const serviceRules: readonly ChangeRule<ServicePair>[] = [
  baseAddressChanged,
  baseAddressStated,
  mediaTypeNoLongerTaken,
  mediaTypeTaken,
  mediaTypeNoLongerAnswered,
  mediaTypeAnswered,
  usualMediaTypeChanged,
  unknownMembersRefused,
  unknownMembersIgnored,
  browsersShutOut,
  browsersLetIn,
];

/** What may differ in a KeyPair. */
export const keyRules: readonly ChangeRule<KeyPair>[] = [
  keyNeeded,
  keyNoLongerNeeded,
  keyTaken,
  keyNoLongerTaken,
  keyHeaderChanged,
  keyKeptShorter,
  keyKeptLonger,
];

/** What may differ in a PreconditionPair. */
export const preconditionRules: readonly ChangeRule<PreconditionPair>[] = [
  preconditionNeeded,
  preconditionNoLongerNeeded,
];
