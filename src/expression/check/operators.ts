import type { Span } from '../../text/location.ts';
import { diagnostics } from '../diagnostics.ts';
import { checkLiterals } from '../literals.ts';
import type { Syntax } from '../parse/syntax.ts';
import { written } from '../reserved.ts';
import type { BinaryOperator, Expression, ValueType } from '../tree.ts';
import { bare, basis, comparable, describeType, joined } from '../types.ts';
import { at, type Checking, fail, spanOf } from './checking.ts';
import { asNumber, asNumbers, mixed, needed } from './coerce.ts';

const bool: ValueType = { kind: 'bool' };
const ordered = new Set(['int', 'double', 'string', 'bool', 'timestamp', 'duration']);

/** Checks an operator with two sides. */
export function checkBinary(checking: Checking, syntax: Syntax & { readonly kind: 'binary' }): Expression | undefined {
  const left = checking.check(syntax.left);
  const right = checking.check(syntax.right);
  if (left === undefined || right === undefined) return undefined;
  const { operator, span } = syntax;
  if (operator === '==' || operator === '!=') return equality(checking, span, operator, left, right);
  for (const side of [left, right]) {
    const diagnostic = refused(operator, side, spanOf(checking, side));
    if (diagnostic !== undefined) return fail(checking, diagnostic);
  }
  const [one, other] = mixed(checking, needed(checking, left), needed(checking, right));
  if (operator === 'in') return membership(checking, span, one, other);
  if (operator === '&&' || operator === '||') return logic(checking, span, operator, one, other);
  const type = resultOf(operator, one.type, other.type);
  if (type === undefined) return differ(checking, span, operator, one, other);
  if (type.kind === 'bool' && !meet(checking, one, other)) return undefined;
  return at(checking, span, { op: 'binary', operator, left: one, right: other, type });
}

function refused(operator: BinaryOperator, side: Expression, span: Span) {
  if (side.type.kind === 'null') return diagnostics['null-operand'](span, operator);
  const type = basis(side.type);
  const item = type.kind === 'list' ? basis(type.item) : type;
  return item.kind === 'decimal' && (type === item || operator === 'in')
    ? diagnostics.decimal(span, operator)
    : undefined;
}

function equality(
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
    if (side.type.kind !== 'null') return neverNull(checking, operator, side);
  }
  let [left, right] = mixed(checking, first, second);
  left = listLike(checking, left, right);
  right = listLike(checking, right, left);
  const fits = left.type.kind === 'null' || right.type.kind === 'null' || comparable(left.type, right.type);
  if (!fits) return differ(checking, span, operator, left, right);
  if (!meet(checking, left, right)) return undefined;
  return at(checking, span, { op: 'binary', operator, left, right, type: bool });
}

/** A list of integer literals beside a list of numbers is one of numbers. */
function listLike(checking: Checking, node: Expression, other: Expression): Expression {
  const type = bare(other.type);
  const numbers = type.kind === 'list' && basis(type.item).kind === 'double';
  return numbers ? (asNumbers(checking, node) ?? node) : node;
}

function neverNull(checking: Checking, operator: '==' | '!=', side: Expression): undefined {
  const span = spanOf(checking, side);
  const what = `This value, ${describeType(side.type)},`;
  if (side.op !== 'path' || !side.steps.at(-1)?.optional || side.root === 'local') {
    return fail(checking, diagnostics['never-null'](span, what));
  }
  const names = side.root === 'record' && side.steps.length === 1 ? side.steps : [{ name: side.root }, ...side.steps];
  const path = names.map((step) => step.name).reduce((from, name) => written(from, name));
  return fail(checking, diagnostics['never-null'](span, what, operator === '==' ? `!has(${path})` : `has(${path})`));
}

function meet(checking: Checking, left: Expression, right: Expression): boolean {
  const first = checkLiterals(checking, left, right.type);
  return checkLiterals(checking, right, left.type) && first;
}

