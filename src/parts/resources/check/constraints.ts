import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { slice } from '../../../text/location.ts';
import { findNearest } from '../../../text/nearest.ts';
import { compilePattern } from '../../../text/patterns.ts';
import { findReference } from '../../resolve/definitions.ts';
import { explainMismatch, scaleDecimal } from '../../resolve/literals.ts';
import { fits, isValueConstraint, resolveSchema, type ValueConstraint } from '../../resolve/schemas.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';
import { findFormat } from '../formats/index.ts';
import type { ConstraintModel, FieldModel, TypeModel } from '../model.ts';
import type { Owner } from '../owner.ts';
import { checkTogether } from './contradictions.ts';
import { formatType } from './types.ts';

type Report = (diagnostic: Diagnostic) => void;

const ofResources = new Set<ConstraintModel['kind']>([
  'identity',
  'unique',
  'unique where',
  'assigned',
  'assigned from',
  'assigned on update',
  'computed',
  'shown once',
]);

/** Checks the constraints of each field: that they fit its type, one another, and its default. */
export function checkConstraints(service: Service, owner: Owner, report: Report): void {
  for (const field of owner.model.fields) {
    if (field.type?.kind === 'state') continue;
    checkTogether(service, field, report);
    for (const constraint of field.constraints) {
      const { span } = constraint;
      const words = slice(service.source, span);
      if (owner.kind === 'object' && ofResources.has(constraint.kind)) {
        report(diagnostics['in-object'](span, words));
        continue;
      }
      if (isValueConstraint(constraint)) checkValue(service, field, constraint, report);
      else if (constraint.kind === 'default') checkDefault(service, owner, field, constraint, report);
      else if (constraint.kind === 'on delete') checkOnDelete(owner, field, constraint, report);
    }
  }
}

const fitsText = {
  characters: '`string`',
  bytes: '`string` or `file`',
  items: 'a list',
  keys: 'a map or `object`',
  value: '`integer`, `number` or `decimal`',
} as const;

function checkValue(service: Service, field: FieldModel, constraint: ValueConstraint, report: Report): void {
  const target = findConstrainedType(field, constraint);
  const { span } = constraint;
  const words = slice(service.source, span);
  if (target === undefined) {
    if (field.type === undefined) return;
    const due =
      constraint.kind === 'pattern'
        ? '`string`'
        : constraint.kind === 'media types'
          ? '`file`'
          : constraint.kind === 'unique items'
            ? 'lists'
            : fitsText[constraint.kind === 'range' ? constraint.unit : 'value'];
    report(
      diagnostics['constraint-mismatch'](
        span,
        words,
        due,
        formatType(service, field),
        withUnit(field.type, constraint, words),
      ),
    );
    return;
  }
  if (constraint.kind === 'pattern') checkPattern(constraint, report);
  if (constraint.kind === 'range') checkRange(field, target, constraint, report);
  if (constraint.kind === 'multiple of' && target.kind === 'integer' && constraint.of.includes('.')) {
    report(diagnostics['range-bound'](span, constraint.of, 'an integer'));
  }
}

/** A range without a unit on what has a size. */
function withUnit(type: TypeModel, constraint: ValueConstraint, words: string): string | undefined {
  if (constraint.kind !== 'range' || constraint.unit !== 'value') return undefined;
  const unit = { string: 'characters', list: 'items', map: 'keys', object: 'keys', file: 'MiB' }[type.kind as string];
  return unit === undefined ? undefined : `${words} ${unit}`;
}

/** The type on which a constraint holds: that of the field, or of the items of a list or map. */
function findConstrainedType(field: FieldModel, constraint: ValueConstraint): TypeModel | undefined {
  let type = field.type;
  while (type !== undefined && !fits(type, constraint)) {
    type = type.kind === 'list' || type.kind === 'map' ? type.item : undefined;
  }
  return type;
}

function checkPattern(constraint: ConstraintModel & { readonly kind: 'pattern' }, report: Report): void {
  const made = compilePattern(constraint.pattern.text);
  if ('error' in made) report(diagnostics.pattern(constraint.pattern.span, made.engine, made.error));
}

function checkRange(
  field: FieldModel,
  target: TypeModel,
  constraint: ConstraintModel & { readonly kind: 'range' },
  report: Report,
): void {
  const { from, to, unit, span } = constraint;
  const whole = unit !== 'value' || target.kind === 'integer';
  const of = unit === 'value' ? 'an integer' : `a number of ${unit}`;
  for (const bound of [from, to]) {
    if (bound === undefined || !whole) continue;
    const wrong = !/^-?\d+$/.test(bound) || (unit !== 'value' && bound.startsWith('-')) || isBeyond(field, unit, bound);
    if (wrong) report(diagnostics['range-bound'](span, bound, of));
  }
  if (from !== undefined && to !== undefined && isAbove(from, to)) report(diagnostics['range-order'](span, from, to));
}

