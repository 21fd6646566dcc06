import { failures } from '../failures.ts';
import { findOffset } from '../zones.ts';
import { work } from './work.ts';

const leastMoment = Date.parse('0001-01-01T00:00:00.000Z');
const mostMoment = Date.parse('9999-12-31T23:59:59.999Z');
/** 64 bits of nanoseconds, in milliseconds. */
const mostSpan = 9_223_372_036_854;
/** The cost of finding the offset of a time zone, in characters. */
const ofZone = 100;

/** Returns a timestamp in milliseconds within the years 0001 to 9999. */
function time(milliseconds: number): number {
  if (milliseconds >= leastMoment && milliseconds <= mostMoment) return milliseconds;
  throw failures.overflow;
}

/** A duration in milliseconds that 64 bits of nanoseconds hold. */
function span(milliseconds: number): number {
  if (milliseconds >= -mostSpan && milliseconds <= mostSpan) return milliseconds + 0;
  throw failures.overflow;
}

/** Milliseconds as the canonical text of a moment, or null. */
function iso(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}

/** The milliseconds of a canonical text, or null. */
function moment(text: string | null): number | null {
  return text === null ? null : Date.parse(text);
}

/** A moment some months later; a day that the month does not have is its last. */
function addMonths(milliseconds: number, months: number): number {
  const date = new Date(milliseconds);
  const count = date.getUTCFullYear() * 12 + date.getUTCMonth() + months;
  const year = Math.floor(count / 12);
  if (year < 1 || year > 9999) throw failures.overflow;
  const month = count - year * 12;
  date.setUTCFullYear(year, month, Math.min(date.getUTCDate(), countDays(year, month)));
  return time(date.getTime());
}

function countDays(year: number, month: number): number {
  const last = new Date(0);
  last.setUTCFullYear(year, month + 1, 0);
  return last.getUTCDate();
}

/** The first moment of a date, in UTC. */
function day(date: string): number {
  const milliseconds = Date.parse(`${date}T00:00:00.000Z`);
  // Strings that are computed for a field of type date are checked only when their record is.
  if (Number.isNaN(milliseconds)) throw failures.conversion;
  return milliseconds;
}

/** The date of a moment in UTC. */
function date(milliseconds: number): string {
  return new Date(time(milliseconds)).toISOString().slice(0, 10);
}

/** A moment as the clocks of a time zone show it, as if it were in UTC. */
function zoned(milliseconds: number, zone: string): number {
  work(ofZone);
  const offset = findOffset(zone, milliseconds);
  if (offset === undefined) throw failures.conversion;
  return time(milliseconds + offset);
}

/** The day of the year, from 0. */
function dayOfYear(milliseconds: number): number {
  const first = new Date(milliseconds);
  first.setUTCMonth(0, 1);
  return Math.round((milliseconds - first.getTime()) / 86_400_000);
}

/** How many whole units a duration has. */
function count(milliseconds: number, unit: number): number {
  return Math.trunc(milliseconds / unit) + 0;
}

/** Dates, date-times and durations of compiled expressions. */
export const times = { time, span, iso, moment, addMonths, day, date, zoned, dayOfYear, count } as const;
