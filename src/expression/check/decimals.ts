import { isDecimal } from '../../text/numbers/decimals.ts';
import { diagnostics } from '../diagnostics.ts';
import type { BinaryOperator, Expression, ValueType } from '../tree.ts';
import { isDecimalType, makeNullable, removeNullable } from '../types.ts';
import { type Checking, fail, locateNode, recordSpan } from './checking.ts';

const decimal: ValueType = { kind: 'decimal' };

function retype<E extends Expression>(checking: Checking, node: E, type: ValueType): E {
  return recordSpan(checking, locateNode(checking, node), { ...node, type });
}

/** A literal or an integer as a decimal, if a decimal is expected; undefined for any other value. */
export function toDecimalNode(checking: Checking, node: Expression): Expression | undefined {
  if (isDecimalType(node.type) || node.type.kind === 'null') return node;
  const { kind } = removeNullable(node.type);
  if (node.op === 'literal' && kind === 'string') {
    const text = String(node.value);
    if (!isDecimal(text)) fail(checking, diagnostics['bad-decimal'](locateNode(checking, node), text));
    return retype(checking, node, decimal);
  }
  if (node.op === 'literal' && kind === 'double') {
    const text = String(node.value);
    if (!isDecimal(text)) return undefined;
    const span = locateNode(checking, node);
    fail(checking, diagnostics['number-as-decimal'](span, text));
    return recordSpan(checking, span, { ...node, value: text, type: decimal });
  }
  if (node.op === 'literal' && kind === 'int') return retype(checking, { ...node, value: String(node.value) }, decimal);
  if (kind === 'int') {
    const type = node.type.kind === 'nullable' ? makeNullable(decimal) : decimal;
    return recordSpan(checking, locateNode(checking, node), { op: 'call', name: 'decimal', of: [node], type });
  }
  if (node.op !== 'choose' || kind !== 'string') return undefined;
  const then = toDecimalNode(checking, node.then);
  const otherwise = toDecimalNode(checking, node.otherwise);
  return then && otherwise && retype(checking, { ...node, then, otherwise }, decimal);
}

/** A list written out whose literals and integers are decimals, where decimals are due. */
export function toDecimalList(checking: Checking, node: Expression): Expression | undefined {
  if (node.op !== 'list') return undefined;
  const items: Expression[] = [];
  for (const item of node.items) {
    const found = toDecimalNode(checking, item);
    if (found === undefined) return undefined;
    items.push(found);
  }
  const mayBeNull = items.some(({ type }) => type.kind === 'null' || type.kind === 'nullable');
  return retype(checking, { ...node, items }, { kind: 'list', item: mayBeNull ? makeNullable(decimal) : decimal });
}

/** The hint for a decimal that meets a value of another type. */
export function suggestDecimal(operator: BinaryOperator, ...sides: readonly Expression[]): string | undefined {
  const other = sides.find(({ type }) => !isDecimalType(type))!;
  const { kind } = removeNullable(other.type);
  if (kind === 'double')
    return 'make the other value a decimal too, or write `double(…)` around the decimal: the result is then not exact';
  if (kind === 'any') return 'write `decimal(…)` around the free value';
  if (kind !== 'string') return undefined;
  return operator === '+'
    ? 'write `string(…)` around the decimal, or `decimal(…)` around the string'
    : 'write `decimal(…)` around the string';
}