function isBeyond(field: FieldModel, unit: string, bound: string): boolean {
  if (unit !== 'value') return !Number.isSafeInteger(Number(bound));
  const member = findFormat(field.type);
  if (member === undefined) return !Number.isSafeInteger(Number(bound));
  const value = Number.isSafeInteger(Number(bound)) ? Number(bound) : BigInt(bound);
  return member.base === 'integer' && member.read(value) === undefined;
}

/** Compares two decimal texts exactly. */
function isAbove(left: string, right: string): boolean {
  const places = Math.max(...[left, right].map((text) => text.split('.')[1]?.length ?? 0));
  return scaleDecimal(left, places) > scaleDecimal(right, places);
}

function checkDefault(
  service: Service,
  owner: Owner,
  field: FieldModel,
  constraint: ConstraintModel & { readonly kind: 'default' },
  report: Report,
): void {
  if (field.type === undefined) return;
  const { value, span } = constraint.literal;
  const schema = resolveSchema(
    service,
    { ...field, type: field.type },
    `${owner.model.name.value}.${field.name.value}`,
  );
  const text = slice(service.source, span);
  const why = explainMismatch(service, schema, value) ?? explainInexact(value, text);
  if (why === undefined) return;
  const scalar = value === null || typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint';
  const holdsText = field.type.kind === 'string' || field.type.kind === 'one of';
  const quotes = scalar && holdsText && explainMismatch(service, schema, text) === undefined;
  const near = schema.type === 'choice' && typeof value === 'string' ? findNearest(value, schema.values) : undefined;
  const suggestion = quotes ? JSON.stringify(text) : (near ?? unquoteLiteral(service, schema, value));
  report(diagnostics['default-value'](span, text, why, suggestion));
}

/** Why a list, map or object of JSON would not hold an integer as it is written. */
function explainInexact(value: unknown, text: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  let inexact: string | undefined;
  JSON.parse(text.replaceAll('`', ''), (_key, inner: unknown, context?: { readonly source?: string }) => {
    const source = context?.source ?? '';
    if (typeof inner === 'number' && !Number.isSafeInteger(inner) && /^-?\d+$/.test(source)) inexact ??= source;
    return inner;
  });
  return inexact && `\`${inexact}\` inside a list, map or object is beyond ±(2^53−1)`;
}

/** The literal behind a string's quotes, where the field holds that. */
function unquoteLiteral(
  service: Service,
  schema: Parameters<typeof explainMismatch>[1],
  value: unknown,
): string | undefined {
  if (typeof value !== 'string' || !/^(-?(0|[1-9]\d*)(\.\d+)?|true|false|null)$/.test(value)) return undefined;
  return explainMismatch(service, schema, JSON.parse(value)) === undefined ? value : undefined;
}

/** The number of items that a list always has. */
function findItemCount({ constraints }: FieldModel): string | undefined {
  const range = constraints.find((constraint) => constraint.kind === 'range' && constraint.unit === 'items');
  return range?.kind === 'range' && range.from === range.to ? range.from : undefined;
}

function checkOnDelete(
  owner: Owner,
  field: FieldModel,
  constraint: ConstraintModel & { readonly kind: 'on delete' },
  report: Report,
): void {
  if (field.type === undefined) return;
  const reference = findReference(field);
  if (owner.kind === 'object' || reference === undefined || (reference.isList && constraint.does === 'cascade')) {
    report(diagnostics['on-delete-mismatch'](constraint.span, reference?.isList === true && owner.kind !== 'object'));
    return;
  }
  if (reference.isList) {
    const count = constraint.does === 'clear' ? findItemCount(field) : undefined;
    if (count !== undefined) report(diagnostics['list-mismatch'](constraint.span, count));
    return;
  }
  if (constraint.does !== 'clear' || field.type.nullable) return;
  const required = field.constraints.some(
    ({ kind }) => kind === 'required' || kind === 'identity' || kind === 'assigned from',
  );
  const word = required ? 'required' : field.constraints.some(({ kind }) => kind === 'default') ? 'default' : undefined;
  if (word !== undefined) report(diagnostics['clear-mismatch'](constraint.span, word));
}
