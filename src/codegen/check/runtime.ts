import type { FieldError } from '../../contracts/record.ts';
import { runtime } from '../../expression/runtime.ts';
import { toDouble } from '../json/number.ts';
import { stringifyExact } from '../json/text.ts';
import { toJsonPointer } from '../module.ts';

/** Puts a pointer before those of the problems from `from` on. */
function within(fieldErrors: FieldError[], from: number, pointer: string | number): void {
  const before = typeof pointer === 'number' ? `/${pointer}` : pointer;
  for (let at = from; at < fieldErrors.length; at++) {
    const fieldError = fieldErrors[at]!;
    fieldErrors[at] = { ...fieldError, pointer: before + (fieldError.pointer ?? '') };
  }
}

/** Puts a member's name before the pointers from `from` on. */
function withinMember(fieldErrors: FieldError[], from: number, name: string): void {
  within(fieldErrors, from, toJsonPointer(name));
}

/** Says of the problems from `from` on which object of a union they are in. */
function chosen(fieldErrors: FieldError[], from: number, object: string): void {
  for (let at = from; at < fieldErrors.length; at++) {
    const fieldError = fieldErrors[at]!;
    fieldErrors[at] = { ...fieldError, cases: [object, ...(fieldError.cases ?? [])] };
  }
}

function count(object: object): number {
  let members = 0;
  for (const _ in object) members++;
  return members;
}

/** Reports the unknown fields, or removes them. */
function unknown(
  object: Record<string, unknown>,
  known: ReadonlySet<string>,
  fieldErrors: FieldError[] | undefined,
): void {
  for (const name of Object.keys(object)) {
    if (known.has(name)) continue;
    if (fieldErrors === undefined) delete object[name];
    else if (fieldErrors.length < most) {
      fieldErrors.push({ pointer: toJsonPointer(name), problem: 'unknown', message: 'is not a known field' });
    }
  }
}

/** Field errors beyond this number are not reported. */
const most = 1000;

/** Whether a text may be kept: no U+0000 and no unpaired surrogate. */
function clean(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

/** Returns the fault inside a value of any type; converts exact integers that a double can represent, in place. */
function inside(value: unknown): 'text' | 'number' | undefined {
  if (typeof value === 'string') return clean(value) ? undefined : 'text';
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'number';
  if (typeof value === 'bigint') return Number.isNaN(toDouble(value)) ? 'number' : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const name of Object.keys(value)) {
    if (!clean(name)) return 'text';
    const inner = (value as Record<string, unknown>)[name];
    const wrong = inside(inner);
    if (wrong !== undefined) return wrong;
    if (typeof inner === 'bigint') (value as Record<string, unknown>)[name] = toDouble(inner);
  }
  return undefined;
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, field]) => [name, sorted(field)]),
  );
}

/** Whether no two items are equal as values of JSON. */
function distinct(list: readonly unknown[]): boolean {
  if (list.length < 2) return true;
  const plain = list.every((item) => typeof item !== 'object' || item === null);
  return new Set(plain ? list : list.map((item) => stringifyExact(sorted(item)))).size === list.length;
}

/** How many bytes a text has in UTF-8. */
function utf8(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    // Each half of a surrogate pair counts for two of its four bytes.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2;
  }
  return bytes;
}

/** Functions that generated checks call; generated code reaches them as one constant. */
export const checkRuntime = {
  within,
  withinMember,
  chosen,
  count,
  unknown,
  most,
  clean,
  inside,
  distinct,
  utf8,
  asDouble: toDouble,
  length: runtime.length,
  equal: runtime.equal,
} as const;
