import { memoPair } from '../../text/memo.ts';
import type { Expression } from '../tree.ts';
import { type Atom, combinePoints, toAtom } from './atoms.ts';
import { isExistence, listExistence, normalizeQuestions } from './questions.ts';

/**
 * A condition, or several combined in the order in which they are tried: `unless` holds wherever the other does not, because it is false or
 * fails.
 */
export type Condition =
  | Expression
  | { readonly op: 'all' | 'any'; readonly of: readonly Condition[] }
  | { readonly op: 'unless'; readonly of: Condition };

/** Holds always. */
export const always: Condition = { op: 'all', of: [] };
/** Holds never. */
export const never: Condition = { op: 'any', of: [] };

/** All of them. */
export function allOf(...of: readonly Condition[]): Condition {
  return { op: 'all', of };
}

/** At least one of them. */
export function anyOf(...of: readonly Condition[]): Condition {
  return { op: 'any', of };
}

/** Wherever the other does not hold. */
export function unless(of: Condition): Condition {
  return { op: 'unless', of };
}

/** Returns whether the second condition holds whenever the first does; false if their form does not show it. */
export function entails(first: Condition, second: Condition): boolean {
  return !canHold(allOf(first, unless(second)));
}

/** Returns whether a condition may hold; true if its form does not exclude it. */
export function canHold(condition: Condition): boolean {
  return isOpen([{ of: condition, is: 'true' }], [], { left: most });
}

/** The number of cases after which the search stops. */
const most = 4096;

/** The result of a condition: it may fail, so not true does not imply false. */
type Truth = 'true' | 'false' | 'not true' | 'not false';

interface Claim {
  readonly of: Condition;
  readonly is: Truth;
}

interface Fact {
  readonly of: Expression;
  readonly atom: Atom;
  readonly is: Truth;
}

/** Returns whether all claims can hold at once, with the facts; by cases, each of which results in facts alone. */
function isOpen(claims: readonly Claim[], facts: readonly Fact[], tries: { left: number }): boolean {
  if (tries.left-- <= 0) return true;
  const [first, ...rest] = claims;
  if (first === undefined) return true;
  const cases = splitIntoCases(first);
  if (cases !== undefined) return cases.some((branch) => isOpen([...branch, ...rest], facts, tries));
  const of = normalizeQuestions(first.of as Expression);
  const fact = { of, atom: toAtom(of), is: isExistence(of) ? withoutFailing[first.is] : first.is };
  if (facts.some((other) => excludes(fact, other) || excludes(other, fact))) return false;
  const same = [...facts.filter(({ atom }) => atom.term === fact.atom.term), fact];
  const isPossible = combinePoints(same.map(({ atom }) => atom)).some((point) =>
    same.every(({ atom, is }) => matchesTruth(atom.at(point), is)),
  );
  return isPossible && isOpen(rest, [...facts, fact], tries);
}

/** Whether a record exists for the first fact that the second one says does not exist. */
function excludes(first: Fact, second: Fact): boolean {
  if (first.is !== 'true' || second.is !== 'false') return false;
  const asked = listExistence(first.of, second.of);
  return asked !== undefined && entailsOnce(asked.first, asked.second);
}

const entailsOnce = memoPair((first: Expression, second: Expression): boolean => entails(first, second));

function matchesTruth(found: boolean | undefined, is: Truth): boolean {
  if (is === 'true' || is === 'not true') return (found === true) === (is === 'true');
  return (found === false) === (is === 'false');
}

const opposite: Readonly<Record<Truth, Truth>> = {
  true: 'false',
  false: 'true',
  'not true': 'not false',
  'not false': 'not true',
};
/** The result of a condition that cannot fail. */
const withoutFailing: Readonly<Record<Truth, Truth>> = {
  true: 'true',
  false: 'false',
  'not true': 'false',
  'not false': 'true',
};

/** Splits a claim into cases, each of claims that all hold; undefined for a claim that is not split. */
function splitIntoCases({ of: node, is }: Claim): readonly (readonly Claim[])[] | undefined {
  const isSo = is === 'true' || is === 'not false';
  switch (node.op) {
    case 'all':
    case 'any':
      return combineClaims(node.of, isSo ? 'true' : 'not true', (node.op === 'all') === isSo);
    case 'unless':
      return [[{ of: node.of, is: isSo ? 'not true' : 'true' }]];
    case 'not':
      return [[{ of: node.of, is: opposite[is] }]];
    case 'literal':
      return node.value === isSo ? [[]] : [];
    case 'choose':
      return splitChoice(node, is);
    case 'binary':
      if (node.operator !== '&&' && node.operator !== '||') return undefined;
      return combineClaims([node.left, node.right], is, (node.operator === '&&') === isSo);
    default:
      return undefined;
  }
}

function combineClaims(of: readonly Condition[], is: Truth, isAll: boolean): readonly (readonly Claim[])[] {
  const claims = of.map((condition) => ({ of: condition, is }));
  return isAll ? [claims] : claims.map((claim) => [claim]);
}

/** The branch determines the value; if the choice fails, it fails. */
function splitChoice(
  { when, then, otherwise }: Expression & { readonly op: 'choose' },
  is: Truth,
): (readonly Claim[])[] {
  const claim = (of: Condition, as: Truth): Claim => ({ of, is: as });
  const cases = [
    [claim(when, 'true'), claim(then, is)],
    [claim(when, 'false'), claim(otherwise, is)],
  ];
  return is === 'true' || is === 'false' ? cases : [...cases, [claim(when, 'not true'), claim(when, 'not false')]];
}
