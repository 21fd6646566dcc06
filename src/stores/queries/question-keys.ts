import {
  findFollowedAnchorOf,
  listAnchors,
  type QuestionNode,
  readsOf,
  splitConditions,
} from '../../expression/questions.ts';
import type { Expression } from '../../expression/tree.ts';

/** Returns the fields of the index that answers a question: the fields that it fixes, by a literal last, and then one that it bounds. */
export function findQuestionKeys(question: QuestionNode): readonly string[] {
  const variables = new Set([question.variable]);
  const anchors = listAnchors(question);
  const literal = ({ equals }: (typeof anchors)[number]): number => (equals.op === 'literal' ? 1 : 0);
  const followed = findFollowedAnchorOf(question)?.steps.slice(0, 1) ?? [];
  const fixed = [
    ...followed.map(({ name }) => name),
    ...anchors.toSorted((left, right) => literal(left) - literal(right)).map(({ field }) => field),
  ];
  const bounded = splitConditions(question.where).flatMap((part) => findBounds(part, variables));
  // Of a past that grows and a future that stays short, a lower bound reads the future.
  const range = (bounded.find(({ lower }) => lower) ?? bounded[0])?.field;
  return [...new Set([...fixed, ...(range === undefined ? [] : [range])])];
}

const orders: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);

function findBounds(part: Expression, variables: ReadonlySet<string>): readonly { field: string; lower: boolean }[] {
  if (part.op !== 'binary' || !orders.has(part.operator)) return [];
  const [left, right] = [readsOf(part.left, variables), readsOf(part.right, variables)];
  const isGreater = part.operator.startsWith('>');
  if (left?.length === 1 && right === undefined) return [{ field: left[0]!.name, lower: isGreater }];
  return right?.length === 1 && left === undefined ? [{ field: right[0]!.name, lower: !isGreater }] : [];
}
