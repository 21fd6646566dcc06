import type { ConstraintPlan, Json, StorageClass, ValueSchema } from '../../plan/schema.ts';
import { getLineNumber } from '../../text/location.ts';
import { present } from '../../text/present.ts';
import { findFormat, formatsByName } from '../resources/formats/index.ts';
import type { ConstraintModel, FieldModel, FormatModel, TypeModel } from '../resources/model.ts';
import { findType } from '../resources/types/index.ts';
import type { Service } from '../service.ts';
import { collectDefinitions, findIdentity, findMachine } from './vocabulary.ts';

/** A constraint on a value itself: a range, a pattern and the like. */
export type ValueConstraint =
  | Extract<ConstraintModel, { kind: 'range' | 'multiple of' | 'pattern' | 'media types' }>
  | (ConstraintModel & { readonly kind: 'unique items' });

const valueKinds: ReadonlySet<ConstraintModel['kind']> = new Set([
  'range',
  'multiple of',
  'unique items',
  'pattern',
  'media types',
]);

/** True for the constraints that say what a value must be, not where it comes from. */
export function isValueConstraint(constraint: ConstraintModel): constraint is ValueConstraint {
  const { kind } = constraint;
  return valueKinds.has(kind);
}

/** Whether a constraint holds for values of the very type, its items aside. */
export function fits(type: TypeModel, constraint: ValueConstraint): boolean {
  const { kind } = type;
  if (constraint.kind === 'unique items') return kind === 'list';
  if (constraint.kind === 'pattern') return kind === 'string';
  if (constraint.kind === 'media types') return kind === 'file';
  const unit = constraint.kind === 'range' ? constraint.unit : 'value';
  if (unit === 'items') return kind === 'list';
  if (unit === 'keys') return kind === 'map' || kind === 'object';
  if (unit === 'characters') return kind === 'string';
  if (unit === 'bytes') return kind === 'string' || kind === 'file';
  if (kind === 'integer' || kind === 'number') return true;
  return kind === 'string' && findFormat(type)?.compare !== undefined;
}

/** The same of values that are sent as text: whether a constraint holds for one of a schema, its items aside. */
export function fitsText(schema: ValueSchema, constraint: ValueConstraint): boolean {
  const unit = constraint.kind === 'range' ? constraint.unit : constraint.kind;
  switch (unit) {
    case 'pattern':
    case 'characters':
    case 'bytes':
      return schema.type === 'string';
    case 'value':
    case 'multiple of':
      if (schema.type === 'integer' || schema.type === 'number') return true;
      return schema.type === 'string' && formatsByName.get(schema.format?.name ?? '')?.compare !== undefined;
    default:
      return false;
  }
}

/** The innermost type that a list or map is made of. */
export function findInnermostType(type: TypeModel): TypeModel {
  let inner = type;
  while (inner.kind === 'list' || inner.kind === 'map') inner = inner.item;
  return inner;
}

/**
 * What values of a field (or parameter) must be. A constraint that fits the items of a list or map and not the
 * list holds for each item; one that fits neither is left out. `of` names the place of a `state` (`Invoice.status`).
 */
export function resolveSchema(
  service: Service,
  field: Pick<FieldModel, 'constraints'> & { readonly type?: TypeModel | undefined },
  of: string,
): ValueSchema {
  if (field.type === undefined) return { type: 'any' };
  return buildSchema(service, field.type, field.constraints.filter(isValueConstraint), of);
}

function buildSchema(
  service: Service,
  type: TypeModel,
  constraints: readonly ValueConstraint[],
  of: string,
): ValueSchema {
  const own = constraints.filter((constraint) => fits(type, constraint));
  const plans = own.map((constraint) => toConstraintPlan(constraint, getLineNumber(service.source, constraint.span)));
  const rest = constraints.filter((constraint) => !own.includes(constraint));
  const base = buildBareSchema(service, type, rest, of);
  return {
    ...(type.nullable ? { nullable: true } : {}),
    ...(plans.length === 0 ? {} : { constraints: plans }),
    ...base,
  } as ValueSchema;
}

function buildBareSchema(service: Service, type: TypeModel, rest: readonly ValueConstraint[], of: string): ValueSchema {
  switch (type.kind) {
    case 'string':
    case 'integer':
      return { type: type.kind, ...present({ format: type.format && formatPlan(type.format) }) };
    case 'number':
    case 'boolean':
    case 'object':
    case 'any':
    case 'file':
      return { type: type.kind };
    case 'one of':
      return { type: 'choice', values: type.values.map((value) => value.value) };
    case 'state': {
      const values = listStateNames(service, of);
      // A gap: no record has a value.
      return values.length === 0 ? { type: 'string' } : { type: 'choice', values };
    }
    case 'ref':
      return { type: 'ref', resource: type.resource.value };
    case 'named':
      return { type: 'named', name: type.name.value };
    case 'list':
    case 'map':
      return { type: type.kind, item: buildSchema(service, type.item, rest, of) };
  }
}

function formatPlan(format: FormatModel): { readonly name: string; readonly argument?: string } {
  const { name, argument } = format;
  return { name: name.value, ...present({ argument: argument?.value }) };
}

function listStateNames(service: Service, of: string): readonly string[] {
  const [owner = '', field = ''] = of.split(/\.(.*)/s);
  const resource = collectDefinitions(service).resources.get(owner);
  const machine = resource === undefined ? undefined : findMachine(service, resource, field);
  return [...new Set(machine?.states.map((state) => state.name.value))];
}

/** A constraint of values as the plan holds it, stated in a line. */
export function toConstraintPlan(constraint: ValueConstraint, line: number): ConstraintPlan {
  switch (constraint.kind) {
    case 'range': {
      const { unit, from, to } = constraint;
      return {
        kind: 'range',
        unit,
        ...present({ from, to }),
        line,
      };
    }
    case 'multiple of':
      return { kind: 'multiple of', of: constraint.of, line };
    case 'unique items':
      return { kind: 'unique items', line };
    case 'pattern':
      return { kind: 'pattern', pattern: constraint.pattern.text, line };
    case 'media types':
      return { kind: 'media types', types: constraint.types.map(({ value }) => value), line };
  }
}

/** The default of a field as JSON; an integer beyond ±(2^53−1) is the string of its digits. */
export function readDefault(field: Pick<FieldModel, 'constraints'>): Json | undefined {
  const found = field.constraints.find((constraint) => constraint.kind === 'default');
  if (found?.kind !== 'default') return undefined;
  const { value } = found.literal;
  return typeof value === 'bigint' ? String(value) : (value as Json);
}

/** How a store keeps values of a schema; a ref as the other's identity is kept. */
export function resolveStorage(service: Service, of: ValueSchema): StorageClass {
  if (of.type === 'ref') return resolveIdentityStorage(service, of.resource);
  const format = 'format' in of ? formatsByName.get(of.format?.name ?? '') : undefined;
  return format?.storage ?? findType(of).storage;
}

function resolveIdentityStorage(service: Service, resource: string): StorageClass {
  const model = collectDefinitions(service).resources.get(resource);
  const field = model === undefined ? undefined : findIdentity(model);
  if (field?.type?.kind !== 'integer') return 'text';
  return findFormat(field.type)?.storage ?? 'integer';
}
