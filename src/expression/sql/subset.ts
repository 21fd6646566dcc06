import { type Checking, fail, locateNode, recordSpan } from '../check/checking.ts';
import { diagnostics } from '../diagnostics.ts';
import { listQuestions, type QuestionNode, readsVariable } from '../questions.ts';
import { listChildNodes } from '../references.ts';
import type { Expression, ValueType } from '../tree.ts';
import { describeType, getBaseType, removeNullable } from '../types.ts';

/** A path that is a field. */
export type FieldNode = Expression & { readonly op: 'path' };

/** Which nodes a store finds in its rows, and which it is handed. */
interface Profile {
  readonly checking: Checking;
  isField(node: Expression): node is FieldNode;
  isValue(node: Expression): boolean;
}

/** Whether a node is a field that a store can compare: of the record or of one that a question asks about, or of one that refs lead to. */
export function isField(node: Expression): node is FieldNode {
  if (node.op !== 'path' || (node.root !== 'record' && node.root !== 'local')) return false;
  const [first, ...further] = node.root === 'local' ? node.steps.slice(1) : node.steps;
  return first !== undefined && further.every(({ through }) => through !== undefined);
}

/** Whether a node is a value that the process hands to the store: a literal, or a path that does not begin at a record. */
function isValue(node: Expression): boolean {
  if (node.op === 'literal') return true;
  if (node.op === 'call' && node.name === 'timestamp' && node.of[0]?.op === 'literal') return true;
  return isGivenPath(node) || isComputed(node);
}

function isGivenPath(node: Expression): boolean {
  return node.op === 'path' && node.root !== 'record' && node.root !== 'old' && node.root !== 'local';
}

/** Whether the process computes a node before the query, of values that it has: it reads some, and no record. */
function isComputed(node: Expression): boolean {
  if (node.op === 'path' || node.op === 'literal') return false;
  let readsGiven = false;
  const visit = (inner: Expression, bound: ReadonlySet<string>): boolean => {
    if (inner.op === 'question' || inner.op === 'next') return false;
    if (inner.op === 'path') {
      readsGiven ||= isGivenPath(inner);
      return isGivenPath(inner) || (inner.root === 'local' && bound.has(inner.steps[0]!.name));
    }
    if (inner.op !== 'macro') return listChildNodes(inner).every((child) => visit(child, bound));
    return visit(inner.over, bound) && visit(inner.body, new Set([...bound, inner.variable]));
  };
  return visit(node, new Set()) && readsGiven;
}

/** A text with small or capital letters, which a store writes as its own function. */
export type FoldedNode = Expression & { readonly op: 'call'; readonly name: 'lowerAscii' | 'upperAscii' };

/** Whether a node is a field of which a store compares the small or capital letters. */
export function isFolded(node: Expression): node is FoldedNode {
  return node.op === 'call' && (node.name === 'lowerAscii' || node.name === 'upperAscii') && isField(node.of[0]!);
}

const comparisons: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);
const texts: ReadonlySet<string> = new Set(['startsWith', 'endsWith', 'contains']);
const orderedKinds: ReadonlySet<string> = new Set(['int', 'double', 'decimal', 'string', 'date', 'timestamp']);

/** Compares each boolean that is a condition alone: a store has only comparisons, so `!paid` is `!(paid == true)`. */
export function compareBooleans(checking: Checking, node: Expression): Expression {
  const compare = (inner: Expression): Expression => compareBooleans(checking, inner);
  const span = locateNode(checking, node);
  if (node.op === 'not') return recordSpan(checking, span, { ...node, of: compare(node.of) });
  if (node.op === 'binary' && (node.operator === '&&' || node.operator === '||'))
    return recordSpan(checking, span, { ...node, left: compare(node.left), right: compare(node.right) });
  const { type } = node;
  if (node.op !== 'path' || type.kind !== 'bool') return node;
  const right = recordSpan(checking, span, { op: 'literal', value: true, type } as const);
  return recordSpan(checking, span, { op: 'binary', operator: '==', left: node, right, type });
}

/** Finds what a checked expression holds beyond the store profile. */
export function checkProfile(checking: Checking, node: Expression): void {
  checkCondition({ checking, isField, isValue }, node);
}

