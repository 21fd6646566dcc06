import { isSameType } from '../../expression/shared-fields.ts';
import type { FieldType, SymbolTable } from '../../expression/symbol-table.ts';
import type { ValueType } from '../../expression/tree.ts';
import { parseShape } from '../../shape/parse.ts';
import type { PicksSyntax, ShapeSyntax } from '../../shape/syntax.ts';
import type { OperationModel } from '../endpoints/model.ts';
import { findOperationKind } from '../endpoints/operations/index.ts';
import { isNotShown } from '../not-shown.ts';
import type { FieldModel } from '../resources/model.ts';
import { readType } from '../resources/read/type-words.ts';
import type { Service } from '../service.ts';
import { isMovedBy } from './moved-states.ts';
import { collectDefinitions, createSymbolTable, has, resolveValueType } from './vocabulary.ts';

type Fields = Map<string, FieldType>;

/** True when a client may send the field at creation, or later as a change: not what only the service writes. */
export function isSentByClient(field: FieldModel, at: 'creation' | 'change'): boolean {
  if (field.type?.kind === 'state') return false;
  return !field.constraints.some((constraint) => {
    if (
      constraint.kind === 'assigned' ||
      constraint.kind === 'assigned from' ||
      constraint.kind === 'assigned on update'
    )
      return true;
    if (constraint.kind === 'computed' || (at === 'change' && constraint.kind === 'identity')) return true;
    if (constraint.kind !== 'direction') return false;
    return (
      constraint.word === 'read-only' ||
      constraint.word === 'internal' ||
      (at === 'change' && constraint.word === 'create-only')
    );
  });
}

/** Returns whether no client sends or sees a field. */
export function isInternal({ constraints }: FieldModel): boolean {
  return constraints.some((constraint) => constraint.kind === 'direction' && constraint.word === 'internal');
}

/** What `input` holds for some operations together: a type, and a vocabulary that also knows the objects inside it. */
export interface InputType {
  readonly type: ValueType;
  readonly symbols: SymbolTable;
}

/** The body and the parameters of operations as `input`: a member that one of them lacks is optional. */
export function resolveInput(service: Service, operations: readonly OperationModel[]): InputType {
  const base = createSymbolTable(service);
  const own = new Map<string, Fields>();
  const all = operations.map((operation, index) => collectInputFields(service, operation, own, `input ${index + 1}`));
  const fieldsOf = (name: string) => own.get(name) ?? (isUnion(service, name) ? undefined : base.fields(name));
  own.set('input', mergeFields({ own, fieldsOf }, all, 'input'));
  const symbols: SymbolTable = { ...base, fields: (name) => own.get(name) ?? base.fields(name) };
  return { type: { kind: 'object', name: 'input' }, symbols };
}

function isUnion(service: Service, name: string): boolean {
  return collectDefinitions(service).unions.has(name);
}

interface Merging {
  /** The objects that Requests make, by the names they are given here. */
  readonly own: Map<string, Fields>;
  /** Returns the fields of an object; undefined for a union, whose values have fields that its type does not have. */
  fieldsOf(name: string): ReadonlyMap<string, FieldType> | undefined;
}

function mergeFields(merging: Merging, all: readonly ReadonlyMap<string, FieldType>[], name: string): Fields {
  const merged: Fields = new Map();
  for (const fields of all) {
    for (const [key, field] of fields) {
      const before = merged.get(key);
      const everywhere = all.every((other) => other.has(key));
      const optional = field.optional || !everywhere || before?.optional === true;
      const type = before === undefined ? field.type : mergeTypes(merging, before.type, field.type, `${name}.${key}`);
      merged.set(key, { type, optional, stored: 'none' });
    }
  }
  return merged;
}

/** The type of what either of two Requests sends. Objects that they state themselves are one, with the members of both. */
function mergeTypes(merging: Merging, left: ValueType, right: ValueType, name: string): ValueType {
  if (isSameType(left, right)) return left;
  if (left.kind === 'list' && right.kind === 'list')
    return { kind: 'list', item: mergeTypes(merging, left.item, right.item, `${name}[]`) };
  if (left.kind !== 'object' || right.kind !== 'object') return { kind: 'any' };
  const { own, fieldsOf } = merging;
  const all = [fieldsOf(left.name), fieldsOf(right.name)].filter((fields) => fields !== undefined);
  // Objects of the document may hold themselves, and are the same by name alone.
  if (all.length < 2 || !(own.has(left.name) || own.has(right.name))) return { kind: 'any' };
  own.set(name, mergeFields(merging, all, name));
  return { kind: 'object', name };
}

