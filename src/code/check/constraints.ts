import { type FormatMember, formatsByName, isMultiple } from '../../parts/members.ts';
import type { ConstraintPlan, ValueSchema } from '../../plan/schema.ts';
import { type ModuleText, quoted } from '../module.ts';
import { compileTest } from '../pattern.ts';

/** The format of a schema, where it has one. */
export function formatOf(schema: ValueSchema): FormatMember | undefined {
  if (!('format' in schema) || schema.format === undefined) return undefined;
  const format = formatsByName.get(schema.format.name);
  if (format === undefined) throw new Error(`a plan holds the unknown format ${schema.format.name}`);
  return format;
}

/** A condition in JavaScript on `v`, checked for type and format already: true when it breaks the constraint. `$` is the check runtime. */
export function breaks(module: ModuleText, $: string, schema: ValueSchema, constraint: ConstraintPlan): string {
  switch (constraint.kind) {
    case 'unique items':
      return `!${$}.distinct(v)`;
    case 'pattern':
      return `!${module.constant(compileTest(constraint.pattern))}(v)`;
    case 'multiple of':
      return multiple(module, schema, constraint.of);
    case 'range':
      return outside(module, $, schema, constraint);
  }
}

const whole = /^-?\d+$/;

function multiple(module: ModuleText, schema: ValueSchema, of: string): string {
  const format = formatOf(schema);
  if (format?.multiple !== undefined) return `!${module.constant(format.multiple)}(v, ${quoted(of)})`;
  if (schema.type === 'integer' && whole.test(of) && Number(of) !== 0) {
    return format?.storage === 'int64' ? `v % ${BigInt(of)}n !== 0n` : `v % ${Number(of)} !== 0`;
  }
  return `!${module.constant(isMultiple)}(String(v), ${quoted(of)})`;
}

function outside(
  module: ModuleText,
  $: string,
  schema: ValueSchema,
  range: ConstraintPlan & { readonly kind: 'range' },
): string {
  const { unit, from, to } = range;
  if (unit === 'characters') return characters($, from, to);
  if (unit === 'value') {
    const format = formatOf(schema);
    if (format?.compare !== undefined) {
      const compare = module.constant(format.compare);
      return either(from && `${compare}(v, ${quoted(from)}) < 0`, to && `${compare}(v, ${quoted(to)}) > 0`);
    }
    const wide = format?.storage === 'int64';
    return either(from && `v < ${bound(from, wide)}`, to && `v > ${bound(to, wide)}`);
  }
  const bytes = formatOf(schema)?.bytes;
  const size =
    unit === 'items'
      ? 'v.length'
      : unit === 'keys'
        ? `${$}.count(v)`
        : bytes === undefined
          ? `${$}.utf8(v)`
          : `${module.constant(bytes)}(v)`;
  return either(from && `${size} < ${Number(from)}`, to && `${size} > ${Number(to)}`);
}

/** UTF-16 units bound the code points: they are counted only where that does not decide. */
function characters($: string, from: string | undefined, to: string | undefined): string {
  const least = Number(from);
  return either(
    from &&
      (least <= 1
        ? `v.length < ${least}`
        : `v.length < ${least} || (v.length < ${2 * least} && ${$}.length(v) < ${least})`),
    to && `(v.length > ${Number(to)} && ${$}.length(v) > ${Number(to)})`,
  );
}

function either(...conditions: readonly (string | undefined)[]): string {
  const all = conditions.filter((one) => one !== undefined && one !== '');
  return all.length === 0 ? 'false' : all.join(' || ');
}

function bound(text: string, wide: boolean): string {
  if (whole.test(text) && (wide || !Number.isSafeInteger(Number(text)))) return `${BigInt(text)}n`;
  return String(Number(text));
}
