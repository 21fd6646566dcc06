import type { FieldError } from '../../contracts/record.ts';
import { formatOf } from '../../parts/registry.ts';
import { beyondBounds, type FieldErrorName } from '../../plan/fields/field-errors.ts';
import type { ConstraintPlan, ValueSchema } from '../../plan/schema.ts';
import { isMultiple } from '../../text/numbers/decimals.ts';
import { compileTest } from '../inputs/pattern.ts';
import { type ModuleText, toSourceString } from '../module.ts';

/** A way to break a constraint: conditions in JavaScript on `v`, which is checked for type and format already. */
export interface Breach {
  readonly problem: FieldErrorName;
  /** True when the value breaks it. */
  readonly broken: string;
  /** True when such a value is empty; left out: it never is. */
  readonly empty?: string;
  readonly facts?: NonNullable<FieldError['facts']>;
}

/** The ways to break a constraint; of several one at most holds. `$` is the check runtime. */
export function compileBreaches(
  module: ModuleText,
  $: string,
  schema: ValueSchema,
  constraint: ConstraintPlan,
): readonly Breach[] {
  switch (constraint.kind) {
    case 'unique items':
      return [{ problem: 'duplicate items', broken: `!${$}.distinct(v)` }];
    case 'pattern': {
      const broken = `!${module.constant(compileTest(constraint.pattern))}(v)`;
      return [{ problem: 'pattern', broken, empty: `v === ''` }];
    }
    case 'multiple of':
      return [
        {
          problem: 'multiple of',
          broken: compileMultipleTest(module, schema, constraint.of),
          facts: { step: constraint.of },
        },
      ];
    case 'media types': {
      const broken = `!${module.constant(constraint.types)}.includes(v.type)`;
      return [{ problem: 'format', broken, facts: { values: constraint.types.join(', ') } }];
    }
    case 'range':
      return compileRangeBreaches(module, $, schema, constraint);
  }
}

const whole = /^-?\d+$/;

function compileMultipleTest(module: ModuleText, schema: ValueSchema, of: string): string {
  const format = formatOf(schema);
  if (format?.multiple !== undefined) return `!${module.constant(format.multiple)}(v, ${toSourceString(of)})`;
  if (schema.type === 'integer' && whole.test(of) && Number(of) !== 0) {
    return format?.storage === 'int64' ? `v % ${BigInt(of)}n !== 0n` : `v % ${Number(of)} !== 0`;
  }
  return `!${module.constant(isMultiple)}(String(v), ${toSourceString(of)})`;
}

type Range = ConstraintPlan & { readonly kind: 'range' };

function compileRangeBreaches(module: ModuleText, $: string, schema: ValueSchema, range: Range): readonly Breach[] {
  const { unit, from, to } = range;
  const [below, above] = compileRangeTests(module, $, schema, range);
  const [less, more] = beyondBounds[unit];
  const sizes = {
    items: 'v.length === 0',
    keys: `${$}.count(v) === 0`,
    characters: `v === ''`,
    bytes: `v === ''`,
    value: undefined,
  };
  const empty = schema.type === 'file' ? 'v.size === 0' : sizes[unit];
  return [
    ...(below === undefined ? [] : [{ problem: less, broken: below, ...(empty && { empty }), facts: { min: from! } }]),
    ...(above === undefined ? [] : [{ problem: more, broken: above, facts: { max: to! } }]),
  ];
}

type Tests = readonly [below: string | undefined, above: string | undefined];

function compileRangeTests(module: ModuleText, $: string, schema: ValueSchema, { unit, from, to }: Range): Tests {
  if (unit === 'characters') return compileLengthTests($, from, to);
  if (unit === 'value') {
    const format = formatOf(schema);
    if (format?.compare !== undefined) {
      const compare = module.constant(format.compare);
      return [from && `${compare}(v, ${toSourceString(from)}) < 0`, to && `${compare}(v, ${toSourceString(to)}) > 0`];
    }
    const wide = format?.storage === 'int64';
    return [from && `v < ${formatBound(from, wide)}`, to && `v > ${formatBound(to, wide)}`];
  }
  const bytes = formatOf(schema)?.bytes;
  const size =
    schema.type === 'file'
      ? 'v.size'
      : unit === 'items'
        ? 'v.length'
        : unit === 'keys'
          ? `${$}.count(v)`
          : bytes === undefined
            ? `${$}.utf8(v)`
            : `${module.constant(bytes)}(v)`;
  return [from && `${size} < ${Number(from)}`, to && `${size} > ${Number(to)}`];
}

/** UTF-16 units bound the code points: they are counted only where that does not decide. */
function compileLengthTests($: string, from: string | undefined, to: string | undefined): Tests {
  const least = Number(from);
  return [
    from &&
      (least <= 1
        ? `v.length < ${least}`
        : `v.length < ${least} || (v.length < ${2 * least} && ${$}.length(v) < ${least})`),
    to && `v.length > ${Number(to)} && ${$}.length(v) > ${Number(to)}`,
  ];
}

function formatBound(text: string, wide: boolean): string {
  if (whole.test(text) && (wide || !Number.isSafeInteger(Number(text)))) return `${BigInt(text)}n`;
  return String(Number(text));
}