/** Finds the same in a question that the process asks: it can hand over whatever does not read the records asked about. */
export function checkQuestionProfile(checking: Checking, node: QuestionNode): void {
  const variables = new Set(listQuestions(node).map(({ variable }) => variable));
  const isOuter = (inner: Expression): boolean => !readsVariable(inner, variables);
  const isAsked = (inner: Expression): inner is FieldNode => isField(inner) && !isOuter(inner);
  checkCondition({ checking, isField: isAsked, isValue: isOuter }, node);
}

function checkCondition(profile: Profile, node: Expression): void {
  if (node.op !== 'question' && node.type.kind === 'bool' && isGiven(profile, node)) return;
  if (node.op === 'binary' && (node.operator === '&&' || node.operator === '||')) {
    checkCondition(profile, node.left);
    checkCondition(profile, node.right);
  } else if (node.op === 'not') checkCondition(profile, node.of);
  else if (node.op === 'has') checkHas(profile, node.of);
  else if (node.op === 'question' && (node.name === 'exists' || !profile.checking.environment.store))
    checkCondition(profile, node.where);
  else if (node.op === 'binary' && comparisons.has(node.operator)) checkComparison(profile, node);
  else if (node.op === 'binary' && node.operator === 'in') checkMembership(profile, node.left, node.right);
  else if (node.op === 'call' && texts.has(node.name)) {
    checkScalar(profile, node.of[0]!, `\`${node.name}\` on`);
    if (profile.isField(node.of[0]!)) checkReadable(profile, node.of[0]!);
    checkValue(profile, node.of[1]!);
  } else if (isComputed(node)) return;
  else refuse(profile, node, describeNode(profile, node));
}

/** A condition that the process computes; where the database runs the whole expression, it computes this too. */
function isGiven({ checking, isValue }: Profile, node: Expression): boolean {
  return checking.environment.store !== true && isValue(node);
}

function refuse({ checking }: Profile, node: Expression, words: string): void {
  if (isUntyped(node)) return;
  const { store, place } = checking.environment;
  const where = store === true ? place : 'the condition of a question';
  const kind = removeNullable(node.type).kind;
  const isTime = node.op === 'binary' && (kind === 'timestamp' || kind === 'date' || kind === 'duration');
  const other = isTime ? 'calculate on the other side, as in `created_at < now - days(30)`' : undefined;
  fail(checking, diagnostics['not-in-the-store'](locateNode(checking, node), words, where, other));
}

/** Whether it is an attribute of the caller without a type: its own cell says what is wrong. */
function isUntyped(node: Expression): boolean {
  return node.op === 'path' && node.root === 'caller' && removeNullable(node.type).kind === 'any';
}

function checkHas(profile: Profile, of: Expression): void {
  if (profile.isValue(of)) return;
  if (!profile.isField(of)) refuse(profile, of, '`has` on anything but a field of the record');
}

function checkComparison(profile: Profile, node: Expression & { readonly op: 'binary' }): void {
  const { left, right, operator } = node;
  if (operator !== '==' && operator !== '!=') {
    for (const side of [left, right]) {
      const kind = removeNullable(side.type).kind;
      if (orderedKinds.has(kind)) continue;
      refuse(profile, side, `\`${operator}\` on ${describeType(removeNullable(side.type))}`);
      return;
    }
  }
  const fields = [left, right].filter(profile.isField);
  if (left.type.kind !== 'null' && right.type.kind !== 'null')
    for (const field of fields) checkReadable(profile, field);
  for (const side of [left, right]) {
    if (side.op === 'question' && side.name === 'count') checkCondition(profile, side.where);
    else if (!profile.isValue(side)) checkScalar(profile, side, `\`${operator}\` on`);
    else if (!isScalar(side.type) && side.type.kind !== 'null') refuse(profile, side, describeValue(side));
  }
  if (fields.length === 2 && !equalTypes(removeNullable(left.type), removeNullable(right.type))) {
    const types = `${describeType(removeNullable(left.type))} and ${describeType(removeNullable(right.type))}`;
    refuse(profile, node, `A comparison of two fields whose types differ, ${types},`);
  }
}

