import type { Expression, ValueType } from '../../expression/tree.ts';
import { describeType } from '../../expression/types.ts';
import { memo } from '../../text/memo.ts';
import { isDecimal } from '../../text/numbers/decimals.ts';
import { describeValue } from '../../text/shown.ts';

/** A member of `input` that a condition reads, with the type of the field that it is compared with. */
interface Read {
  readonly name: string;
  readonly type: ValueType;
  /** Asked for by `has`: it may be left out. */
  readonly asked: boolean;
}

const knownOf = memo(readsIn);

/**
 * Returns the values of `input` as the store takes them, dates as text. Throws for a member that the condition reads and that is
 * left out, and for a value of another type than that of its field.
 */
export function convertInput(what: string, where: Expression, input: Readonly<Record<string, unknown>>): object {
  const reads = knownOf(where);
  const values: Record<string, unknown> = {};
  for (const { name, type, asked } of reads) {
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    if (value === undefined) {
      if (asked) continue;
      throw new Error(`${what}: \`where\` reads input.${name}, and \`input\` has no \`${name}\``);
    }
    values[name] = toStoreValue(type, value, (words, found) => {
      throw new Error(`${what}: input.${name} must be ${words}, found ${describeValue(found)}`);
    });
  }
  return values;
}

function readsIn(node: unknown, asked = false): readonly Read[] {
  if (typeof node !== 'object' || node === null) return [];
  const { op, root, steps, type } = node as Expression & { op?: string; root?: string; steps?: { name: string }[] };
  const name = op === 'path' && root === 'value' ? steps?.[0]?.name : undefined;
  const own = name === undefined ? [] : [{ name, type, asked }];
  return [...own, ...Object.values(node).flatMap((value) => readsIn(value, op === 'has'))];
}

type Wrong = (words: string, found: unknown) => never;

/** A value as the store takes it; calls `wrong` with the words for what it must be. */
function toStoreValue(type: ValueType, value: unknown, wrong: Wrong): unknown {
  switch (type.kind) {
    case 'int':
      if (typeof value === 'bigint' ? BigInt.asIntN(64, value) === value : Number.isSafeInteger(value)) return value;
      return wrong('an integer of 64 bits', value);
    case 'double':
      return Number.isFinite(value) ? value : wrong('a number', value);
    case 'bool':
      return typeof value === 'boolean' ? value : wrong('true or false', value);
    case 'timestamp':
      return toTimestamp(value) ?? wrong('a Date or a time such as `2030-01-31T12:00:00Z`', value);
    case 'date':
      return isDay(value) ? value : wrong('a date such as `2030-01-31`', value);
    case 'ref':
      return toStoreValue(type.identity, value, wrong);
    case 'nullable':
      return value === null ? null : toStoreValue(type.of, value, wrong);
    case 'list':
      if (!Array.isArray(value)) return wrong('a list', value);
      return value.map((item) => toStoreValue(type.item, item, (_, found) => wrong(describeType(type), found)));
    case 'decimal':
      return typeof value === 'string' && isDecimal(value)
        ? value
        : wrong('a decimal in a string, such as `12.50`', value);
    case 'string':
    case 'choice':
    case 'duration':
      return toStoreString(value, wrong);
    default:
      return value instanceof Date ? value.toISOString() : value;
  }
}

function toStoreString(value: unknown, wrong: Wrong): string {
  if (typeof value !== 'string') return wrong('a string', value);
  return value.includes('\0') || !value.isWellFormed()
    ? wrong('a string without U+0000 and unpaired surrogates', value)
    : value;
}

function toTimestamp(value: unknown): string | undefined {
  const text = typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/i.test(value);
  if (!text && !(value instanceof Date)) return undefined;
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

function isDay(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
}
