import type { TypeData } from '../../model.ts';
import { joinWords, resolve } from './data.ts';
import { parseExact, readNumber } from './exact.ts';

/** A value that a text stands for, or what is wrong with the text: it completes the name of its field. */
export type Converted = { readonly value: unknown; readonly fault?: never } | { readonly fault: string };

const yes = new Set(['true', 'yes', '1']);
const no = new Set(['false', 'no', '0']);

/** Returns the value of a type that a text stands for, as the service takes it. An empty text stands for no value. */
export function convertText(given: TypeData, text: string): Converted {
  const type = resolve(given);
  if (text === '' && type.kind !== 'constant') return { value: undefined };
  switch (type.kind) {
    case 'string':
      return convertString(type, text);
    case 'integer':
    case 'number':
      return convertNumber(type, text);
    case 'boolean': {
      const word = text.trim().toLowerCase();
      if (yes.has(word)) return { value: true };
      return no.has(word) ? { value: false } : { fault: 'must be true or false' };
    }
    case 'choice':
      return type.values.includes(text) ? { value: text } : { fault: `must be ${joinWords(type.values)}` };
    case 'ref':
      return { value: text.trim() };
    case 'constant':
      return { value: type.value };
    case 'list': {
      const items = text.trimStart().startsWith('[') ? parseExact(text) : text.split(';').map((each) => each.trim());
      if (!Array.isArray(items)) return { fault: 'must be a list of JSON, or values with ; between them' };
      const converted = items.map(
        (item: unknown): Converted => (typeof item === 'string' ? convertText(type.item, item) : { value: item }),
      );
      const wrong = converted.find(({ fault }) => fault !== undefined);
      return (
        wrong ??
        checkRange(
          type,
          items.length,
          'items',
          converted.map((each) => ('value' in each ? each.value : undefined)),
        )
      );
    }
    case 'file':
      return { fault: 'is a file, which a text cannot hold' };
    default: {
      const value = parseExact(text);
      return value === undefined ? { fault: 'must be JSON' } : { value };
    }
  }
}

type Plain = Extract<TypeData, { readonly kind: 'string' | 'integer' | 'number' | 'file' }>;

const forms: Readonly<Record<string, readonly [RegExp, string]>> = {
  decimal: [/^-?(0|[1-9]\d*)(\.\d+)?$/, 'must be a number such as 12.50'],
  date: [/^\d{4}-\d{2}-\d{2}$/, 'must be a date such as 2026-12-31'],
  time: [/^\d{2}:\d{2}(:\d{2})?/, 'must be a time such as 09:30'],
  email: [/^[^\s@]+@[^\s@]+$/, 'must be an email address'],
  uri: [/^[a-z][a-z0-9+.-]*:\S+$/i, 'must be an address such as https://example.com'],
};

function convertString(type: Plain, text: string): Converted {
  if (type.format === 'date-time') {
    const at = new Date(text);
    if (Number.isNaN(at.getTime())) return { fault: 'must be a moment such as 2026-12-31T09:30:00Z' };
    return { value: /(Z|[+-]\d{2}:\d{2})$/.test(text) ? text : at.toISOString() };
  }
  const [form, words] = forms[type.format ?? ''] ?? [];
  if (form !== undefined && !form.test(text)) return { fault: words! };
  if (type.pattern !== undefined && !fitsPattern(type.pattern, text)) return { fault: `must match ${type.pattern}` };
  if (type.format === 'decimal') return checkValue(type, text, text);
  return checkRange(
    type,
    type.unit === 'bytes' ? new TextEncoder().encode(text).length : [...text].length,
    type.unit ?? 'characters',
    text,
  );
}

/** The service decides; a pattern that the browser cannot read is left to it. */
function fitsPattern(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
}

function convertNumber(type: Plain, text: string): Converted {
  const value = readNumber(text);
  if (value === undefined || (type.kind === 'integer' && !/^-?\d+$/.test(text.trim())))
    return { fault: type.kind === 'integer' ? 'must be an integer' : 'must be a number' };
  return checkValue(type, text.trim(), value);
}

function checkValue({ from, to, unit }: Plain, text: string, value: unknown): Converted {
  if (unit !== 'value') return { value };
  if ((from !== undefined && isLess(text, from)) || (to !== undefined && isLess(to, text)))
    return { fault: `must be ${describeRange(from, to)}` };
  return { value };
}

/** Compares two decimal numbers, whole ones without the loss of a digit. */
function isLess(left: string, right: string): boolean {
  const areWhole = /^-?\d+$/.test(left) && /^-?\d+$/.test(right);
  return areWhole ? BigInt(left) < BigInt(right) : Number(left) < Number(right);
}

function checkRange(
  { from, to }: { readonly from?: string; readonly to?: string },
  size: number,
  unit: string,
  value: unknown,
): Converted {
  if ((from !== undefined && size < Number(from)) || (to !== undefined && size > Number(to)))
    return { fault: `must have ${describeRange(from, to)} ${unit}` };
  return { value };
}

function describeRange(from: string | undefined, to: string | undefined): string {
  if (from === undefined) return `at most ${to}`;
  return to === undefined ? `at least ${from}` : `${from} to ${to}`;
}

/** Says the constraints of a type in a few words, as a hint below its input. */
export function describeType(type: TypeData): string | undefined {
  if (type.kind === 'file') {
    const words = [
      ...(type.types ?? []),
      ...(type.to === undefined ? [] : [`at most ${formatBytes(Number(type.to))}`]),
    ];
    return words.length === 0 ? undefined : words.join(', ');
  }
  if (type.kind !== 'string' && type.kind !== 'integer' && type.kind !== 'number') return undefined;
  const { from, to, unit, step, pattern } = type;
  // That a text is not empty is said by its mark alone.
  const hasRange = unit !== undefined && !(unit === 'characters' && from === '1' && to === undefined);
  const range = hasRange ? describeRange(unit === 'characters' && from === '1' ? undefined : from, to) : undefined;
  const words = [
    ...(range === undefined ? [] : [unit === 'value' ? range : `${range} ${unit}`]),
    ...(step === undefined ? [] : [`multiples of ${step}`]),
    ...(pattern === undefined ? [] : [pattern]),
  ];
  return words.length === 0 ? undefined : words.join(', ');
}

/** Returns a size in words: `1.5 MiB`. */
export function formatBytes(bytes: number): string {
  const unit =
    bytes >= 1_048_576
      ? ([1_048_576, 'MiB'] as const)
      : bytes >= 1024
        ? ([1024, 'KiB'] as const)
        : ([1, 'bytes'] as const);
  return `${Math.round((bytes / unit[0]) * 10) / 10} ${unit[1]}`;
}