function equalTypes(left: ValueType, right: ValueType): boolean {
  if (left.kind === 'choice' && right.kind === 'choice') return left.values.join('\n') === right.values.join('\n');
  if (left.kind === 'ref' && right.kind === 'ref') return left.resource === right.resource;
  if (left.kind === 'ref') return equalTypes(removeNullable(left.identity), right);
  if (right.kind === 'ref') return equalTypes(left, removeNullable(right.identity));
  if (left.kind === 'int' && right.kind === 'int') return left.wide === right.wide;
  return left.kind === right.kind;
}

function checkMembership(profile: Profile, left: Expression, right: Expression): void {
  const type = removeNullable(right.type);
  for (const field of [left, right].filter(profile.isField)) checkReadable(profile, field);
  if (right.op === 'list') {
    if (!profile.isValue(left)) checkScalar(profile, left, '`in` with');
    for (const item of right.items) checkValue(profile, item);
  } else if (profile.isValue(right)) {
    if (type.kind !== 'list' || !isScalar(type.item)) refuse(profile, right, `\`in\` with ${describeType(right.type)}`);
    else if (!profile.isValue(left)) checkScalar(profile, left, '`in` with');
  } else if (
    profile.isField(right) &&
    right.steps.length === (right.root === 'local' ? 2 : 1) &&
    type.kind === 'list'
  ) {
    const item = getBaseType(type.item).kind;
    if (item !== 'string' && item !== 'int' && item !== 'decimal')
      refuse(profile, right, `\`in\` with ${describeType(type)}`);
    checkValue(profile, left);
  } else
    refuse(
      profile,
      right,
      `\`in\` with ${profile.isField(right) ? describeType(type) : describeNodeInline(profile, right)}`,
    );
}

function checkValue(profile: Profile, node: Expression): void {
  if (!profile.isValue(node) || node.type.kind === 'null')
    refuse(profile, node, `${describeNode(profile, node)} in the place of a value`);
  else if (!isScalar(node.type)) refuse(profile, node, describeValue(node));
}

function describeValue({ type }: Expression): string {
  return `This value, ${describeType(type)},`;
}

function isScalar(type: ValueType): boolean {
  return !['list', 'map', 'object', 'any', 'null', 'duration', 'months'].includes(getBaseType(type).kind);
}

function checkScalar(profile: Profile, node: Expression, before: string): void {
  if (profile.isValue(node)) return;
  if (isFolded(node) && profile.isField(node.of[0]!)) return;
  if (!profile.isField(node)) refuse(profile, node, `${before} ${describeNodeInline(profile, node)}`);
  else if (!isScalar(node.type)) refuse(profile, node, `${before} ${describeType(node.type)}`);
}

/** Refuses a field of the record, or of one that refs lead to, that the store keeps encrypted or as a hash. */
function checkReadable({ checking }: Profile, node: FieldNode): void {
  const { name, through } = node.steps.at(-1)!;
  const record = node.root === 'record' ? checking.environment.roots.get('record') : undefined;
  const owner = through ?? (record?.kind === 'object' ? record.name : undefined);
  if (owner === undefined || checking.environment.symbols.fields(owner)?.get(name)?.sealed !== true) return;
  fail(checking, diagnostics['sealed-field'](locateNode(checking, node), name));
}

function describeNode(profile: Profile, node: Expression): string {
  switch (node.op) {
    case 'literal':
      return 'A literal alone';
    case 'path':
      return profile.isField(node) ? 'A field' : 'A field inside another';
    case 'select':
    case 'index':
      return 'A member or an item of a value';
    case 'negate':
      return 'Arithmetic with `-`';
    case 'binary':
      return '+-*/%'.includes(node.operator) ? `Arithmetic with \`${node.operator}\`` : 'A condition';
    case 'choose':
      return 'A choice by `?:`';
    case 'list':
      return 'A list';
    case 'call':
    case 'macro':
    case 'question':
      return `The function \`${node.name}\``;
    default:
      return 'A condition';
  }
}

function describeNodeInline(profile: Profile, node: Expression): string {
  const words = describeNode(profile, node);
  return words.charAt(0).toLowerCase() + words.slice(1);
}
