import { own } from '../../text/own-property.ts';
import type { CalendarFunction, TextFunction, ValueType } from '../tree.ts';

/** A kind of values that an argument may have: its words, and the kinds of types. */
export interface Argument {
  readonly words: string;
  readonly kinds: readonly ValueType['kind'][];
  /** An argument that is checked further if it is a literal. */
  readonly is?: 'zone' | 'pattern';
  /** The argument must be a literal. */
  readonly literal?: true;
}

/** How a function is called, and what it gives. */
export interface Signature {
  readonly form: string;
  /** Of a method, the value before its dot. */
  readonly receiver?: Argument;
  readonly of: readonly Argument[];
  /** The last argument, which may be left out. */
  readonly last?: Argument;
  readonly gives: ValueType;
}

const integer: Argument = { words: 'an integer', kinds: ['int'] };
const string: Argument = { words: 'a string', kinds: ['string'] };
const strings: Argument = { words: 'a list of strings', kinds: ['list'] };
const moment: Argument = { words: 'a date-time', kinds: ['timestamp'] };
const calendar: Argument = { words: 'a date or a date-time', kinds: ['timestamp', 'date'] };
const clock: Argument = { words: 'a date-time or a duration', kinds: ['timestamp', 'duration'] };
const duration: Argument = { words: 'a duration', kinds: ['duration'] };
const zone: Argument = { words: 'the name of a time zone', kinds: ['string'], is: 'zone' };
const pattern: Argument = { words: 'a pattern', kinds: ['string'], is: 'pattern', literal: true };

const int: ValueType = { kind: 'int' };
const text: ValueType = { kind: 'string' };
const span: ValueType = { kind: 'duration' };

const countOf = (form: string, gives: ValueType): Signature => ({ form, of: [integer], gives });
const getter = (name: string, receiver: Argument): Signature => {
  const zoned = receiver === duration ? {} : { last: zone };
  return { form: `x.${name}()`, receiver, of: [], ...zoned, gives: int };
};
const method = (form: string, of: readonly Argument[], more: Partial<Signature> = {}): Signature => ({
  form: `text.${form}`,
  receiver: string,
  of,
  gives: text,
  ...more,
});

/** The functions whose arguments have one kind each. */
const signatures: Readonly<Record<CalendarFunction | TextFunction, Signature>> = {
  seconds: countOf('seconds(n)', span),
  minutes: countOf('minutes(n)', span),
  hours: countOf('hours(n)', span),
  days: countOf('days(n)', { kind: 'duration', days: true }),
  months: countOf('months(n)', { kind: 'months' }),
  date: { form: 'date(x, "Europe/Zurich")', of: [moment], last: zone, gives: { kind: 'date' } },
  getFullYear: getter('getFullYear', calendar),
  getMonth: getter('getMonth', calendar),
  getDate: getter('getDate', calendar),
  getDayOfMonth: getter('getDayOfMonth', calendar),
  getDayOfWeek: getter('getDayOfWeek', calendar),
  getDayOfYear: getter('getDayOfYear', calendar),
  getHours: getter('getHours', clock),
  getMinutes: getter('getMinutes', clock),
  getSeconds: getter('getSeconds', clock),
  getMilliseconds: getter('getMilliseconds', moment),
  getDays: getter('getDays', duration),
  lowerAscii: method('lowerAscii()', []),
  upperAscii: method('upperAscii()', []),
  trim: method('trim()', []),
  replace: method('replace(part, other)', [string, string]),
  split: method('split(separator)', [string], { gives: { kind: 'list', item: text } }),
  join: { form: 'list.join(separator)', receiver: strings, of: [], last: string, gives: text },
  substring: method('substring(start, end)', [integer], { last: integer }),
  matches: method('matches("^[A-Z]{2}")', [pattern], { gives: { kind: 'bool' } }),
  slug: { form: 'slug(text)', of: [string], gives: text },
};

/** How a function is called; undefined for functions that have a check of their own. */
export function findSignature(name: string): Signature | undefined {
  return own(signatures, name);
}

/** The type of an argument of a function by its place; undefined for functions that have a check of their own. */
export function findArgumentType(name: string, place: number): ValueType | undefined {
  const signature = findSignature(name);
  const argument = signature && [...signature.of, ...(signature.last ? [signature.last] : [])][place];
  const kind = argument?.kinds[0];
  return kind === 'int' || kind === 'string' || kind === 'timestamp' ? { kind } : undefined;
}
