import type { BinaryOperator, Expression } from '../tree.ts';
import { getBaseType, removeNullable } from '../types.ts';
import { comparePoint, type DecimalPoint, isDecimalPoint, listOtherDecimals } from './decimals.ts';
import { stringifyForm } from './form.ts';

/** A condition that is not split: it is about one term, the value of an expression or the relation of two. */
export interface Atom {
  /** Atoms with the same term speak of the same value. */
  readonly term: string;
  /** The result of the condition if the term is at a point; undefined: it fails. */
  at(point: Point): boolean | undefined;
  /** The points that distinguish the conditions of the term. */
  readonly points: readonly Point[];
}

/** A value; `absent` and `failed` without one; or the relation of two values. */
export type Point = unknown;

const absent = Symbol('absent');
const failed = Symbol('failed');
/** Some value that no condition names. */
const another = Symbol('another');
/** One of two values is null, or both are: they cannot be ordered. */
const apart = Symbol('apart');
const nulls = Symbol('nulls');

/** Returns the atom of a condition. */
export function toAtom(node: Expression): Atom {
  if (node.op === 'has') {
    const { points, term } = createTerm(node.of, []);
    return { term, points, at: (point) => (point === failed ? undefined : point !== absent) };
  }
  if (node.op !== 'binary') return toTruthAtom(node);
  const { operator, left, right } = node;
  if (operator === 'in') return toMembershipAtom(node, left, right);
  const turned = turns[operator];
  if (turned === undefined) return toTruthAtom(node);
  const [leftConstant, other] = [readConstant(left), readConstant(right)];
  if (other !== undefined) return toComparisonAtom(left, operator, other.value);
  return leftConstant === undefined
    ? toRelationAtom(left, operator, right)
    : toComparisonAtom(right, turned, leftConstant.value);
}

const turns: Partial<Record<BinaryOperator, BinaryOperator>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '==': '==',
  '!=': '!=',
};

function toTruthAtom(node: Expression): Atom {
  return { ...createTerm(node, [true, false]), at: (point) => (typeof point === 'boolean' ? point : undefined) };
}

function toComparisonAtom(of: Expression, operator: BinaryOperator, value: Constant): Atom {
  const test = (point: Point): boolean | undefined => {
    if (point === absent || point === failed) return undefined;
    if (operator === '==' || operator === '!=') return isSame(point, value) === (operator === '==');
    if (isDecimalPoint(value)) {
      const order = comparePoint(point, value);
      return order === undefined ? undefined : evaluateOrdering(operator, order, 0);
    }
    return typeof point === typeof value ? evaluateOrdering(operator, point as string, value as string) : undefined;
  };
  return { ...createTerm(of, [value]), at: test };
}

function toMembershipAtom(node: Expression, of: Expression, list: Expression): Atom {
  const items = list.op === 'list' ? list.items.map(readConstant) : [undefined];
  const values = items.flatMap((item) => (item === undefined ? [] : [item.value]));
  if (values.length < items.length) return toTruthAtom(node);
  const test = (point: Point): boolean | undefined =>
    point === absent || point === failed ? undefined : values.some((value) => isSame(point, value));
  return { ...createTerm(of, values), at: test };
}

function toRelationAtom(left: Expression, operator: BinaryOperator, right: Expression): Atom {
  const [leftForm, other] = [stringifyForm(left), stringifyForm(right)];
  const isTurned = leftForm > other;
  const sign = isTurned ? turns[operator]! : operator;
  const empty = [left, right].filter(isNullable).length;
  const missing = [...(empty === 2 ? [nulls] : []), ...([left, right].every(isCertain) ? [] : [failed])];
  const points = ['=', ...missing, ...(leftForm === other ? [] : ['<', '>', ...(empty > 0 ? [apart] : [])])];
  return {
    term: isTurned ? `${other} ~ ${leftForm}` : `${leftForm} ~ ${other}`,
    points,
    at: (point) => {
      if (point === failed) return undefined;
      const equal = point === '=' || point === nulls;
      if (sign === '==' || sign === '!=') return equal === (sign === '==');
      if (point === nulls || point === apart) return undefined;
      return sign[0] === point || (sign.endsWith('=') && equal);
    },
  };
}

