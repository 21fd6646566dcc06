import { allOf, always, type Condition, canHold, unless } from '../../../expression/conditions/entails.ts';
import type { Expression } from '../../../expression/tree.ts';
import { normalizeWords, pairByTests } from '../../diff/comparison.ts';
import { type Branch, findMoves } from '../../diff/decisions.ts';
import { renameToNewer } from '../../diff/expressions.ts';
import { isNotShown } from '../../not-shown.ts';
import type { ResponseModel } from '../model.ts';
import type { OperationSide, SameOperation } from './subjects.ts';

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

/** Answers of an operation that come as another of its responses than before. One that is new or gone has no other side. */
export interface ResponseMove {
  readonly operation: SameOperation;
  readonly old: ResponsePair;
  readonly now: ResponsePair;
}

/**
 * The responses of the operations that both documents have: of one status and shape beside each other, then of one status, what
 * is left in order. That of a create for an existing record stands for itself, that of a replace for a new one, and each error.
 */
export function pairResponses(operations: readonly SameOperation[]): ResponsePair[] {
  return operations.flatMap((operation): ResponsePair[] => {
    const isApart = isChosenApart(operation);
    const isOfStatus = (response: ResponseSide, other: ResponseSide): boolean =>
      response.plan.status === other.plan.status;
    const isOfKind = (response: ResponseSide, other: ResponseSide): boolean =>
      isByRecord(response) === isByRecord(other) && response.plan.error === findOlderCode(operation, other);
    const isAlike = (response: ResponseSide, other: ResponseSide): boolean =>
      isOfStatus(response, other) && normalizeWords(response.model.shape) === normalizeWords(other.model.shape);
    const [older, newer] = [listResponses(operation.old, isApart), listResponses(operation.now, isApart)];
    const tests = [isAlike, isOfStatus, () => true].map(
      (isPair) => (response: ResponseSide, other: ResponseSide) => isOfKind(response, other) && isPair(response, other),
    );
    return pairByTests(older, newer, tests).map((pair) => ({ ...pair, operation }));
  });
}

/** Whether the record decides, by being there or not. */
function isByRecord({ plan }: ResponseSide): boolean {
  return plan.exists === true || plan.isNew === true;
}

/** Whether something else than the conditions chooses: the handler. */
function isChosenApart({ old, now }: SameOperation): boolean {
  return [old, now].some(({ plan }) => plan.kind === 'handler');
}

/** What is answered as another response, by all conditions in their order. */
export function findResponseMoves(responses: readonly ResponsePair[]): ResponseMove[] {
  return [...Map.groupBy(responses, ({ operation }) => operation)].flatMap(([operation, all]) => {
    const isApart = isChosenApart(operation);
    const [first] = all;
    const apart = all.filter(({ old, now }) => isApart || isByRecord((old ?? now)!));
    const moved = apart
      .filter(({ old, now }) => old === undefined || now === undefined)
      .map((response) => ({ operation, old: response.old ? response : first!, now: response.now ? response : first! }));
    if (isApart) return moved;
    const pairs = all.filter((pair) => !apart.includes(pair));
    const { comparison, called, now } = operation;
    const at = { of: now.plan.resource, operation: called };
    const branches = (which: 'old' | 'now', turn: (when: Expression) => Expression): Branch<ResponsePair>[] =>
      pairs
        .flatMap((pair) => (pair[which] === undefined ? [] : [{ pair, side: pair[which] }]))
        .toSorted((entry, other) => entry.side.model.span.start - other.side.model.span.start)
        .map(({ pair, side: { plan } }) => ({
          when: plan.when === undefined ? always : turn(plan.when),
          outcome: pair,
        }));
    const moves = findMoves(
      branches('old', (when) => renameToNewer(comparison, at, when)),
      branches('now', (when) => when),
      {
        keyOf: (pair) => String(pairs.indexOf(pair)),
        isSame: (pair, other) =>
          pair === other ||
          stringifyResponse(pair.old!, pair.old!.plan.error) ===
            stringifyResponse(other.now!, findOlderCode(operation, other.now!)),
      },
    );
    return [...moves.map((move) => ({ operation, old: move.old, now: move.now })), ...moved];
  });
}

/** The code of a newer response that is an error, by its older name. */
function findOlderCode(
  { comparison: { renamed } }: SameOperation,
  { plan: { error } }: ResponseSide,
): string | undefined {
  return error === undefined ? undefined : renamed.code(error);
}

/** What a response gives, without its condition; `code` is that of an error. */
function stringifyResponse({ model: { status, shape, headers } }: ResponseSide, code: string | undefined): string {
  const all = headers.map(({ name, value, role }) => `${name.value} ${role?.value ?? normalizeWords(value)}`);
  return [code ?? status?.value, normalizeWords(shape), ...all.toSorted()].join('\n');
}

/** The responses that some request may get. */
function listResponses({ model, plan }: OperationSide, isApart: boolean): ResponseSide[] {
  const models = isNotShown(model.responses) ? [] : model.responses;
  const isEmpty = !isNotShown(model.responses) && models.length === 0;
  const tried: Condition[] = [];
  return plan.responses.flatMap((response, index) => {
    // An empty cell means a status without a body.
    const unstated = { status: { value: response.status, span: model.span }, headers: [], span: model.span };
    const found = isEmpty ? unstated : models[index];
    const when = response.when ?? always;
    const byRecord = response.exists === true || response.isNew === true;
    const isGiven = isApart || byRecord || canHold(allOf(when, ...tried.map(unless)));
    tried.push(when);
    return found === undefined || !isGiven ? [] : [{ model: found, plan: response }];
  });
}
