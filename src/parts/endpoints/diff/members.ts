import { parseShape } from '../../../shape/parse.ts';
import type { SourceText, Span } from '../../../text/location.ts';
import { normalizeWords } from '../../diff/comparison.ts';
import {
  answerMembersOf,
  dropUnchanged,
  findDifferingFields,
  listInputFields,
  type Member,
  type MemberDifference,
} from '../../diff/members.ts';
import { isNotShown } from '../../not-shown.ts';
import type { ResponsePair } from './responses.ts';
import type { OperationSide, SameOperation } from './subjects.ts';

/** A member of a body or an answer that differs because a shape is written otherwise. */
export interface BodyMember extends MemberDifference {
  readonly operation: SameOperation;
  readonly in: 'request' | 'answer';
  readonly oldSpan: Span | undefined;
  readonly nowSpan: Span | undefined;
}

/** The members of requests and answers that differ because their shapes are written otherwise. */
export function findFieldDifferences(
  operations: readonly SameOperation[],
  responses: readonly ResponsePair[],
): BodyMember[] {
  return [...operations.flatMap(findRequestDifferences), ...responses.flatMap(findResponseDifferences)];
}

function findRequestDifferences(operation: SameOperation): BodyMember[] {
  const { comparison, old, now } = operation;
  const [before, after] = [old.model.request, now.model.request];
  if (normalizeWords(before) === normalizeWords(after) || isNotShown(before) || isNotShown(after)) return [];
  const members = ({ plan }: OperationSide, request: SourceText | undefined): Member[] =>
    listInputFields(plan.input, request === undefined ? undefined : parseShape(request).shape);
  const [sent, taken] = [members(old, before), members(now, after)];
  const fields = [dropUnchanged(sent, taken), dropUnchanged(taken, sent)] as const;
  const found = findDifferingFields(comparison, now.plan.resource, ...fields);
  // of a body that is new as a whole only what must be in it matters, of one that is gone nothing
  const told = found.filter((difference) =>
    before === undefined ? difference.now?.optional === false : after !== undefined,
  );
  return told.map((difference) => ({
    ...difference,
    operation,
    in: 'request',
    oldSpan: before?.span ?? old.model.span,
    nowSpan: after?.span ?? now.model.span,
  }));
}

function findResponseDifferences({ operation, old, now }: ResponsePair): BodyMember[] {
  if (old?.plan.shape === undefined || now?.plan.shape === undefined) return [];
  const { comparison } = operation;
  const shown = [comparison.old, comparison.now].map(({ service }) =>
    service.resources.resources.map(({ name, shownAs }) => `${name.value} ${normalizeWords(shownAs)}`).join(),
  );
  if (normalizeWords(old.model.shape) === normalizeWords(now.model.shape) && shown[0] === shown[1]) return [];
  const at = { of: operation.now.plan.resource, operation: operation.called };
  const { before, after } = answerMembersOf(comparison, at, old.plan.shape, now.plan.shape);
  return findDifferingFields(comparison, at.of, before, after).map((member) => ({
    ...member,
    operation,
    in: 'answer',
    oldSpan: old.model.shape?.span ?? old.model.span,
    nowSpan: now.model.shape?.span ?? now.model.span,
  }));
}
