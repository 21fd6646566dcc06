import type { Span } from '../../text/location.ts';
import { diagnostics } from '../diagnostics.ts';
import { checkLiterals } from '../literals.ts';
import type { Syntax } from '../parse/syntax.ts';
import { formatFieldPath } from '../reserved.ts';
import type { BinaryOperator, Expression, ValueType } from '../tree.ts';
import { areComparable, describeType, getBaseType, isDecimalType, joinTypes, removeNullable } from '../types.ts';
import { type Checking, fail, locateNode, recordSpan } from './checking.ts';
import { coerceMixedNumbers, requireNonNull, toNumberList, toNumberNode } from './coerce.ts';
import { suggestDecimal, toDecimalList, toDecimalNode } from './decimals.ts';
import { boundCount } from './questions.ts';
import { getTimeType, isPartOfDay, suggestDate, suggestTime } from './times.ts';

const bool: ValueType = { kind: 'bool' };
const ordered = new Set(['int', 'double', 'decimal', 'string', 'bool', 'timestamp', 'duration']);

/** Checks an operator with two sides. */
export function checkBinary(checking: Checking, syntax: Syntax & { readonly kind: 'binary' }): Expression | undefined {
  const left = checking.check(syntax.left);
  const right = checking.check(syntax.right);
  if (left === undefined || right === undefined) return undefined;
  const { operator, span } = syntax;
  if (operator === '==' || operator === '!=') return checkEquality(checking, span, operator, left, right);
  for (const side of [left, right]) {
    const diagnostic = diagnoseOperand(operator, side, locateNode(checking, side));
    if (diagnostic !== undefined) return fail(checking, diagnostic);
  }
  const sides = [requireNonNull(checking, left), requireNonNull(checking, right)] as const;
  // A literal string is a decimal only where it is compared: `+` may have been meant to join strings.
  const isJoined = '+-*'.includes(operator) && sides.some(({ type }) => type.kind === 'string');
  const [first, other] = isJoined ? sides : coerceMixedNumbers(checking, ...sides);
  if (operator === 'in') return checkMembership(checking, span, first, other);
  if (operator === '&&' || operator === '||') return checkLogic(checking, span, operator, first, other);
  const type = getResultType(operator, first.type, other.type);
  if (type === undefined) return differ(checking, span, operator, first, other);
  if (type.kind === 'bool' && !checkBothLiterals(checking, first, other)) return undefined;
  const isCompared = type.kind === 'bool';
  return recordSpan(checking, span, {
    op: 'binary',
    operator,
    left: isCompared ? boundCount(first, other) : first,
    right: isCompared ? boundCount(other, first) : other,
    type,
  });
}

function diagnoseOperand(operator: BinaryOperator, side: Expression, span: Span) {
  if (side.type.kind === 'null') return diagnostics['null-operand'](span, operator);
  const divides = operator === '/' || operator === '%';
  return divides && isDecimalType(side.type) ? diagnostics['decimal-quotient'](span, operator) : undefined;
}

function checkEquality(
  checking: Checking,
  span: Span,
  operator: '==' | '!=',
  first: Expression,
  second: Expression,
): Expression | undefined {
  for (const [side, other] of [
    [first, second],
    [second, first],
  ] as const) {
    if (other.type.kind !== 'null' || side.type.kind === 'nullable' || side.type.kind === 'any') continue;
    if (side.type.kind !== 'null') return reportNeverNull(checking, operator, side, span);
  }
  let [left, right] = coerceMixedNumbers(checking, first, second);
  left = listLike(checking, left, right);
  right = listLike(checking, right, left);
  const fits = left.type.kind === 'null' || right.type.kind === 'null' || areComparable(left.type, right.type);
  if (!fits) return differ(checking, span, operator, left, right);
  if (!checkBothLiterals(checking, left, right)) return undefined;
  return recordSpan(checking, span, {
    op: 'binary',
    operator,
    left: boundCount(left, right),
    right: boundCount(right, left),
    type: bool,
  });
}

/** A list of literals next to a list of numbers or decimals is a list of these. */
function listLike(checking: Checking, node: Expression, other: Expression): Expression {
  const type = removeNullable(other.type);
  if (type.kind !== 'list') return node;
  if (isDecimalType(type.item)) return toDecimalList(checking, node) ?? node;
  return getBaseType(type.item).kind === 'double' ? (toNumberList(checking, node) ?? node) : node;
}

function reportNeverNull(checking: Checking, operator: '==' | '!=', side: Expression, whole: Span): undefined {
  const what = `This value, ${describeType(side.type)},`;
  if (side.op !== 'path' || !side.steps.at(-1)?.optional || side.root === 'local') {
    return fail(checking, diagnostics['never-null'](locateNode(checking, side), what));
  }
  const names = side.root === 'record' && side.steps.length === 1 ? side.steps : [{ name: side.root }, ...side.steps];
  const path = names.map((step) => step.name).reduce((from, name) => formatFieldPath(from, name));
  return fail(checking, diagnostics['never-null'](whole, what, operator === '==' ? `!has(${path})` : `has(${path})`));
}

function checkBothLiterals(checking: Checking, left: Expression, right: Expression): boolean {
  const first = checkLiterals(checking, left, right.type);
  return checkLiterals(checking, right, left.type) && first;
}

