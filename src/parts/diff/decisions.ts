import { allOf, anyOf, type Condition, canHold, entails, unless } from '../../expression/conditions/entails.ts';
import { stringifyForm } from '../../expression/conditions/form.ts';

/** One row of a list that is tried from the top: the first whose condition holds answers. */
export interface Branch<Outcome> {
  readonly when: Condition;
  readonly outcome: Outcome;
}

/** Requests that get another outcome than before. */
export interface Move<Outcome> {
  readonly old: Outcome;
  readonly now: Outcome;
  /** The older outcome is left and nothing else comes to it; false where that cannot be told from the conditions. */
  readonly isSure: boolean;
}

/** How outcomes are told apart: within the older list by a text, and beside those of the newer one. */
export interface OutcomeComparison<Outcome> {
  keyOf(outcome: Outcome): string;
  isSame(old: Outcome, now: Outcome): boolean;
}

/** Longer lists are compared place by place. */
const most = 60;

/**
 * What requests get otherwise by two lists, each of which always answers: not row by row, but by which row answers. What cannot
 * be told from the form of the conditions counts as different.
 */
export function findMoves<Outcome>(
  old: readonly Branch<Outcome>[],
  now: readonly Branch<Outcome>[],
  { keyOf, isSame }: OutcomeComparison<Outcome>,
): Move<Outcome>[] {
  const same = ({ when, outcome }: Branch<Outcome>, other: Branch<Outcome> | undefined): boolean =>
    other !== undefined && isSame(outcome, other.outcome) && stringifyForm(when) === stringifyForm(other.when);
  const first = old.findIndex((branch, index) => !same(branch, now[index]));
  if (first === -1) return [];
  const head = old.slice(0, first).map(({ when }) => when);
  const [before, after] = [expandBranches(head, old.slice(first)), expandBranches(head, now.slice(first))];
  const isLong = before.length > most || after.length > most;
  const pairs = before.flatMap((branch, index) =>
    (isLong ? [after[index] ?? after.at(-1)!] : after).map((other) => [branch, other] as const),
  );
  const found = pairs.filter(
    ([branch, other]) => !isSame(branch.outcome, other.outcome) && canHold(allOf(branch.when, other.when)),
  );
  return found.map(([branch, other]) => {
    const key = keyOf(branch.outcome);
    const was = before.filter(({ outcome }) => keyOf(outcome) === key).map(({ when }) => when);
    const is = after.filter(({ outcome }) => isSame(branch.outcome, outcome)).map(({ when }) => when);
    return { old: branch.outcome, now: other.outcome, isSure: entails(anyOf(...is), anyOf(...was)) };
  });
}

/** The same branches, each with the condition under which it answers. */
function expandBranches<Outcome>(head: readonly Condition[], branches: readonly Branch<Outcome>[]): Branch<Outcome>[] {
  const tried = [...head];
  return branches.map(({ when, outcome }) => {
    const reach = allOf(when, ...tried.map(unless));
    tried.push(when);
    return { when: reach, outcome };
  });
}
