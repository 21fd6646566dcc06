import { parseDuration, parseMoment } from '../literals.ts';
import type { Expression } from '../tree.ts';
import { getBaseType, removeNullable } from '../types.ts';
import {
  type Code,
  type Emitting,
  formatNumber,
  isInt64,
  toCanonical,
  toIntegerWidth,
  toMilliseconds,
} from './code.ts';
import { emitFunction } from './functions.ts';

type Call = Expression & { readonly op: 'call' };
type Macro = Expression & { readonly op: 'macro' };

/** The text of a call. */
export function emitCall(emitting: Emitting, node: Call): Code {
  const first = node.of[0]!;
  switch (node.name) {
    case 'timestamp': {
      if (getBaseType(first.type).kind === 'int') return emitUnixTime(emitting.emit(first));
      if (removeNullable(first.type).kind === 'date')
        return { text: `$.day(${emitting.emit(first).text})`, fails: true, live: true };
      const moment = parseMoment(getLiteralString(first))!;
      return { text: JSON.stringify(new Date(moment).toISOString()), fails: false, moment };
    }
    case 'duration':
      return { text: formatNumber(parseDuration(getLiteralString(first))!), fails: false };
    case 'contains':
    case 'startsWith':
    case 'endsWith': {
      const [text, part] = node.of.map((side) => emitting.emit(side)) as [Code, Code];
      if (node.name !== 'contains') {
        return { text: `${text.text}.${node.name}(${part.text})`, fails: text.fails || part.fails };
      }
      emitting.counts();
      return { text: `$.contains(${text.text}, ${part.text})`, fails: true };
    }
    case 'link':
      return emitLink(emitting, first);
    case 'size':
      return size(emitting, first, emitting.emit(first));
    case 'sum': {
      const { kind: of } = removeNullable(node.type);
      const kind = of === 'decimal' ? 'Decimal' : of === 'double' ? 'Real' : isInt64(node.type) ? '64' : '';
      emitting.counts();
      return { text: `$.sum${kind}(${emitting.emit(first).text})`, fails: true };
    }
    case 'int':
    case 'double':
    case 'string':
    case 'decimal':
      return emitConversion(node, first, emitting.emit(first));
    case 'round':
    case 'divide': {
      const call = node.name === 'round' ? '$.roundDecimal' : '$.divideDecimals';
      return { text: `${call}(${node.of.map((side) => emitting.emit(side).text).join(', ')})`, fails: true };
    }
    default:
      return emitFunction(emitting, node);
  }
}

function emitLink(emitting: Emitting, file: Expression): Code {
  if (emitting.access.link === undefined || file.op !== 'path')
    throw new Error('the surroundings of an expression sign no links');
  const link = emitting.access.link(file.steps[0]!.name, emitting.emit(file).text);
  return { text: `(${link} ?? $.absent())`, fails: true };
}

function emitUnixTime(code: Code): Code {
  return { text: `$.time(${code.text} * 1000)`, fails: true, live: true };
}

function getLiteralString(node: Expression): string {
  return node.op === 'literal' ? String(node.value) : '';
}

function size(emitting: Emitting, of: Expression, code: Code): Code {
  if (getBaseType(of.type).kind === 'list') return { text: `${code.text}.length`, fails: code.fails };
  emitting.counts();
  return { text: `$.size(${code.text})`, fails: true };
}

function emitConversion(node: Call, of: Expression, code: Code): Code {
  const from = getBaseType(of.type).kind;
  if (node.name === 'string') {
    if (from === 'string' || from === 'decimal') return code;
    if (from === 'timestamp') return toCanonical(code, of.type);
    const call = from === 'duration' ? '$.formatDuration' : '$.text';
    return { text: `${call}(${code.text})`, fails: code.fails || from === 'any' };
  }
  if (node.name === 'decimal') {
    if (from !== 'int') return { text: `$.toDecimal(${code.text})`, fails: true };
    if (of.type.kind === 'nullable') return { text: `$.decimalOf(${code.text})`, fails: code.fails };
    return { text: `String(${code.text})`, fails: code.fails };
  }
  if (from === 'decimal')
    return { text: `$.${node.name === 'int' ? 'integerOf' : 'numberOf'}(${code.text})`, fails: true };
  if (node.name === 'double') {
    if (from === 'double') return code;
    if (from === 'int') return isInt64(of.type) ? { text: `Number(${code.text})`, fails: code.fails } : code;
    return { text: `${from === 'string' ? '$.parseNumber' : '$.toNumber'}(${code.text})`, fails: true };
  }
  if (from === 'int') {
    if (isInt64(of.type) && !isInt64(node.type)) return { text: `$.narrow(${code.text})`, fails: true };
    return toIntegerWidth(code, of, node.type);
  }
  if (from === 'timestamp') {
    return { text: `Math.floor(${toMilliseconds(code, of.type).text} / 1000)`, fails: code.fails };
  }
  if (from === 'string' && isInt64(node.type)) return { text: `$.parseInt64(${code.text})`, fails: true };
  const call = from === 'double' ? '$.truncate' : from === 'string' ? '$.parseInteger' : '$.toInteger';
  return { text: `${call}(${code.text})`, fails: true };
}

/** The text of `all`, `exists`, `exists_one`, `map` and `filter`; each item counts as a step. */
export function emitMacro(emitting: Emitting, node: Macro): Code {
  emitting.counts();
  const over = emitting.emit(node.over).text;
  const items = removeNullable(node.over.type).kind === 'list' ? over : `$.items(${over})`;
  const variable = `$${emitting.locals.size}`;
  const inner = new Map([...emitting.locals, [node.variable, variable]]);
  // A variable that hides another of its name must not take the JavaScript name of a third.
  const unique = inner.size === emitting.locals.size ? `${variable}_` : variable;
  inner.set(node.variable, unique);
  const type = removeNullable(node.type);
  const found = emitting.emit(node.body, inner);
  const body = type.kind === 'list' ? toIntegerWidth(toCanonical(found, node.body.type), node.body, type.item) : found;
  const name = node.name === 'exists_one' ? 'existsOne' : node.name;
  return { text: `$.${name}(${items}, (${unique}) => ${body.text})`, fails: true };
}