function checkLogic(
  checking: Checking,
  span: Span,
  operator: '&&' | '||',
  left: Expression,
  right: Expression,
): Expression | undefined {
  const wrong = [left, right].filter((side) => side.type.kind !== 'bool');
  for (const side of wrong) {
    const found = describeType(side.type);
    fail(checking, diagnostics['wrong-operand'](locateNode(checking, side), operator, 'a condition', found));
  }
  return wrong.length > 0 ? undefined : recordSpan(checking, span, { op: 'binary', operator, left, right, type: bool });
}

function checkMembership(checking: Checking, span: Span, left: Expression, found: Expression): Expression | undefined {
  const right = listOf(checking, found, getBaseType(left.type).kind);
  const type = getBaseType(right.type);
  const items = type.kind === 'list' && type.item.kind !== 'any' ? type.item : undefined;
  const value = (items && itemOf(checking, left, getBaseType(items).kind)) ?? left;
  if (type.kind === 'map' || type.kind === 'list' || type.kind === 'any') {
    const due = type.kind === 'map' ? ({ kind: 'string' } as const) : (items ?? ({ kind: 'any' } as const));
    if (items === undefined && type.kind === 'any' && isDecimalType(value.type))
      return differ(checking, span, 'in', value, right);
    if (items === undefined ? type.kind === 'map' && !areComparable(value.type, due) : !areComparable(value.type, due))
      return differ(checking, span, 'in', value, right);
    let well = items === undefined || checkLiterals(checking, value, items);
    const listed = right.op === 'list' ? right.items : [];
    for (const item of listed) well = checkLiterals(checking, item, value.type) && well;
    return well
      ? recordSpan(checking, span, { op: 'binary', operator: 'in', left: value, right, type: bool })
      : undefined;
  }
  const what = describeType(right.type);
  return fail(
    checking,
    diagnostics['wrong-operand'](locateNode(checking, right), 'in', 'a list or a map after it', what),
  );
}

/** A list written out where each item is compared with a value of this kind. */
function listOf(checking: Checking, node: Expression, kind: ValueType['kind']): Expression {
  if (kind === 'decimal') return toDecimalList(checking, node) ?? node;
  return kind === 'double' ? (toNumberList(checking, node) ?? node) : node;
}

/** A value that is compared with items of this kind; undefined if it is to stay as it is. */
function itemOf(checking: Checking, node: Expression, kind: ValueType['kind']): Expression | undefined {
  if (kind === 'decimal') return toDecimalNode(checking, node);
  return kind === 'double' ? toNumberNode(checking, node) : undefined;
}

/** The type that an ordering or arithmetic operator gives, or nothing when it does not take such sides. */
function getResultType(operator: BinaryOperator, left: ValueType, right: ValueType): ValueType | undefined {
  const leftBase = getBaseType(left);
  const other = getBaseType(right);
  const pair = `${leftBase.kind} ${operator} ${other.kind}`;
  const time = getTimeType(operator, left, right);
  if (time !== undefined) return time;
  if ('<=>='.includes(operator)) return ordered.has(leftBase.kind) && areComparable(left, right) ? bool : undefined;
  if (leftBase.kind === 'int' && other.kind === 'int') return leftBase.wide ? leftBase : other;
  if (leftBase.kind === 'double' && other.kind === 'double') return operator === '%' ? undefined : leftBase;
  if (leftBase.kind === 'decimal' && other.kind === 'decimal') return leftBase;
  if (pair === 'string + string') return { kind: 'string' };
  if (leftBase.kind === 'list' && other.kind === 'list' && operator === '+') {
    if (leftBase.item.kind === 'any') return other;
    if (other.item.kind === 'any') return leftBase;
    return areComparable(leftBase.item, other.item) ? joinTypes(leftBase, other) : undefined;
  }
  return undefined;
}

function differ(
  checking: Checking,
  span: Span,
  operator: BinaryOperator,
  left: Expression,
  right: Expression,
): undefined {
  const [what, other] = [describeType(left.type), describeType(right.type)];
  const kinds: readonly string[] = [getBaseType(left.type).kind, getBaseType(right.type).kind];
  const has = (...names: readonly string[]): boolean => names.every((name) => kinds.includes(name));
  if (isPartOfDay(operator, left.type, right.type)) {
    const of = removeNullable(left.type).kind === 'date' ? right : left;
    return fail(checking, diagnostics['days-of-a-date'](span, operator, describeType(of.type)));
  }
  let hint = suggestDate(operator, left, right);
  if (has('int', 'double')) hint = 'write `double(…)` around the integer';
  else if (has('timestamp', 'string')) {
    hint = [left, right].some((side) => removeNullable(side.type).kind === 'date')
      ? 'write `date(…)` around the date-time'
      : suggestTime(operator, left, right);
  } else if (has('timestamp', 'int') && (operator === '+' || operator === '-'))
    hint = suggestTime(operator, left, right);
  else if (has('decimal')) hint = suggestDecimal(operator, left, right);
  else if (has('string', 'int') && operator === '+') hint ??= 'write `string(…)` around the integer';
  else if (has('any')) hint = 'write `int(…)`, `double(…)` or `string(…)` around the free value';
  return fail(checking, diagnostics['types-differ'](span, operator, what, other, hint));
}
