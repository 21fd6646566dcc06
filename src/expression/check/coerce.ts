import type { Expression, ValueType } from '../tree.ts';
import { bare, nullable } from '../types.ts';
import { at, type Checking, spanOf } from './checking.ts';

/** The same node with another type, at the same place. */
export function retyped<E extends Expression>(checking: Checking, node: E, type: ValueType): E {
  return at(checking, spanOf(checking, node), { ...node, type });
}

/** The node where null is of no use: it then fails when it is null. */
export function needed(checking: Checking, node: Expression): Expression {
  if (node.type.kind !== 'nullable') return node;
  if (node.op !== 'choose') return retyped(checking, node, bare(node.type));
  const [then, otherwise] = [needed(checking, node.then), needed(checking, node.otherwise)];
  return retyped(checking, { ...node, then, otherwise }, bare(node.type));
}

/** A node of integer literals alone as a number, where a number is due; nothing when it is no such node. */
export function asNumber(checking: Checking, node: Expression): Expression | undefined {
  const type = { kind: 'double' } as const;
  if (node.type.kind === 'double') return node;
  if (node.type.kind !== 'int') return undefined;
  if (node.op === 'literal') return retyped(checking, { ...node, value: Number(node.value) }, type);
  if (node.op === 'negate') {
    const of = asNumber(checking, node.of);
    return of && retyped(checking, { ...node, of }, type);
  }
  if (node.op === 'choose') {
    const then = asNumber(checking, node.then);
    const otherwise = asNumber(checking, node.otherwise);
    return then && otherwise && retyped(checking, { ...node, then, otherwise }, type);
  }
  if (node.op === 'binary' && '+-*/'.includes(node.operator)) {
    const left = asNumber(checking, node.left);
    const right = asNumber(checking, node.right);
    return left && right && retyped(checking, { ...node, left, right }, type);
  }
  return undefined;
}

/** A list written out whose integer literals are numbers, where numbers are due. */
export function asNumbers(checking: Checking, node: Expression): Expression | undefined {
  if (node.op !== 'list') return undefined;
  const items: Expression[] = [];
  for (const item of node.items) {
    const number = item.type.kind === 'null' ? item : asNumber(checking, item);
    if (number === undefined) return undefined;
    items.push(number);
  }
  const item: ValueType = items.some((expression) => expression.type.kind === 'null')
    ? nullable({ kind: 'double' })
    : { kind: 'double' };
  return retyped(checking, { ...node, items }, { kind: 'list', item });
}

/** The pair with integer literals on one side made numbers where the other side is a number. */
export function mixed(checking: Checking, left: Expression, right: Expression): readonly [Expression, Expression] {
  const kinds = `${bare(left.type).kind} ${bare(right.type).kind}`;
  if (kinds === 'int double') return [asNumber(checking, left) ?? left, right];
  if (kinds === 'double int') return [left, asNumber(checking, right) ?? right];
  return [left, right];
}

/** An integer of the width that is due: 64 bits are kept apart from what a number holds exactly. */
export function ofWidth(checking: Checking, node: Expression, wide: boolean): Expression {
  const type = node.type;
  if (type.kind !== 'int' || (type.wide === true) === wide) return node;
  const due: ValueType = wide ? { kind: 'int', wide: true } : { kind: 'int' };
  if (node.op === 'literal' && wide) return retyped(checking, { ...node, value: String(node.value) }, due);
  return at(checking, spanOf(checking, node), { op: 'call', name: 'int', of: [node], type: due });
}
