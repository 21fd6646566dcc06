import { parseDuration, parseMoment, suggestDuration } from '../literals.ts';
import type { BinaryOperator, Expression, ValueType } from '../tree.ts';
import { removeNullable } from '../types.ts';

type Sign = '+' | '-';

/** The type of a sum or difference with a date, a date-time, a duration or months; undefined if there is none. */
export function getTimeType(operator: BinaryOperator, left: ValueType, right: ValueType): ValueType | undefined {
  if (operator !== '+' && operator !== '-') return undefined;
  const [first, other] = [describeTime(left), describeTime(right)];
  if (first === undefined || other === undefined) return undefined;
  if (operator === '+' && isPlace(other)) return isPlace(first) ? undefined : shift(other, first);
  if (isPlace(first)) return isPlace(other) ? getDifference(operator, first, other) : shift(first, other);
  if (first === 'months' || other === 'months' || isPlace(other)) return undefined;
  return first === 'days' && other === 'days' ? { kind: 'duration', days: true } : { kind: 'duration' };
}

/** A place in time, or a stretch of it. */
type Time = 'date' | 'timestamp' | 'duration' | 'days' | 'months';

function describeTime(type: ValueType): Time | undefined {
  const plain = removeNullable(type);
  if (plain.kind === 'duration') return plain.days ? 'days' : 'duration';
  return plain.kind === 'date' || plain.kind === 'timestamp' || plain.kind === 'months' ? plain.kind : undefined;
}

function isPlace(kind: Time): kind is 'date' | 'timestamp' {
  return kind === 'date' || kind === 'timestamp';
}

function shift(kind: 'date' | 'timestamp', by: Time): ValueType | undefined {
  return kind === 'date' && !isWholeDays(by) ? undefined : { kind };
}

function isWholeDays(kind: Time): boolean {
  return kind === 'days' || kind === 'months';
}

function getDifference(operator: Sign, kind: Time, other: Time): ValueType | undefined {
  if (operator === '+' || kind !== other) return undefined;
  return kind === 'date' ? { kind: 'duration', days: true } : { kind: 'duration' };
}

/** Whether a duration that is not a number of days meets a date. */
export function isPartOfDay(operator: BinaryOperator, left: ValueType, right: ValueType): boolean {
  const times = [describeTime(left), describeTime(right)];
  return (operator === '+' || operator === '-') && times.includes('date') && times.includes('duration');
}

/** The hint for a date-time and another value, with the text of a literal such as `"4 hours"`. */
export function suggestTime(operator: BinaryOperator, ...sides: readonly Expression[]): string {
  const [text = ''] = sides.flatMap((side) =>
    side.op === 'literal' && typeof side.value === 'string' ? [side.value] : [],
  );
  const isMoment = parseMoment(text) !== undefined;
  const isSum = operator === '+' || operator === '-';
  if (isMoment || !isSum) return `write the date-time as \`timestamp("${isMoment ? text : '…'}")\``;
  if (text === '') return 'write the time span as `days(n)`, `hours(n)`, `minutes(n)` or `seconds(n)`';
  const span = parseDuration(text) === undefined ? (suggestDuration(text) ?? '"36h"') : `"${text}"`;
  return `write the time span as \`duration(${span})\``;
}

/** The hint for a date that meets a string or an integer; undefined where neither is a date. */
export function suggestDate(operator: BinaryOperator, ...sides: readonly Expression[]): string | undefined {
  if (sides.every((side) => removeNullable(side.type).kind !== 'date')) return undefined;
  const literal = sides.find((side) => side.op === 'literal');
  if (typeof literal?.value === 'string') return `write \`date(${JSON.stringify(literal.value)})\``;
  const isNumber = sides.some((side) => removeNullable(side.type).kind === 'int');
  return isNumber && (operator === '+' || operator === '-')
    ? `write the days as \`days(${typeof literal?.value === 'number' ? literal.value : 'n'})\``
    : undefined;
}