/** Decimals, and an integer and a number, are the same by their value. */
function isSame(point: Point, value: Constant): boolean {
  if (isDecimalPoint(value)) return comparePoint(point, value) === 0;
  const isMixed = new Set([typeof point, typeof value]).isSubsetOf(numeric);
  return point === value || (isMixed && Number(point) === Number(value));
}

const numeric: ReadonlySet<string> = new Set(['number', 'bigint']);

function evaluateOrdering<T extends string | number>(operator: BinaryOperator, point: T, value: T): boolean {
  if (operator === '<') return point < value;
  if (operator === '<=') return point <= value;
  return operator === '>' ? point > value : point >= value;
}

type Constant = string | number | bigint | boolean | DecimalPoint | null;

/** A literal as it is compared: integers as BigInt, whatever their size. */
function readConstant(node: Expression): { readonly value: Constant } | undefined {
  if (node.op === 'negate') {
    const inner = readConstant(node.of)?.value;
    return typeof inner === 'bigint' || typeof inner === 'number' ? { value: -inner } : undefined;
  }
  if (node.op !== 'literal') return undefined;
  const { value } = node;
  if (value === null || typeof value === 'boolean') return { value };
  const { kind } = removeNullable(node.type);
  if (kind === 'int') return { value: BigInt(value) };
  if (kind === 'decimal') return { value: { decimal: String(value) } };
  return { value: kind === 'double' ? Number(value) : value };
}

/** The term of an expression, with the points at which conditions that name these constants may change. */
function createTerm(node: Expression, constants: readonly Constant[]): Pick<Atom, 'term' | 'points'> {
  // The path to a field of the record itself has no absent part.
  const missing = isCertain(node) ? [] : node.op === 'path' && node.steps.length === 1 ? [absent] : [absent, failed];
  const values = listPoints(node, constants);
  return { term: stringifyForm(node), points: [...values, ...missing, ...(isNullable(node) ? [null] : [])] };
}

function listPoints({ type }: Expression, constants: readonly Constant[]): readonly Point[] {
  const plain = removeNullable(type);
  if (plain.kind === 'choice') return [...constants, ...plain.values];
  if (plain.kind === 'bool') return [true, false];
  return [...constants.flatMap(listNeighbors), ...(some[getBaseType(plain).kind] ?? [another])];
}

/** Values that are always looked at, so that there is one where no condition names any. */
const some: Readonly<Record<string, readonly Constant[]>> = {
  int: [0n],
  decimal: [{ decimal: '0' }],
  double: [Number.NEGATIVE_INFINITY, 0, Number.POSITIVE_INFINITY],
  string: [''],
};

/** Returns a constant and its neighbors: no string is between a string and the same with U+0000 appended. */
function listNeighbors(constant: Constant): readonly Constant[] {
  if (typeof constant === 'bigint') return [constant - 1n, constant, constant + 1n];
  return typeof constant === 'string' ? [constant, `${constant}\u0000`] : [constant];
}

function isNullable({ type: { kind } }: Expression): boolean {
  return kind === 'nullable' || kind === 'any' || kind === 'null';
}

/** A field of the record that is always there, so that reading it cannot fail. */
function isCertain(node: Expression): boolean {
  if (node.op !== 'path' || node.root !== 'record') return false;
  return node.steps.every(({ optional, nullable, through }) => !optional && !nullable && through === undefined);
}

/** Combines the points of several atoms of one term: a point stays if none of them excludes it; between two numbers or decimals there is another. */
export function combinePoints(atoms: readonly Atom[]): readonly Point[] {
  const all = [...new Set(atoms.flatMap(({ points }) => points))];
  const numbers = all.filter((point) => typeof point === 'number').toSorted((a, b) => a - b);
  const between = numbers.slice(1).map((high, index) => findMidpoint(numbers[index]!, high));
  return [...all, ...between, ...listOtherDecimals(all)];
}

function findMidpoint(low: number, high: number): number {
  if (low === Number.NEGATIVE_INFINITY) return high === Number.POSITIVE_INFINITY ? 0 : high - 1;
  return high === Number.POSITIVE_INFINITY ? low + 1 : low + (high - low) / 2;
}
