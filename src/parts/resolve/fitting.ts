import type { ValueType } from '../../expression/tree.ts';
import { describeType } from '../../expression/types.ts';
import type { Figure, TimePart } from '../../shape/roles.ts';
import type { FilterOperator } from '../endpoints/model.ts';
import { findFormat } from '../resources/formats/index.ts';
import type { FieldModel, ResourceModel } from '../resources/model.ts';
import type { Service } from '../service.ts';
import type { FieldHolder } from './inner-fields.ts';
import { explainWhyNotShown } from './shapes/fields.ts';
import { isComputedWhenShown } from './shown-fields.ts';
import { resolveFieldType } from './vocabulary.ts';

/** Why a list may not depend on a field whatever it holds: clients would learn that from the answers; undefined where it may. */
export function explainWhyHidden(field: FieldModel): string | undefined {
  return explainWhyNotShown(field, false) && 'it is never shown, and responses would reveal its value';
}

/** The type of a field in a list, without `or null`. */
export function getListedType(service: Service, resource: FieldHolder, field: FieldModel): ValueType {
  const type = resolveFieldType(service, resource.name.value, field);
  return type.kind === 'nullable' ? type.of : type;
}

/** Why a store cannot compare a field, whatever its type; undefined where it can. */
export function explainWhyNotStored(resource: FieldHolder, field: FieldModel): string | undefined {
  if (isComputedWhenShown(resource.fields, field))
    return 'it is computed where its record is shown, so it is not stored';
  return findFormat(field.type)?.notCompared;
}

const manyValued = new Set<ValueType['kind']>(['list', 'map', 'object', 'any']);

/** Whether the type of a field could not be read: that is reported where it stands, and nothing more follows from it. */
function isUnknown(field: FieldModel, type: ValueType): boolean {
  return type.kind === 'any' && field.type?.kind !== 'any';
}

const ranged = new Set<ValueType['kind']>(['int', 'double', 'decimal', 'string', 'date', 'timestamp']);

/** Why a list cannot be ordered by a field; undefined where it can. */
export function explainWhyNotSortable(
  service: Service,
  resource: ResourceModel,
  field: FieldModel,
): string | undefined {
  const type = getListedType(service, resource, field);
  if (isUnknown(field, type)) return undefined;
  if (manyValued.has(type.kind)) return 'it does not hold one value';
  return explainWhyNotStored(resource, field) ?? explainWhyHidden(field);
}

/** Why words cannot be looked for in a field; undefined where they can: in a string, and in the strings of a list. */
export function explainWhyNotSearchable(
  service: Service,
  resource: ResourceModel,
  field: FieldModel,
): string | undefined {
  const type = getListedType(service, resource, field);
  if (isUnknown(field, type)) return undefined;
  const item =
    type.kind === 'list' && type.item.kind === 'nullable' ? type.item.of : type.kind === 'list' ? type.item : type;
  if (item.kind === 'string') return explainWhyNotStored(resource, field) ?? explainWhyHidden(field);
  return type.kind === 'list' ? 'its items are not strings' : 'it is not a string';
}

/** Why an operator does not fit a field; undefined where it does. */
export function explainWhyNotFilterable(
  service: Service,
  resource: FieldHolder,
  field: FieldModel,
  operator: FilterOperator,
): string | undefined {
  const type = getListedType(service, resource, field);
  if (isUnknown(field, type)) return undefined;
  const stored = explainWhyNotStored(resource, field) ?? explainWhyHidden(field);
  if (stored !== undefined) return stored;
  if (operator === 'contains' && type.kind === 'list') {
    const item = type.item.kind;
    return item === 'string' || item === 'int' || item === 'choice' || item === 'ref'
      ? undefined
      : 'its items are neither strings nor integers';
  }
  if (operator === 'contains' || operator === 'starts with')
    return type.kind === 'string' ? undefined : 'it is not a string';
  if (manyValued.has(type.kind)) return 'it does not hold one value';
  if (operator === '=' || operator === '!=' || operator === 'in') return undefined;
  return ranged.has(type.kind) ? undefined : 'its values have no order';
}

const counted = new Set<ValueType['kind']>(['string', 'int', 'bool', 'date', 'timestamp', 'choice', 'ref']);
const countedItems = new Set<ValueType['kind']>(['string', 'int', 'choice', 'ref']);
const added = new Set<ValueType['kind']>(['int', 'double', 'decimal']);
const bounded = new Set<ValueType['kind']>([...added, 'date', 'timestamp']);

/** Why a list has no such figure of a field that may be shown; undefined where it has. */
export function explainWhyNoFigure(
  service: Service,
  resource: ResourceModel,
  field: FieldModel,
  figure: Figure,
): string | undefined {
  const type = getListedType(service, resource, field);
  if (isUnknown(field, type)) return undefined;
  const stored = explainWhyNotStored(resource, field);
  if (stored !== undefined) return stored;
  const contains = `\`${field.name.value}\` contains ${type.kind === 'choice' ? 'one of fixed strings' : describeType(type)}`;
  if (figure === 'sum') return added.has(type.kind) ? undefined : `${contains}, not a number`;
  if (figure === 'minimum' || figure === 'maximum')
    return bounded.has(type.kind) ? undefined : `${contains}, not a number, a date or a date-time`;
  if (type.kind !== 'list') return counted.has(type.kind) ? undefined : contains;
  const item = type.item.kind === 'nullable' ? type.item.of : type.item;
  return countedItems.has(item.kind) ? undefined : contains;
}

/** Why records are not grouped by a field that may be shown, or by a part of it; undefined where they are. */
export function explainWhyNoKey(
  service: Service,
  resource: ResourceModel,
  field: FieldModel,
  part: TimePart | undefined,
): string | undefined {
  const type = getListedType(service, resource, field);
  if (isUnknown(field, type)) return undefined;
  const stored = explainWhyNotStored(resource, field);
  if (stored !== undefined) return stored;
  const contains = `\`${field.name.value}\` contains ${type.kind === 'choice' ? 'one of fixed strings' : describeType(type)}`;
  if (part === undefined) return counted.has(type.kind) ? undefined : contains;
  return type.kind === 'date' || type.kind === 'timestamp' ? undefined : `${contains}, not a date or a date-time`;
}