function collectInputFields(
  service: Service,
  operation: OperationModel,
  own: Map<string, Fields>,
  name: string,
): Fields {
  const { request } = operation;
  const fields: Fields = new Map();
  const shape = request === undefined || isNotShown(request) ? undefined : parseShape(request).shape;
  if (shape !== undefined) {
    const type = resolveShapeType({ service, own, operation }, shape, name);
    const held =
      type.kind === 'object' ? (own.get(type.name) ?? createSymbolTable(service).fields(type.name)) : undefined;
    for (const [key, field] of held ?? []) fields.set(key, { ...field, stored: 'none' });
  }
  for (const { name: parameter, means, constraints } of operation.parameters) {
    if (means?.kind !== 'input') continue;
    const type = resolveValueType(service, readType(means.type).type, parameter.value);
    const given = constraints.some(({ text }) => text === 'required' || text.startsWith('default '));
    fields.set(parameter.value, { type, optional: !given, stored: 'none' });
  }
  return fields;
}

interface Work {
  readonly service: Service;
  /** The objects that shapes make, by the names they are given here. */
  readonly own: Map<string, Fields>;
  readonly operation: OperationModel;
}

function resolveShapeType(work: Work, shape: ShapeSyntax, name: string): ValueType {
  switch (shape.kind) {
    case 'name':
      return resolveNamedType(work, shape.name.value, shape.picks, name);
    case 'field':
      return createSymbolTable(work.service).fields(shape.of.value)?.get(shape.field.value)?.type ?? { kind: 'any' };
    case 'list':
      return { kind: 'list', item: resolveShapeType(work, shape.item, `${name}[]`) };
    case 'object': {
      const fields: Fields = new Map();
      addMembers(work, fields, shape.members, name);
      work.own.set(name, fields);
      return { kind: 'object', name };
    }
    case 'literal':
      return inferLiteralType(shape.value);
    default:
      return { kind: 'any' };
  }
}

function inferLiteralType(value: string | number | boolean | null): ValueType {
  if (value === null) return { kind: 'null' };
  if (typeof value === 'string') return { kind: 'string' };
  if (typeof value === 'boolean') return { kind: 'bool' };
  return Number.isInteger(value) ? { kind: 'int' } : { kind: 'double' };
}

function addMembers(
  work: Work,
  into: Fields,
  members: readonly {
    readonly key: { readonly value: string };
    readonly optional: boolean;
    readonly shape: ShapeSyntax;
  }[],
  name: string,
): void {
  for (const { key, optional, shape } of members) {
    const type = resolveShapeType(work, shape, `${name}.${key.value}`);
    into.set(key.value, { type, optional, stored: 'none' });
  }
}

function resolveNamedType(work: Work, of: string, picks: PicksSyntax | undefined, name: string): ValueType {
  const { resources, objects, unions } = collectDefinitions(work.service);
  const definition = resources.get(of) ?? objects.get(of);
  if (definition === undefined) return unions.has(of) ? { kind: 'object', name: of } : { kind: 'any' };
  const { verb, resource } = work.operation.name;
  const changes = resource?.value === of && findOperationKind(work.operation.name).setsFields;
  const known = createSymbolTable(work.service).fields(of);
  const fields: Fields = new Map();
  for (const model of definition.fields) {
    const field = known?.get(model.name.value);
    if (field === undefined) continue;
    const isMoved = resource?.value === of && isMovedBy(work.service, of, verb, model);
    const isNamed = changes || picks?.picked.some((picked) => picked.name.value === model.name.value) === true;
    if (isMoved ? !isNamed : !isSentByClient(model, changes ? 'change' : 'creation')) continue;
    const optional = isMoved || (changes && verb === 'update') || !has(model, 'required');
    fields.set(model.name.value, { ...field, optional, stored: 'none' });
  }
  work.own.set(name, picks === undefined ? fields : pick(work, fields, picks, name));
  return { kind: 'object', name };
}

function pick(work: Work, all: Fields, picks: PicksSyntax, name: string): Fields {
  const fields: Fields = picks.all ? new Map(all) : new Map();
  for (const { name: picked, optional } of picks.picked) {
    const field = all.get(picked.value);
    if (field !== undefined) fields.set(picked.value, optional ? { ...field, optional } : field);
  }
  for (const { value } of picks.except) fields.delete(value);
  addMembers(work, fields, picks.members, name);
  return fields;
}
