import { extractQuestion } from '../questions.ts';
import type { Environment, Facts } from '../symbol-table.ts';
import type { Expression } from '../tree.ts';
import { getBaseType } from '../types.ts';
import {
  buildFactKey,
  findAnswerKey,
  findLack,
  getFact,
  intersectFacts,
  mostValues,
  type Path,
  withFact,
} from './facts.ts';

type Binary = Expression & { readonly op: 'binary' };

/** The facts where a condition has been found to be true, or false; undefined where it cannot be. */
export function learn(environment: Environment, node: Expression, truth: boolean, facts: Facts): Facts | undefined {
  switch (node.op) {
    case 'literal':
      return node.value === truth ? facts : undefined;
    case 'has':
      return learnHas(environment, node.of, truth, facts);
    case 'not':
      return learn(environment, node.of, !truth, facts);
    case 'choose': {
      const [yes, no] = [true, false].map((is) => learn(environment, node.when, is, facts));
      return intersectFacts(
        yes && learn(environment, node.then, truth, yes),
        no && learn(environment, node.otherwise, truth, no),
      );
    }
    case 'binary':
      if (node.operator === '&&' || node.operator === '||') return learnBoth(environment, node, truth, facts);
      return learnCompared(environment, node, truth, reads(node, facts));
    default:
      return reads(node, facts);
  }
}

function learnBoth(environment: Environment, node: Binary, truth: boolean, facts: Facts): Facts | undefined {
  const left = learn(environment, node.left, truth, facts);
  if ((node.operator === '&&') === truth) return left && learn(environment, node.right, truth, left);
  return intersectFacts(left, learn(environment, node.right, truth, facts));
}

function learnHas(environment: Environment, of: Expression, truth: boolean, facts: Facts): Facts | undefined {
  const answer = findAnswerKey(of);
  if (answer !== undefined)
    return facts.get(answer)?.there === !truth ? undefined : withFact(facts, answer, { there: truth });
  if (of.op !== 'path') return facts;
  const before = of.steps.length === 0 ? facts : readsUpTo(of, of.steps.length - 1, facts);
  const { there } = getFact(environment, before, of, of.steps.length);
  if (there === !truth) return undefined;
  return withFact(before, buildPathKey(of), { there: truth });
}

function learnCompared(environment: Environment, node: Binary, truth: boolean, facts: Facts): Facts | undefined {
  const { left, right, operator } = node;
  if (operator === 'in') {
    const listed = right.op === 'list' ? right.items.map(getStringLiteral) : [undefined];
    return left.op === 'path' ? learnValues(left, listed, truth, facts) : facts;
  }
  if (operator !== '==' && operator !== '!=') return facts;
  const equal = (operator === '==') === truth;
  let known: Facts | undefined = facts;
  for (const [side, other] of [
    [left, right],
    [right, left],
  ] as const) {
    if (known === undefined || side.op !== 'path') continue;
    if (other.type.kind === 'null') known = learnNull(environment, side, equal, known);
    else if (other.type.kind !== 'nullable' && other.type.kind !== 'any' && equal)
      known = withFact(known, buildPathKey(side), { null: false });
    if (known !== undefined) known = learnValues(side, [getStringLiteral(other)], equal, known);
  }
  return known;
}

function learnNull(environment: Environment, path: Path, isNull: boolean, facts: Facts): Facts | undefined {
  const known = getFact(environment, facts, path, path.steps.length).null;
  return known === !isNull ? undefined : withFact(facts, buildPathKey(path), { null: isNull });
}

/** Learns the values that a choice has, or does not have. */
function learnValues(
  path: Path,
  texts: readonly (string | undefined)[],
  isOne: boolean,
  facts: Facts,
): Facts | undefined {
  const type = path.type.kind === 'nullable' ? path.type.of : path.type;
  if (type.kind !== 'choice' || texts.includes(undefined)) return facts;
  const named = new Set(texts as readonly string[]);
  const known = facts.get(buildPathKey(path))?.values;
  const isLarge = (known?.size ?? type.values.length) > mostValues;
  if (isLarge && !isOne) return facts;
  const before = known ?? (isLarge ? named : new Set(type.values));
  const values = isOne ? before.intersection(named) : before.difference(named);
  const mayBeNull = path.type.kind === 'nullable' && !isOne;
  return values.size === 0 && !mayBeNull ? undefined : withFact(facts, buildPathKey(path), { values });
}

function getStringLiteral(node: Expression): string | undefined {
  return node.op === 'literal' && typeof node.value === 'string' ? node.value : undefined;
}

