import type { ChangeRule } from '../../../changes/rule.ts';
import type { AnswerMove } from './answers.ts';
import { bodyChanged } from './body-changed.ts';
import { bodyMemberAdded } from './body-member-added.ts';
import { bodyMemberChanged } from './body-member-changed.ts';
import { bodyMemberRemoved } from './body-member-removed.ts';
import { codeAdded } from './code-added.ts';
import { codeRemoved } from './code-removed.ts';
import { codeRenamed } from './code-renamed.ts';
import { codeStatusChanged } from './code-status-changed.ts';
import { columnChanged } from './column-changed.ts';
import { conditionCovered } from './condition-covered.ts';
import { conditionMoved } from './condition-moved.ts';
import { conditionUncovered } from './condition-uncovered.ts';
import { fieldChanged } from './field-changed.ts';
import { messageChanged } from './message-changed.ts';
import type { BodyPair, CodePair, RefusalMember } from './subjects.ts';

/** What may differ in a CodePair. */
export const codeRules: readonly ChangeRule<CodePair>[] = [
  codeAdded,
  codeRemoved,
  codeRenamed,
  codeStatusChanged,
  messageChanged,
  columnChanged,
  fieldChanged,
];

/** What may be found in a AnswerMove. */
export const answerRules: readonly ChangeRule<AnswerMove>[] = [conditionUncovered, conditionCovered, conditionMoved];

/** What may differ in a BodyPair. */
export const bodyRules: readonly ChangeRule<BodyPair>[] = [bodyChanged];

/** What may differ in a RefusalMember. */
export const refusalMemberRules: readonly ChangeRule<RefusalMember>[] = [
  bodyMemberAdded,
  bodyMemberRemoved,
  bodyMemberChanged,
];
