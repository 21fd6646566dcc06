import type { Expression, FunctionName } from '../tree.ts';
import { getBaseType, removeNullable } from '../types.ts';
import { type Code, type Emitting, toMilliseconds } from './code.ts';

/** The milliseconds of the units of durations. */
const units: Partial<Record<FunctionName, number>> = {
  seconds: 1000,
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
};

/** How a part of a moment is read of its milliseconds. */
const parts: Partial<Record<FunctionName, (milliseconds: string) => string>> = {
  getFullYear: (at) => `new Date(${at}).getUTCFullYear()`,
  getMonth: (at) => `new Date(${at}).getUTCMonth()`,
  getDate: (at) => `new Date(${at}).getUTCDate()`,
  getDayOfMonth: (at) => `(new Date(${at}).getUTCDate() - 1)`,
  getDayOfWeek: (at) => `new Date(${at}).getUTCDay()`,
  getDayOfYear: (at) => `$.dayOfYear(${at})`,
  getHours: (at) => `new Date(${at}).getUTCHours()`,
  getMinutes: (at) => `new Date(${at}).getUTCMinutes()`,
  getSeconds: (at) => `new Date(${at}).getUTCSeconds()`,
  getMilliseconds: (at) => `new Date(${at}).getUTCMilliseconds()`,
};

/** The units that are counted in a duration. */
const counted: Partial<Record<FunctionName, number>> = {
  getSeconds: 1000,
  getMinutes: 60_000,
  getHours: 3_600_000,
  getDays: 86_400_000,
};

/** The text of a function of times or texts. */
export function emitFunction(emitting: Emitting, node: Expression & { readonly op: 'call' }): Code {
  const [first, ...others] = node.of.map((side) => emitting.emit(side)) as [Code, ...Code[]];
  const kind = removeNullable(node.of[0]!.type).kind;
  const { name } = node;
  const isDate = name === 'date';
  const unit = units[node.name];
  if (unit !== undefined) return { text: `$.span(${first.text} * ${unit})`, fails: true };
  if (node.name === 'months') return first;
  if (isDate) {
    const at = emitZoned(emitting, toMilliseconds(first, node.of[0]!.type), others[0]);
    return { text: `$.date(${at.text})`, fails: at.fails };
  }
  if (kind === 'duration') {
    const count = counted[node.name]!;
    return { text: `$.count(${first.text}, ${count})`, fails: first.fails };
  }
  const part = parts[node.name];
  if (part !== undefined) {
    const day = kind === 'timestamp' ? toMilliseconds(first, node.of[0]!.type) : emitDay(first);
    const at = emitZoned(emitting, day, others[0]);
    return { text: part(at.text), fails: at.fails };
  }
  emitting.counts();
  return { text: `$.${node.name}(${[first, ...others].map(({ text }) => text).join(', ')})`, fails: true };
}

function emitZoned(emitting: Emitting, at: Code, zone: Code | undefined): Code {
  if (zone === undefined) return at;
  emitting.counts();
  return { text: `$.zoned(${at.text}, ${zone.text})`, fails: true };
}

function emitDay(date: Code): Code {
  return { text: `$.day(${date.text})`, fails: true };
}

/** The text of a sum or difference with a date or with months; undefined for any other. */
export function emitDateArithmetic(
  node: Expression & { readonly op: 'binary' },
  left: string,
  right: string,
): Code | undefined {
  const sides = [
    { type: removeNullable(node.left.type), text: left },
    { type: removeNullable(node.right.type), text: right },
  ] as const;
  const { kind } = removeNullable(node.type);
  const isDate = sides.some(({ type }) => type.kind === 'date');
  if (kind === 'duration' && isDate) return { text: `$.span($.day(${left}) - $.day(${right}))`, fails: true };
  const isMonths = sides.some(({ type }) => type.kind === 'months');
  if (!isMonths && !(kind === 'date' && isDate)) return undefined;
  const [place, by] =
    getBaseType(sides[0].type).kind === 'months' || sides[0].type.kind === 'duration' ? [sides[1], sides[0]] : sides;
  const at = isDate ? `$.day(${place.text})` : place.text;
  const amount = node.operator === '-' ? `-${by.text}` : by.text;
  const moved = isMonths ? `$.addMonths(${at}, ${amount})` : `${at} + ${amount}`;
  if (isDate) return { text: `$.date(${moved})`, fails: true };
  return { text: moved, fails: true, live: true };
}
