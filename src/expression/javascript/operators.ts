import type { BinaryOperator, Expression, ValueType } from '../tree.ts';
import { getBaseType, isDecimalType, removeNullable } from '../types.ts';
import { type Code, type Emitting, isInt64, isMoment, toCanonical, toIntegerWidth, toMilliseconds } from './code.ts';
import { emitDateArithmetic } from './functions.ts';

type Binary = Expression & { readonly op: 'binary' };

const deep: ReadonlySet<string> = new Set(['any', 'list', 'map', 'object']);

/** The text of an operator with two sides. */
export function emitBinary(emitting: Emitting, node: Binary): Code {
  switch (node.operator) {
    case '&&':
    case '||':
      return emitLogic(emitting, node);
    case '==':
    case '!=':
      return emitEquality(emitting, node);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return emitOrdering(emitting, node);
    case 'in':
      return emitMembership(emitting, node);
    default:
      return emitArithmetic(emitting, node);
  }
}

/** A failure on one side counts only when the other does not decide; the side that cannot fail is asked first. */
function emitLogic(emitting: Emitting, node: Binary): Code {
  const left = emitting.emit(node.left);
  const right = emitting.emit(node.right);
  const { operator } = node;
  if (!left.fails) return { text: `(${left.text} ${operator} ${right.text})`, fails: right.fails };
  if (!right.fails) return { text: `(${right.text} ${operator} ${left.text})`, fails: true };
  const name = operator === '&&' ? '$.and' : '$.or';
  return { text: `${name}(() => ${left.text}, () => ${right.text})`, fails: true };
}

/** Emits both sides in one form: date-times as strings if neither is computed, else as milliseconds. */
function emitSides(emitting: Emitting, node: Binary): readonly [Code, Code] {
  const left = emitting.emit(node.left);
  const right = emitting.emit(node.right);
  if (!left.live && !right.live) return [left, right];
  return [toMilliseconds(left, node.left.type), toMilliseconds(right, node.right.type)];
}

function emitEquality(emitting: Emitting, node: Binary): Code {
  const [left, right] = emitSides(emitting, node);
  const fails = left.fails || right.fails;
  const kinds = [getBaseType(node.left.type).kind, getBaseType(node.right.type).kind];
  const not = node.operator === '!=';
  if (holdsDecimals(node.left.type) && holdsDecimals(node.right.type)) {
    const isOne = isDecimalType(node.left.type);
    if (!isOne) emitting.counts();
    const call = isOne ? '$.equalDecimals' : '$.alikeDecimals';
    return { text: `${not ? '!' : ''}${call}(${left.text}, ${right.text})`, fails: true };
  }
  if (kinds.some((kind) => deep.has(kind)) && !kinds.includes('null')) {
    const [first, other] = [toCanonical(left, node.left.type), toCanonical(right, node.right.type)];
    emitting.counts();
    return { text: `${not ? '!' : ''}$.alike(${first.text}, ${other.text})`, fails: true };
  }
  const strict = isInt64(node.left.type) === isInt64(node.right.type) || kinds.includes('null');
  const operator = `${not ? '!' : '='}${strict ? '==' : '='}`;
  return { text: `(${left.text} ${operator} ${right.text})`, fails };
}

/** Whether a value is a decimal, or a list or map of decimals. */
function holdsDecimals(type: ValueType): boolean {
  const plain = getBaseType(type);
  if (plain.kind === 'list') return holdsDecimals(plain.item);
  return plain.kind === 'map' ? holdsDecimals(plain.value) : plain.kind === 'decimal';
}

function emitOrdering(emitting: Emitting, node: Binary): Code {
  const [left, right] = emitSides(emitting, node);
  const fails = left.fails || right.fails;
  if (isDecimalType(node.left.type))
    return { text: `($.orderDecimals(${left.text}, ${right.text}) ${node.operator} 0)`, fails: true };
  const native = getBaseType(node.left.type).kind !== 'string' || [node.left, node.right].some(isLow);
  const text = native
    ? `(${left.text} ${node.operator} ${right.text})`
    : `($.order(${left.text}, ${right.text}) ${node.operator} 0)`;
  return { text, fails };
}

/** Whether a string has no unit from the surrogates on: then the order of units is that of code points. */
function isLow(node: Expression): boolean {
  if (removeNullable(node.type).kind === 'date') return true;
  return node.op === 'literal' && typeof node.value === 'string' && /^[\u0000-\ud7ff]*$/.test(node.value);
}

function emitMembership(emitting: Emitting, node: Binary): Code {
  const value = toCanonical(emitting.emit(node.left), node.left.type);
  const within = emitting.emit(node.right);
  const fails = value.fails || within.fails;
  const type = getBaseType(node.right.type);
  if (type.kind === 'map') return { text: `Object.hasOwn(${within.text}, ${value.text})`, fails };
  const item: ValueType = type.kind === 'list' ? type.item : type;
  if (isDecimalType(node.left.type)) {
    emitting.counts();
    return { text: `$.includesDecimal(${within.text}, ${value.text})`, fails: true };
  }
  const kinds = [getBaseType(node.left.type).kind, getBaseType(item).kind];
  const simple = !kinds.some((kind) => deep.has(kind)) && isInt64(node.left.type) === isInt64(item) && !isInt64(item);
  if (simple && node.right.op === 'list') return { text: `${within.text}.includes(${value.text})`, fails };
  emitting.counts();
  if (simple) return { text: `$.includes(${within.text}, ${value.text})`, fails: true };
  return { text: `$.isIn(${value.text}, ${within.text})`, fails: true };
}

const decimalNames: Partial<Record<BinaryOperator, string>> = {
  '+': 'addDecimals',
  '-': 'subtractDecimals',
  '*': 'multiplyDecimals',
};

function emitArithmetic(emitting: Emitting, node: Binary): Code {
  const { operator } = node;
  const found = [node.left, node.right].map((side) => ({ side, code: toMilliseconds(emitting.emit(side), side.type) }));
  const type = removeNullable(node.type);
  const [left, right] = found.map(
    ({ side, code }) => (type.kind === 'int' ? toIntegerWidth(code, side, type) : code).text,
  );
  const fails = found.some(({ code }) => code.fails);
  const time = emitDateArithmetic(node, left!, right!);
  if (time !== undefined) return time;
  const plain = `${left} ${operator} ${right}`;
  if (type.kind === 'int') {
    const wide = isInt64(type) ? '64' : '';
    if (operator === '/') return { text: `$.divide${wide}(${left}, ${right})`, fails: true };
    if (operator === '%') return { text: `$.remainder${wide}(${left}, ${right})`, fails: true };
    return { text: `$.int${wide}(${plain})`, fails: true };
  }
  if (type.kind === 'decimal') return { text: `$.${decimalNames[operator]}(${left}, ${right})`, fails: true };
  if (type.kind === 'double') return { text: `$.real(${plain})`, fails: true };
  if (type.kind === 'list' || type.kind === 'string') {
    emitting.counts();
    return { text: `$.${type.kind === 'list' ? 'concat' : 'joined'}(${left}, ${right})`, fails: true };
  }
  if (isMoment(type)) return { text: `$.time(${plain})`, fails: true, live: true };
  if (type.kind === 'duration') return { text: `$.span(${plain})`, fails: true };
  return { text: `(${plain})`, fails };
}
