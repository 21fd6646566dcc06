import { own } from '../../text/own-property.ts';
import { fileName } from '../file-type.ts';
import { functionNames } from '../reserved.ts';
import type { ValueType } from '../tree.ts';
import { getBaseType, removeNullable } from '../types.ts';
import { findSignature } from './signatures.ts';

const forms: Readonly<Record<string, string>> = {
  size: 'size(x)',
  has: 'has(field)',
  changed: 'changed(field)',
  contains: 'text.contains(part)',
  startsWith: 'text.startsWith(part)',
  endsWith: 'text.endsWith(part)',
  sum: 'sum(list)',
  int: 'int(x)',
  double: 'double(x)',
  string: 'string(x)',
  decimal: 'decimal("12.50")',
  round: 'round(x, 2)',
  divide: 'divide(a, b, 2)',
  timestamp: 'timestamp("2026-11-01T09:00:00Z")',
  duration: 'duration("36h")',
  all: 'list.all(x, condition)',
  exists: 'list.exists(x, condition)',
  exists_one: 'list.exists_one(x, condition)',
  map: 'list.map(x, value)',
  filter: 'list.filter(x, condition)',
  next: 'next(field, a, b)',
  link: 'file.link()',
};
/** The names of functions in other languages. */
const otherNames: Readonly<Record<string, string>> = {
  ...{ lower: 'lowerAscii', toLower: 'lowerAscii', toLowerCase: 'lowerAscii', lowercase: 'lowerAscii' },
  ...{ upper: 'upperAscii', toUpper: 'upperAscii', toUpperCase: 'upperAscii', uppercase: 'upperAscii' },
  ...{ length: 'size', len: 'size', strip: 'trim', substr: 'substring', replaceAll: 'replace', concat: 'join' },
  ...{ slugify: 'slug', match: 'matches', regex: 'matches', addDays: 'days', addMonths: 'months', addHours: 'hours' },
  ...{ year: 'getFullYear', month: 'getMonth', day: 'getDate', hour: 'getHours', getYear: 'getFullYear' },
};
/** The functions of a string that give a condition. */
export const methods: ReadonlySet<string> = new Set(['contains', 'startsWith', 'endsWith']);
/** The functions whose last argument is evaluated for each item. */
export const macros: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'map', 'filter']);

/** How a function is called. */
export function findForm(name: string): string | undefined {
  return findSignature(name)?.form ?? own(forms, name);
}

/** How a function is called that another language calls by this name. */
export function findMeantForm(name: string): string | undefined {
  return findForm(own(otherNames, name) ?? '');
}

/** The functions that are called after a value of a type and a dot; all of them where the type is left out. */
export function listMethods(type?: ValueType): readonly string[] {
  const kinds = type && new Set<ValueType['kind']>([removeNullable(type).kind, getBaseType(type).kind]);
  return functionNames.filter((name) => {
    if (name === 'link') return type === undefined || isFile(type);
    const receivers = listReceivers(name);
    return receivers !== undefined && (kinds === undefined || receivers.some((kind) => kinds.has(kind)));
  });
}

function isFile(type: ValueType): boolean {
  const base = getBaseType(type);
  return base.kind === 'object' && base.name === fileName;
}

function listReceivers(name: string): readonly ValueType['kind'][] | undefined {
  if (macros.has(name)) return ['list', 'map'];
  return methods.has(name) ? ['string'] : findSignature(name)?.receiver?.kinds;
}
