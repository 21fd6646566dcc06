import { formatOf } from '../../parts/registry.ts';
import { type ConstraintPlan, constrainsList, type Json, type ValueSchema } from '../../plan/schema.ts';
import type { Validator } from './validator.ts';

/** A value that a place does not take, or just takes. */
export interface TriedValue {
  readonly value: Json;
  /** In words: `201 characters`. */
  readonly words: string;
  /** The kind of mistake. */
  readonly tries: 'type' | 'format' | 'null' | 'constraint';
  readonly isValid: boolean;
  readonly line?: number;
}

/** No longer texts are sent. */
const longest = 20_000;
/** No longer lists are sent. */
const mostItems = 1_000;

/** Lists values of other types, formats and beyond each bound, and at each bound; `present` is a value that is taken. */
export function listTriedValues(
  validate: Validator,
  schema: ValueSchema,
  present: Json | undefined,
): readonly TriedValue[] {
  const wrong = (value: Json, words: string, tries: TriedValue['tries'], line?: number): TriedValue => ({
    value,
    words,
    tries,
    isValid: false,
    ...(line === undefined ? {} : { line }),
  });
  const isNullable = schema.nullable === true;
  const found = [...listOthers(schema, wrong), { ...wrong(null, 'null', 'null'), isValid: isNullable }];
  const bounds = (schema.constraints ?? []).flatMap((constraint) => listBounds(schema, constraint, present));
  const all = [...found, ...bounds];
  // The validator of the page has the last word on what is right.
  return all.filter(({ value, isValid }) => (validate(schema, value).length === 0) === isValid);
}

type Wrong = (value: Json, words: string, tries: TriedValue['tries'], line?: number) => TriedValue;

function listOthers(schema: ValueSchema, wrong: Wrong): readonly TriedValue[] {
  const format = formatOf(schema);
  switch (schema.type) {
    case 'string': {
      const unlike = format?.wrong.find(
        (value) =>
          typeof value === 'string' && value !== '' && format.read(value, schema.format?.argument) === undefined,
      );
      return [
        wrong(7, 'a number', 'type'),
        ...(typeof unlike === 'string' ? [wrong(unlike, JSON.stringify(unlike), 'format')] : []),
      ];
    }
    case 'integer':
      return [wrong('many', 'a string', 'type'), wrong(1.5, '1.5', 'type')];
    case 'number':
      return [wrong('many', 'a string', 'type')];
    case 'boolean':
      return [wrong('perhaps', 'a string', 'type')];
    case 'choice':
      return [wrong('no such value', 'an unknown value', 'type')];
    case 'list':
      return [wrong('one', 'a string', 'type')];
    case 'map':
    case 'named':
    case 'object':
      return [wrong('one', 'a string', 'type')];
    default:
      return [];
  }
}

function listBounds(schema: ValueSchema, constraint: ConstraintPlan, present: Json | undefined): readonly TriedValue[] {
  const { line } = constraint;
  const of = (value: Json | undefined, words: string, isValid: boolean): readonly TriedValue[] =>
    value === undefined ? [] : [{ value, words, tries: 'constraint', isValid, line }];
  if (constraint.kind === 'pattern') {
    const other = ['!', '§', 'zz zz', '0', 'x'.repeat(60)].find((text) => text !== present);
    return ['!', '§', 'zz zz', '0', 'x'.repeat(60)]
      .slice(0, 3)
      .flatMap((text) => of(text, JSON.stringify(text), false))
      .slice(0, other === undefined ? 0 : 1);
  }
  if (constraint.kind === 'multiple of') {
    const step = Number(constraint.of);
    const base = Number(present);
    if (Number.isNaN(base)) return [];
    const between = base + step / 2;
    return of(
      typeof present === 'string' ? between.toFixed(countDecimals(constraint.of) + 1) : between,
      `no multiple of ${constraint.of}`,
      false,
    );
  }
  if (constraint.kind === 'unique items') {
    return Array.isArray(present) && present.length > 0 ? of([present[0]!, present[0]!], 'an item twice', false) : [];
  }
  if (constraint.kind !== 'range' || (schema.type === 'list') !== constrainsList(constraint)) return [];
  const from = constraint.from === undefined ? undefined : Number(constraint.from);
  const to = constraint.to === undefined ? undefined : Number(constraint.to);
  const make = maker(schema, constraint, present);
  return [
    ...(from === undefined
      ? []
      : [
          ...of(make(from - 1, constraint.from!), describe(constraint, from - 1), false),
          ...of(make(from, constraint.from!), describe(constraint, from), true),
        ]),
    ...(to === undefined
      ? []
      : [
          ...of(make(to, constraint.to!), describe(constraint, to), true),
          ...of(make(to + 1, constraint.to!), describe(constraint, to + 1), false),
        ]),
  ];
}

function describe({ unit }: ConstraintPlan & { readonly kind: 'range' }, size: number): string {
  return unit === 'value' ? String(size) : `${size} ${size === 1 ? unit.slice(0, -1) : unit}`;
}

/** Makes values of a size, or near a bound. */
function maker(
  schema: ValueSchema,
  { unit }: ConstraintPlan & { readonly kind: 'range' },
  present: Json | undefined,
): (size: number, bound: string) => Json | undefined {
  switch (unit) {
    case 'value':
      return (size, bound) =>
        schema.type === 'integer' || schema.type === 'number'
          ? size
          : formatOf(schema)?.name === 'decimal'
            ? size.toFixed(countDecimals(bound))
            : undefined;
    case 'characters':
    case 'bytes':
      return (size) =>
        size < 0 || size > longest || schema.type !== 'string' || formatOf(schema) !== undefined
          ? undefined
          : fill(present, size);
    case 'items':
      return (size) =>
        size < 0 || size > mostItems || !Array.isArray(present) || present.length === 0
          ? undefined
          : Array.from({ length: size }, (_, at) => vary(present[at % present.length] as Json, at));
    default:
      return () => undefined;
  }
}

/** Another item for each place of a list: its items may have to differ. */
function vary(item: Json, at: number): Json {
  if (typeof item === 'string' && !/[-@:/]/.test(item)) return `${item}${at}`;
  return typeof item === 'number' && Number.isInteger(item) ? item + at : item;
}

/** A text of a length, which begins as the present one. */
function fill(present: Json | undefined, size: number): string {
  const text = typeof present === 'string' && /^[ -~]+$/.test(present) ? present : '';
  return text.slice(0, size).trimEnd().padEnd(size, 'x');
}

function countDecimals(text: string): number {
  return text.split('.')[1]?.length ?? 0;
}
