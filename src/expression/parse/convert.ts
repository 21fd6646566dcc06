import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Span } from '../../text/location.ts';
import { diagnostics } from '../diagnostics.ts';
import type { BinaryOperator } from '../tree.ts';
import type { Syntax } from './syntax.ts';

/** A node as the CEL parser gives it, as far as it is read here; offsets are those of the rewritten text. */
export interface Parsed {
  readonly op: string;
  readonly args: unknown;
  readonly start: number;
  readonly end: number;
  readonly pos: number;
}

/** The location of the parser's nodes in the source, and the receiver of diagnostics. */
export interface Conversion {
  span(from: number, to: number): Span;
  readonly diagnostics: Diagnostic[];
  /** The rewritten text. */
  readonly text: string;
}

const leastInt = -(2n ** 63n);
const mostInt = 2n ** 63n - 1n;

/** Turns the parser's tree into ours; what the language leaves out becomes a diagnostic. */
export function convert(node: Parsed, conversion: Conversion): Syntax {
  const span = conversion.span(node.start, node.end);
  const turn = (child: unknown): Syntax => convert(child as Parsed, conversion);
  const args = node.args as readonly unknown[];
  switch (node.op) {
    case 'value':
      return convertLiteral(node.args, span, conversion);
    case 'id':
      return { kind: 'name', span, name: node.args as string };
    case '.': {
      const name = args[1] as string;
      return {
        kind: 'select',
        span,
        from: turn(args[0]),
        name,
        nameSpan: conversion.span(node.pos, node.pos + name.length),
      };
    }
    case '[]':
      return { kind: 'index', span, from: turn(args[0]), at: turn(args[1]) };
    case '!_':
      return { kind: 'not', span, of: turn(node.args) };
    case '-_':
      return negate(node.args as Parsed, span, conversion);
    case '?:':
      return { kind: 'choose', span, when: turn(args[0]), outcome: turn(args[1]), otherwise: turn(args[2]) };
    case 'list':
      return { kind: 'list', span, items: args.map(turn) };
    case 'call':
      return {
        kind: 'call',
        span,
        name: args[0] as string,
        nameSpan: conversion.span(node.start, node.start + (args[0] as string).length),
        args: (args[1] as readonly unknown[]).map(turn),
      };
    case 'rcall':
      return convertMethodCall(args, span, conversion);
    case 'map':
      return {
        kind: 'object',
        span,
        members: (args as readonly [Parsed, Parsed][]).map((arg) => convertEntry(arg, conversion)),
      };
    default:
      return { kind: 'binary', span, operator: node.op as BinaryOperator, left: turn(args[0]), right: turn(args[1]) };
  }
}

function convertEntry([key, value]: readonly [Parsed, Parsed], conversion: Conversion) {
  const nameSpan = conversion.span(key.start, key.end);
  const isText = key.op === 'value' && typeof key.args === 'string';
  if (!isText)
    conversion.diagnostics.push(
      diagnostics['outside-the-language'](nameSpan, 'A key without quotes', undefined, 'put it in double quotes'),
    );
  return { name: String(key.args), nameSpan, value: convert(value, conversion) };
}

function convertMethodCall(args: readonly unknown[], span: Span, conversion: Conversion): Syntax {
  const receiver = convert(args[1] as Parsed, conversion);
  const name = args[0] as string;
  const at = conversion.text.indexOf(name, (args[1] as Parsed).end);
  return {
    kind: 'call',
    span,
    name,
    nameSpan: conversion.span(at, at + name.length),
    receiver,
    args: (args[2] as readonly unknown[]).map((child) => convert(child as Parsed, conversion)),
  };
}

function negate(of: Parsed, span: Span, conversion: Conversion): Syntax {
  if (of.op === 'value' && typeof of.args === 'bigint') return convertInteger(-of.args, span, conversion);
  if (of.op === 'value' && typeof of.args === 'number') return { kind: 'double', span, value: -of.args };
  return { kind: 'negate', span, of: convert(of, conversion) };
}

function convertLiteral(value: unknown, span: Span, conversion: Conversion): Syntax {
  if (value === null) return { kind: 'null', span };
  if (typeof value === 'bigint') return convertInteger(value, span, conversion);
  if (typeof value === 'number') return { kind: 'double', span, value };
  if (typeof value === 'string') return { kind: 'string', span, value };
  // Bytes and unsigned numbers are found among the words, before anything is parsed.
  return { kind: 'bool', span, value: value as boolean };
}

function convertInteger(value: bigint, span: Span, conversion: Conversion): Syntax {
  if (value < leastInt || value > mostInt) conversion.diagnostics.push(diagnostics['bad-number'](span, String(value)));
  return { kind: 'int', span, digits: String(value) };
}