/** The name under which facts keep what a path reads. */
function buildPathKey({ root, steps }: Path): string {
  return buildFactKey(
    root,
    steps.map(({ name }) => name),
  );
}

/** The facts where a node has given a value: what it had to read was there, and not null where null is of no use. */
export function reads(node: Expression, facts: Facts): Facts {
  switch (node.op) {
    case 'path':
      return readsUpTo(node, node.steps.length, facts);
    case 'has':
      return node.of.op === 'path' && node.of.steps.length > 0
        ? readsUpTo(node.of, node.of.steps.length - 1, facts)
        : facts;
    case 'binary':
      if (node.operator === '&&' || node.operator === '||') return facts;
      return reads(node.right, reads(node.left, facts));
    case 'not':
    case 'negate':
      return reads(node.of, facts);
    case 'choose':
      return reads(node.when, facts);
    case 'select':
      return reads(node.from, facts);
    case 'index':
      return reads(node.at, reads(node.from, facts));
    case 'call':
      return node.of.reduce((known, argument) => reads(argument, known), facts);
    case 'list':
      return node.items.reduce((known, item) => reads(item, known), facts);
    case 'macro':
      return reads(node.over, facts);
    case 'question': {
      const answer = findAnswerKey(node);
      return answer === undefined ? facts : withFact(facts, answer, { there: true });
    }
    default:
      return facts;
  }
}

function readsUpTo(path: Path, count: number, facts: Facts): Facts {
  let known = facts;
  for (let at = 0; at <= count; at++) {
    const isLast = at === path.steps.length;
    const step = path.steps[at - 1];
    if (at === 0 ? path.root !== 'old' : step!.optional !== true && step!.nullable !== true) continue;
    const names = path.steps.slice(0, at).map(({ name }) => name);
    const isUsed = !isLast || (path.type.kind !== 'nullable' && path.type.kind !== 'any');
    known = withFact(known, buildFactKey(path.root, names), { there: true, ...(isUsed ? { null: false } : {}) });
  }
  return known;
}

/** Returns the facts if a condition was not true (or false): it is the other, or it fails. A side that may fail adds nothing. */
export function learnNot(environment: Environment, node: Expression, truth: boolean, facts: Facts): Facts {
  if (!mayFail(environment, node, facts)) return learn(environment, node, !truth, facts) ?? facts;
  if (node.op === 'not') return learnNot(environment, node.of, !truth, facts);
  const isBoth = node.op === 'binary' && node.operator === (truth ? '||' : '&&');
  if (!isBoth) return facts;
  const first = learnNot(environment, node.right, truth, facts);
  return learnNot(environment, node.right, truth, learnNot(environment, node.left, truth, first));
}

/** Whether a node may fail, for any reason. */
function mayFail(environment: Environment, node: Expression, facts: Facts): boolean {
  const fails = (operand: Expression, known: Facts = facts): boolean => mayFail(environment, operand, known);
  switch (node.op) {
    case 'literal':
      return false;
    case 'path': {
      if (node.root === 'caller') return true;
      const isUsed = node.type.kind !== 'nullable';
      return lacks(environment, facts, node, node.steps.length, isUsed);
    }
    case 'has':
      if (node.of.op === 'question') return extractQuestion(node.of).given.some((given) => fails(given));
      if (node.of.op !== 'path' || node.of.root === 'caller') return node.of.op !== 'path';
      return node.of.steps.length > 0 && lacks(environment, facts, node.of, node.of.steps.length - 1, true);
    case 'not':
      return fails(node.of);
    case 'binary':
      if (node.operator === '&&' || node.operator === '||') {
        const after = learn(environment, node.left, node.operator === '&&', facts);
        return fails(node.left) || (after !== undefined && fails(node.right, after));
      }
      return !['==', '!=', '<', '<=', '>', '>=', 'in'].includes(node.operator) || fails(node.left) || fails(node.right);
    case 'list':
      return node.items.some((item) => fails(item));
    case 'call':
      if (node.name === 'decimal' && getBaseType(node.of[0]!.type).kind === 'int') return fails(node.of[0]!);
      return (
        !['contains', 'startsWith', 'endsWith', 'timestamp', 'duration'].includes(node.name) ||
        node.of.some((expression) => fails(expression))
      );
    default:
      return true;
  }
}

function lacks(environment: Environment, facts: Facts, path: Path, count: number, isUsed: boolean): boolean {
  for (let at = 0; at <= count; at++)
    if (findLack(environment, facts, path, at, isUsed || at < path.steps.length) !== undefined) return true;
  return false;
}
