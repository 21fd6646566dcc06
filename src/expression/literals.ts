import { memo } from '../text/memo.ts';
import { type Checking, fail, locateNode } from './check/checking.ts';
import { diagnostics } from './diagnostics.ts';
import type { Expression, ValueType } from './tree.ts';
import { describeType, removeNullable } from './types.ts';

const leastMoment = Date.parse('0001-01-01T00:00:00.000Z');
const mostMoment = Date.parse('9999-12-31T23:59:59.999Z');
const moment = /^(\d{4}-\d\d-\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)$/;

/** Whether a text is a day of the calendar in the form `YYYY-MM-DD`, years 0001 to 9999. */
export function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (match === null || match[1] === '0000') return false;
  const time = Date.parse(`${text}T00:00:00.000Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Milliseconds since 1970 of a moment in RFC 3339 with offset, years 0001 to 9999; digits below the millisecond are cut. */
export function parseMoment(text: string): number | undefined {
  const [, day = '', hour, minute, second, fraction = '', zone = ''] = moment.exec(text) ?? [];
  if (!isDate(day) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const offset = zone.length === 1 ? 0 : Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4));
  if (zone.length > 1 && (Number(zone.slice(1, 3)) > 23 || Number(zone.slice(4)) > 59)) return undefined;
  const local = Date.parse(`${day}T${hour}:${minute}:${second}.${`${fraction}000`.slice(0, 3)}Z`);
  const time = local - (zone.startsWith('-') ? -offset : offset) * 60_000;
  return time < leastMoment || time > mostMoment ? undefined : time;
}

const units: Readonly<Record<string, bigint>> = {
  h: 3_600_000_000_000n,
  m: 60_000_000_000n,
  s: 1_000_000_000n,
  ms: 1_000_000n,
  us: 1000n,
  µs: 1000n,
  ns: 1n,
};
const duration = /^[+-]?(0|(\d+(\.\d*)?|\.\d+)(h|ms|us|µs|ns|m|s))+$/;

/** Milliseconds of a duration in CEL's form (`1h30m`, `-2.5s`), when it is a whole number of them and under 64 bits of ns. */
export function parseDuration(text: string): number | undefined {
  if (!duration.test(text) || text.length > 128) return undefined;
  let total = 0n;
  for (const [, whole = '', fraction = '', unit = ''] of text.matchAll(/(\d*)(?:\.(\d*))?(h|ms|us|µs|ns|m|s)/g)) {
    const scale = 10n ** BigInt(fraction.length);
    const exact = BigInt(`${whole}${fraction}` || '0') * units[unit]!;
    if (exact % scale !== 0n) return undefined;
    total += exact / scale;
  }
  if (total % 1_000_000n !== 0n || total >= 2n ** 63n) return undefined;
  const milliseconds = Number(total / 1_000_000n);
  return text.startsWith('-') && milliseconds !== 0 ? -milliseconds : milliseconds;
}

/** Returns the CEL form of `30 days` or `2 hours`. */
export function suggestDuration(text: string): string | undefined {
  const match = /^(\d+) ?(second|sec|s|minute|min|m|hour|h|day|d|week|w)s?$/i.exec(text.trim());
  if (match === null) return undefined;
  const count = Number(match[1]);
  const unit = match[2]!.charAt(0).toLowerCase();
  if (unit === 'w') return `"${count * 168}h"`;
  return unit === 'd' ? `"${count * 24}h"` : `"${count}${unit}"`;
}

/**
 * Looks at the string literals of a node that meets a value of another type: a choice has its values, a date is a
 * date. Gives whether all is well.
 */
export function checkLiterals(checking: Checking, node: Expression, met: ValueType): boolean {
  if (node.op === 'choose') {
    const then = checkLiterals(checking, node.then, met);
    return checkLiterals(checking, node.otherwise, met) && then;
  }
  if (node.op !== 'literal' || typeof node.value !== 'string' || node.type.kind !== 'string') return true;
  const span = locateNode(checking, node);
  const type = removeNullable(met);
  if (type.kind === 'choice' && !getValueSet(type.values).has(node.value)) {
    fail(checking, diagnostics['not-a-value'](span, node.value, describeType(type), type.values));
    return false;
  }
  if (type.kind === 'date' && !isDate(node.value)) {
    fail(checking, diagnostics['bad-date'](span, node.value));
    return false;
  }
  return true;
}

const getValueSet = memo((values: readonly string[]): ReadonlySet<string> => {
  return new Set(values);
});