function logic(
  checking: Checking,
  span: Span,
  operator: '&&' | '||',
  left: Expression,
  right: Expression,
): Expression | undefined {
  const wrong = [left, right].filter((side) => side.type.kind !== 'bool');
  for (const side of wrong) {
    const found = describeType(side.type);
    fail(checking, diagnostics['wrong-operand'](spanOf(checking, side), operator, 'a condition', found));
  }
  return wrong.length > 0 ? undefined : at(checking, span, { op: 'binary', operator, left, right, type: bool });
}

function membership(checking: Checking, span: Span, left: Expression, found: Expression): Expression | undefined {
  const right = basis(left.type).kind === 'double' ? (asNumbers(checking, found) ?? found) : found;
  const type = basis(right.type);
  const items = type.kind === 'list' && type.item.kind !== 'any' ? type.item : undefined;
  const value = (items && basis(items).kind === 'double' && asNumber(checking, left)) || left;
  if (type.kind === 'map' || type.kind === 'list' || type.kind === 'any') {
    const due = type.kind === 'map' ? ({ kind: 'string' } as const) : (items ?? ({ kind: 'any' } as const));
    if (!comparable(value.type, due)) return differ(checking, span, 'in', value, right);
    let well = items === undefined || checkLiterals(checking, value, items);
    const listed = right.op === 'list' ? right.items : [];
    for (const item of listed) well = checkLiterals(checking, item, value.type) && well;
    return well ? at(checking, span, { op: 'binary', operator: 'in', left: value, right, type: bool }) : undefined;
  }
  const what = describeType(right.type);
  return fail(checking, diagnostics['wrong-operand'](spanOf(checking, right), 'in', 'a list or a map behind it', what));
}

/** The type that an ordering or arithmetic operator gives, or nothing when it does not take such sides. */
function resultOf(operator: BinaryOperator, left: ValueType, right: ValueType): ValueType | undefined {
  const one = basis(left);
  const other = basis(right);
  const pair = `${one.kind} ${operator} ${other.kind}`;
  if ('<=>='.includes(operator)) return ordered.has(one.kind) && comparable(left, right) ? bool : undefined;
  if (one.kind === 'int' && other.kind === 'int') return one.wide ? one : other;
  if (one.kind === 'double' && other.kind === 'double') return operator === '%' ? undefined : one;
  if (pair === 'string + string') return { kind: 'string' };
  if (one.kind === 'list' && other.kind === 'list' && operator === '+') {
    if (one.item.kind === 'any') return other;
    if (other.item.kind === 'any') return one;
    return comparable(one.item, other.item) ? joined(one, other) : undefined;
  }
  if (/^(timestamp [+-] duration|duration \+ timestamp)$/.test(pair)) return { kind: 'timestamp' };
  return /^(timestamp - timestamp|duration [+-] duration)$/.test(pair) ? { kind: 'duration' } : undefined;
}

function differ(
  checking: Checking,
  span: Span,
  operator: BinaryOperator,
  left: Expression,
  right: Expression,
): undefined {
  const [what, other] = [describeType(left.type), describeType(right.type)];
  const kinds: readonly string[] = [basis(left.type).kind, basis(right.type).kind];
  const has = (...names: readonly string[]): boolean => names.every((name) => kinds.includes(name));
  let hint: string | undefined;
  if (has('int', 'double')) hint = 'write `double(…)` around the integer';
  else if (has('timestamp', 'string')) {
    const dates = [left, right].some((side) => bare(side.type).kind === 'date');
    hint = dates ? 'a date goes together with `today`, a date-time with `now`' : 'write the moment as `timestamp("…")`';
  } else if (has('decimal')) hint = 'a decimal is compared with a string, as in `"10.50"`';
  else if (has('string', 'int') && operator === '+') hint = 'write `string(…)` around the integer';
  else if (has('any')) hint = 'write `int(…)`, `double(…)` or `string(…)` around the free value';
  return fail(checking, diagnostics['types-differ'](span, operator, what, other, hint));
}
