import { always } from '../../../expression/entails.ts';
import type { Expression } from '../../../expression/tree.ts';
import { parseShape } from '../../../shape/parse.ts';
import type { Span, Words } from '../../../text/place.ts';
import { wordsOf } from '../../comparing/comparison.ts';
import { type Branch, movesOf } from '../../comparing/decisions.ts';
import { inNewNames } from '../../comparing/expressions.ts';
import {
  answerMembersOf,
  differingMembers,
  inputMembers,
  type Member,
  type MemberDifference,
} from '../../comparing/members.ts';
import { isNotShown } from '../../not-shown.ts';
import type { ResponseModel } from '../model.ts';
import type { OperationSide, SameOperation } from './subjects.ts';

/** A member of a body or an answer that differs because a shape is written otherwise. */
export interface BodyMember extends MemberDifference {
  readonly operation: SameOperation;
  readonly in: 'request' | 'answer';
  readonly oldSpan: Span | undefined;
  readonly nowSpan: Span | undefined;
}

/** A response in one document. */
export interface ResponseSide {
  readonly model: ResponseModel;
  readonly plan: OperationSide['plan']['responses'][number];
}

/** Two responses of one operation, side by side. */
export interface ResponsePair {
  readonly operation: SameOperation;
  readonly old?: ResponseSide;
  readonly now?: ResponseSide;
}

/** Answers of an operation that come as another of its responses than before, which both documents have. */
export interface ResponseMove {
  readonly operation: SameOperation;
  readonly old: ResponseSide;
  readonly now: ResponseSide;
}

/**
 * The responses of the operations that both documents have: of one status and shape beside each other, then of one status, what
 * is left in order. Those of a create by PUT stand for themselves: the first for a new record, the second for one that was there.
 */
export function responsePairs(operations: readonly SameOperation[]): ResponsePair[] {
  return operations.flatMap((operation): ResponsePair[] => {
    const left = responsesOf(operation.old);
    const newer = responsesOf(operation.now);
    const found = new Map<ResponseSide, ResponseSide>();
    const isAlike = (one: ResponseSide, other: ResponseSide): boolean =>
      one.plan.status === other.plan.status && wordsOf(one.model.shape) === wordsOf(other.model.shape);
    const tiers = [
      isAlike,
      (one: ResponseSide, other: ResponseSide) => one.plan.status === other.plan.status,
      () => true,
    ];
    for (const fits of isByPut(operation) ? [() => true] : tiers) {
      for (const now of newer) {
        if (found.has(now)) continue;
        const at = left.findIndex((old) => fits(old, now));
        if (at >= 0) found.set(now, left.splice(at, 1)[0]!);
      }
    }
    const pairs = newer.map((now) => {
      const old = found.get(now);
      return old === undefined ? { operation, now } : { operation, old, now };
    });
    return [...pairs, ...left.map((old) => ({ operation, old }))];
  });
}

function isByPut({ now: { plan } }: SameOperation): boolean {
  return plan.kind === 'create' && plan.method === 'PUT';
}

/** What is answered as another response, by all conditions in their order; responses that are new or gone tell of themselves. */
export function responseMoves(responses: readonly ResponsePair[]): ResponseMove[] {
  return [...Map.groupBy(responses, ({ operation }) => operation)].flatMap(([operation, pairs]) => {
    if (isByPut(operation)) return [];
    const { comparison, called, now } = operation;
    const at = { of: now.plan.resource, operation: called };
    const before = pairs.flatMap((pair) => (pair.old === undefined ? [] : [{ pair, side: pair.old }]));
    const after = pairs.flatMap((pair) => (pair.now === undefined ? [] : [{ pair, side: pair.now }]));
    const branches = (all: typeof before, turn: (when: Expression) => Expression): Branch<ResponsePair>[] =>
      all
        .toSorted((one, other) => one.side.model.span.start - other.side.model.span.start)
        .map(({ pair, side: { plan } }) => ({
          when: plan.when === undefined ? always : turn(plan.when),
          outcome: pair,
        }));
    const moves = movesOf(
      branches(before, (when) => inNewNames(comparison, at, when)),
      branches(after, (when) => when),
      { keyOf: (pair) => String(pairs.indexOf(pair)), isSame: (one, other) => one === other },
    );
    return moves.flatMap((move) => {
      const [{ old, now: was }, { old: is, now }] = [move.old, move.now];
      return old === undefined || was === undefined || is === undefined || now === undefined
        ? []
        : [{ operation, old, now }];
    });
  });
}

function responsesOf({ model, plan }: OperationSide): ResponseSide[] {
  const models = isNotShown(model.responses) ? [] : model.responses;
  return plan.responses.flatMap((response, index) => {
    const found = models[index];
    return found === undefined ? [] : [{ model: found, plan: response }];
  });
}

/** The members of requests and answers that differ because their shapes are written otherwise. */
export function memberDifferences(
  operations: readonly SameOperation[],
  responses: readonly ResponsePair[],
): BodyMember[] {
  return [...operations.flatMap(inRequest), ...responses.flatMap(inAnswer)];
}

function inRequest(operation: SameOperation): BodyMember[] {
  const { comparison, old, now } = operation;
  const [before, after] = [old.model.request, now.model.request];
  if (wordsOf(before) === wordsOf(after) || isNotShown(before) || isNotShown(after)) return [];
  const members = ({ plan }: OperationSide, request: Words | undefined): Member[] =>
    inputMembers(plan.input, request === undefined ? undefined : parseShape(request).shape);
  const found = differingMembers(comparison, now.plan.resource, members(old, before), members(now, after));
  // of a body that is new as a whole only what must be in it matters, of one that is gone nothing
  const told = found.filter((one) => (before === undefined ? one.now?.optional === false : after !== undefined));
  return told.map((one) => ({
    ...one,
    operation,
    in: 'request',
    oldSpan: before?.span ?? old.model.span,
    nowSpan: after?.span ?? now.model.span,
  }));
}

function inAnswer({ operation, old, now }: ResponsePair): BodyMember[] {
  if (old?.plan.shape === undefined || now?.plan.shape === undefined) return [];
  const { comparison } = operation;
  const shown = [comparison.old, comparison.now].map(({ service }) =>
    service.resources.resources.map(({ name, shownAs }) => `${name.value} ${wordsOf(shownAs)}`).join(),
  );
  if (wordsOf(old.model.shape) === wordsOf(now.model.shape) && shown[0] === shown[1]) return [];
  const at = { of: operation.now.plan.resource, operation: operation.called };
  const { before, after } = answerMembersOf(comparison, at, old.plan.shape, now.plan.shape);
  return differingMembers(comparison, at.of, before, after).map((one) => ({
    ...one,
    operation,
    in: 'answer',
    oldSpan: old.model.shape?.span ?? old.model.span,
    nowSpan: now.model.shape?.span ?? now.model.span,
  }));
}
