import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { ParameterPlan } from '../../../plan/operation.ts';
import { type ConstraintPlan, constrainsList, type Json, type ValueSchema } from '../../../plan/schema.ts';
import { getLineNumber, slice } from '../../../text/location.ts';
import { findNearest } from '../../../text/nearest.ts';
import { compilePattern } from '../../../text/patterns.ts';
import { explainMismatch } from '../../resolve/literals.ts';
import { fitsText, isValueConstraint, toConstraintPlan, type ValueConstraint } from '../../resolve/schemas.ts';
import type { ConstraintModel } from '../../resources/model.ts';
import { readConstraint } from '../../resources/read/constraint-words.ts';
import type { About } from '../about.ts';
import { diagnostics } from '../diagnostics.ts';
import type { ParameterModel } from '../model.ts';

type Means = ParameterPlan['mapsTo'];

const allowed = new Set<ConstraintModel['kind']>([
  'required',
  'default',
  'range',
  'multiple of',
  'unique items',
  'pattern',
]);

/** Reads the Constraints of a parameter; those that no parameter has are told and left out. */
export function readConstraints(parameter: Pick<ParameterModel, 'constraints'>): {
  readonly constraints: readonly ConstraintModel[];
  readonly diagnostics: Diagnostic[];
} {
  const constraints: ConstraintModel[] = [];
  const found: Diagnostic[] = [];
  for (const words of parameter.constraints) {
    const read = readConstraint(words);
    found.push(...read.diagnostics);
    if (read.constraint === undefined) continue;
    if (allowed.has(read.constraint.kind)) constraints.push(read.constraint);
    else found.push(diagnostics['parameter-constraint'](words.span, words.text));
  }
  return { constraints, diagnostics: found };
}

/** Adds the constraints of a parameter to what a value of it must be; one that fits no value of it is told. */
export function applyConstraints(
  about: Pick<About, 'service'>,
  means: Means,
  schema: ValueSchema,
  constraints: readonly ConstraintModel[],
): { readonly schema: ValueSchema; readonly diagnostics: readonly Diagnostic[] } {
  const { source } = about.service;
  const fitting: ConstraintPlan[] = [];
  const found: Diagnostic[] = [];
  for (const constraint of constraints.filter(isValueConstraint)) {
    const { span } = constraint;
    if (!allowsConstraint(means, schema, constraint)) {
      found.push(diagnostics['constraint-mismatch'](span, slice(source, span), describeValues(means, schema)));
      continue;
    }
    const made = constraint.kind === 'pattern' ? compilePattern(constraint.pattern.text) : undefined;
    if (made !== undefined && 'error' in made)
      found.push(diagnostics['parameter-pattern'](span, made.engine, made.error));
    else fitting.push(toConstraintPlan(constraint, getLineNumber(source, span)));
  }
  return { schema: withConstraints(schema, fitting), diagnostics: found };
}

/** Whose value names something, and is checked as that alone. */
const names = new Set<Means['kind']>(['expand', 'fields', 'total', 'after id', 'before id']);

function allowsConstraint(means: Means, schema: ValueSchema, constraint: ValueConstraint): boolean {
  if (names.has(means.kind)) return false;
  if (constrainsList(constraint)) return schema.type === 'list' || isSeveral(means);
  return fitsText(schema.type === 'list' ? schema.item : schema, constraint);
}

function isSeveral(means: Means): boolean {
  return means.kind === 'filter' && means.operator === 'in';
}

/** What the values of a parameter are called. */
function describeValues(means: Means, schema: ValueSchema): string {
  if (names.has(means.kind)) return `no bounds: it means \`${means.kind}\``;
  if (schema.type === 'list' || isSeveral(means)) return `several values of type ${describeItemType(schema)}`;
  return `one value of type ${describeItemType(schema)}`;
}

function describeItemType(schema: ValueSchema): string {
  const itemSchema = schema.type === 'list' ? schema.item : schema;
  if (itemSchema.type === 'ref') return `\`ref ${itemSchema.resource}\``;
  if (itemSchema.type === 'choice') return '`one of …`';
  const format = 'format' in itemSchema ? itemSchema.format : undefined;
  return `\`${format?.name ?? itemSchema.type}\``;
}

/** Constraints stand on a list where they speak of lists, else on its items. */
function withConstraints(schema: ValueSchema, constraints: readonly ConstraintPlan[]): ValueSchema {
  if (constraints.length === 0) return schema;
  if (schema.type !== 'list') return { ...schema, constraints: [...(schema.constraints ?? []), ...constraints] };
  const own = constraints.filter(constrainsList);
  const item = withConstraints(
    schema.item,
    constraints.filter((constraint) => !constrainsList(constraint)),
  );
  return { ...schema, item, ...(own.length === 0 ? {} : { constraints: own }) };
}

/** The default of a parameter as JSON; one that a request could not send itself is told. */
export function resolveDefault(
  about: Pick<About, 'service'>,
  means: Means | undefined,
  schema: ValueSchema | undefined,
  constraints: readonly ConstraintModel[],
): { readonly default?: Json; readonly diagnostic?: Diagnostic } {
  const found = constraints.find((constraint) => constraint.kind === 'default');
  if (found?.kind !== 'default') return {};
  const { value, span } = found.literal;
  const plain = typeof value === 'bigint' ? String(value) : (value as Json);
  if (means === undefined || schema === undefined || canBe(about, means, schema, value)) return { default: plain };
  if (means.kind !== 'sort') return { diagnostic: diagnostics['default-mismatch'](span, JSON.stringify(plain)) };
  return {
    diagnostic: diagnostics['default-sort'](span, JSON.stringify(plain), sortMeant(String(value), means.fields)),
  };
}

/** The value of a sort parameter that an order such as `-created_at` means. */
function sortMeant(text: string, fields: readonly string[]): string | undefined {
  const [word = '', direction = ''] = text.split(/\s+/);
  const field = findNearest(word.replace(/^[-+]/, ''), fields);
  if (field === undefined) return undefined;
  return word.startsWith('-') || /^desc/i.test(direction) ? `-${field}` : field;
}

const least: Partial<Record<Means['kind'], number>> = { 'page size': 1, 'page number': 1, offset: 0 };

function canBe({ service }: Pick<About, 'service'>, means: Means, schema: ValueSchema, value: unknown): boolean {
  if (means.kind === 'sort') return means.fields.some((field) => value === field || value === `-${field}`);
  if (means.kind === 'expand')
    return typeof value === 'string' && value.split(',').every((name) => means.fields.includes(name));
  const from = least[means.kind];
  if (from !== undefined && !(typeof value === 'number' && value >= from)) return false;
  if (!isSeveral(means)) return explainMismatch(service, schema, value) === undefined;
  const { constraints = [], ...bare } = schema;
  const item = { ...bare, constraints: constraints.filter((constraint) => !constrainsList(constraint)) } as ValueSchema;
  const items = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [value];
  return (
    explainMismatch(service, { type: 'list', item, constraints: constraints.filter(constrainsList) }, items) ===
    undefined
  );
}
