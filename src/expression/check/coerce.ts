import type { Expression, ValueType } from '../tree.ts';
import { makeNullable, removeNullable } from '../types.ts';
import { type Checking, locateNode, recordSpan } from './checking.ts';
import { toDecimalNode } from './decimals.ts';

/** The same node with another type, at the same place. */
export function retypeNode<E extends Expression>(checking: Checking, node: E, type: ValueType): E {
  return recordSpan(checking, locateNode(checking, node), { ...node, type });
}

/** The node where null is of no use: it then fails when it is null. */
export function requireNonNull(checking: Checking, node: Expression): Expression {
  if (node.type.kind !== 'nullable') return node;
  if (node.op !== 'choose') return retypeNode(checking, node, removeNullable(node.type));
  const [then, otherwise] = [requireNonNull(checking, node.then), requireNonNull(checking, node.otherwise)];
  return retypeNode(checking, { ...node, then, otherwise }, removeNullable(node.type));
}

/** Returns a node of integer literals as a number, if a number is expected; undefined for any other node. */
export function toNumberNode(checking: Checking, node: Expression): Expression | undefined {
  const type = { kind: 'double' } as const;
  if (node.type.kind === 'double') return node;
  if (node.type.kind !== 'int') return undefined;
  if (node.op === 'literal')
    return recordSpan(checking, locateNode(checking, node), { ...node, value: Number(node.value), type });
  if (node.op === 'negate') {
    const of = toNumberNode(checking, node.of);
    return of && retypeNode(checking, { ...node, of }, type);
  }
  if (node.op === 'choose') {
    const then = toNumberNode(checking, node.then);
    const otherwise = toNumberNode(checking, node.otherwise);
    return then && otherwise && retypeNode(checking, { ...node, then, otherwise }, type);
  }
  if (node.op === 'binary' && '+-*/'.includes(node.operator)) {
    const left = toNumberNode(checking, node.left);
    const right = toNumberNode(checking, node.right);
    return left && right && retypeNode(checking, { ...node, left, right }, type);
  }
  return undefined;
}

/** A list written out whose integer literals are numbers, where numbers are due. */
export function toNumberList(checking: Checking, node: Expression): Expression | undefined {
  if (node.op !== 'list') return undefined;
  const items: Expression[] = [];
  for (const item of node.items) {
    const number = item.type.kind === 'null' ? item : toNumberNode(checking, item);
    if (number === undefined) return undefined;
    items.push(number);
  }
  const item: ValueType = items.some((expression) => expression.type.kind === 'null')
    ? makeNullable({ kind: 'double' })
    : { kind: 'double' };
  return retypeNode(checking, { ...node, items }, { kind: 'list', item });
}

/**
 * The pair with integer literals on one side made numbers where the other side is a number, and with literals and integers made decimals
 * where it is a decimal.
 */
export function coerceMixedNumbers(
  checking: Checking,
  left: Expression,
  right: Expression,
): readonly [Expression, Expression] {
  const kinds = `${removeNullable(left.type).kind} ${removeNullable(right.type).kind}`;
  if (kinds.includes('decimal'))
    return [toDecimalNode(checking, left) ?? left, toDecimalNode(checking, right) ?? right];
  if (kinds === 'int double') return [toNumberNode(checking, left) ?? left, right];
  if (kinds === 'double int') return [left, toNumberNode(checking, right) ?? right];
  return [left, right];
}

/** An integer of the width that is due: 64 bits are kept apart from what a number holds exactly. */
export function coerceWidth(checking: Checking, node: Expression, wide: boolean): Expression {
  const type = node.type;
  if (type.kind !== 'int' || (type.wide === true) === wide) return node;
  const due: ValueType = wide ? { kind: 'int', wide: true } : { kind: 'int' };
  if (node.op === 'literal' && wide) return retypeNode(checking, { ...node, value: String(node.value) }, due);
  return recordSpan(checking, locateNode(checking, node), { op: 'call', name: 'int', of: [node], type: due });
}
