import { type Checking, fail, locateNode } from '../check/checking.ts';
import { diagnostics } from '../diagnostics.ts';
import type { Expression, ValueType } from '../tree.ts';
import { describeType, getBaseType, removeNullable } from '../types.ts';

type Path = Expression & { readonly op: 'path' };

/** Whether a node is a field that a store can compare: one of the record itself, or one a `ref` away. */
export function isField(node: Expression): node is Path {
  if (node.op !== 'path' || node.root !== 'record') return false;
  return node.steps.length === 1 || (node.steps.length === 2 && node.steps[1]!.through !== undefined);
}

/** Whether a node is a value that the process hands to the store: a literal, or a path that does not begin at the record. */
export function isValue(node: Expression): boolean {
  if (node.op === 'literal') return true;
  if (node.op === 'call') return node.name === 'timestamp' && node.of[0]?.op === 'literal';
  return node.op === 'path' && node.root !== 'record' && node.root !== 'old' && node.root !== 'local';
}

const comparisons: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);
const texts: ReadonlySet<string> = new Set(['startsWith', 'endsWith', 'contains']);
const orderedKinds: ReadonlySet<string> = new Set(['int', 'double', 'string', 'date', 'timestamp']);

/** Finds what a checked expression holds beyond the store profile. */
export function checkProfile(checking: Checking, node: Expression): void {
  if (node.op === 'binary' && (node.operator === '&&' || node.operator === '||')) {
    checkProfile(checking, node.left);
    checkProfile(checking, node.right);
  } else if (node.op === 'not') checkProfile(checking, node.of);
  else if (node.op === 'has') checkHas(checking, node.of);
  else if (node.op === 'binary' && comparisons.has(node.operator)) checkComparison(checking, node);
  else if (node.op === 'binary' && node.operator === 'in') checkMembership(checking, node.left, node.right);
  else if (node.op === 'call' && texts.has(node.name)) {
    checkScalar(checking, node.of[0]!, `\`${node.name}\` on`);
    checkValue(checking, node.of[1]!);
  } else refuse(checking, node, describeNode(node), suggestComparison(node));
}

function refuse(checking: Checking, node: Expression, words: string, suggestion?: string): void {
  fail(
    checking,
    diagnostics['not-in-the-store'](locateNode(checking, node), words, checking.environment.place, suggestion),
  );
}

function checkHas(checking: Checking, of: Expression): void {
  if (isValue(of)) return;
  if (!isField(of) || of.steps.length > 1) refuse(checking, of, '`has` on anything but a field of the record');
}

function checkComparison(checking: Checking, node: Expression & { readonly op: 'binary' }): void {
  const { left, right, operator } = node;
  if (operator !== '==' && operator !== '!=') {
    for (const side of [left, right]) {
      const kind = removeNullable(side.type).kind;
      if (orderedKinds.has(kind)) continue;
      refuse(checking, side, `\`${operator}\` on ${describeType(removeNullable(side.type))}`);
      return;
    }
  }
  const fields = [left, right].filter(isField);
  for (const side of [left, right]) {
    if (!isValue(side)) checkScalar(checking, side, `\`${operator}\` on`);
    else if (!isScalar(side.type) && side.type.kind !== 'null') refuse(checking, side, describeValue(side));
  }
  if (fields.length === 2 && !equalTypes(removeNullable(left.type), removeNullable(right.type))) {
    const types = `${describeType(removeNullable(left.type))} and ${describeType(removeNullable(right.type))}`;
    refuse(checking, node, `A comparison of two fields whose types differ, ${types},`);
  }
}

function equalTypes(left: ValueType, right: ValueType): boolean {
  if (left.kind === 'choice' && right.kind === 'choice') return left.values.join('\n') === right.values.join('\n');
  if (left.kind === 'ref' && right.kind === 'ref') return left.resource === right.resource;
  return left.kind === right.kind;
}

function checkMembership(checking: Checking, left: Expression, right: Expression): void {
  const type = removeNullable(right.type);
  if (right.op === 'list') {
    if (!isValue(left)) checkScalar(checking, left, '`in` with');
    for (const item of right.items) checkValue(checking, item);
  } else if (isValue(right)) {
    if (type.kind !== 'list' || !isScalar(type.item))
      refuse(checking, right, `\`in\` with ${describeType(right.type)}`);
    else if (!isValue(left)) checkScalar(checking, left, '`in` with');
  } else if (isField(right) && right.steps.length === 1 && type.kind === 'list') {
    const item = getBaseType(type.item).kind;
    if (item !== 'string' && item !== 'int') refuse(checking, right, `\`in\` with ${describeType(type)}`);
    checkValue(checking, left);
  } else refuse(checking, right, `\`in\` with ${isField(right) ? describeType(type) : describeNodeInline(right)}`);
}

function checkValue(checking: Checking, node: Expression): void {
  if (!isValue(node) || node.type.kind === 'null')
    refuse(checking, node, `${describeNode(node)} in the place of a value`);
  else if (!isScalar(node.type)) refuse(checking, node, describeValue(node));
}

function describeValue({ type }: Expression): string {
  return `This value, ${describeType(type)},`;
}

function isScalar(type: ValueType): boolean {
  return !['list', 'map', 'object', 'any', 'null', 'duration'].includes(getBaseType(type).kind);
}

function checkScalar(checking: Checking, node: Expression, before: string): void {
  if (isValue(node)) return;
  if (!isField(node)) refuse(checking, node, `${before} ${describeNodeInline(node)}`);
  else if (!isScalar(node.type)) refuse(checking, node, `${before} ${describeType(node.type)}`);
}

function describeNode(node: Expression): string {
  switch (node.op) {
    case 'literal':
      return 'A literal alone';
    case 'path':
      if (node.type.kind === 'bool' && (isField(node) || isValue(node))) return 'A boolean without a comparison';
      return isField(node) ? 'A field' : 'A field inside another';
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
      return `The function \`${node.name}\``;
    default:
      return 'A condition';
  }
}

function describeNodeInline(node: Expression): string {
  const words = describeNode(node);
  return words.charAt(0).toLowerCase() + words.slice(1);
}

function suggestComparison(node: Expression): string | undefined {
  if (node.op !== 'path' || node.type.kind !== 'bool' || (!isField(node) && !isValue(node))) return undefined;
  const names = node.steps.map((step) => step.name);
  const path = (node.root === 'record' ? names : [node.root, ...names]).join('.');
  return /^[\w.]+$/.test(path) ? `${path} == true` : undefined;
}
