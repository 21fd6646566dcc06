import type { MemberSyntax, ShapeSyntax } from '../../shape/syntax.ts';
import type { FieldModel, ResourceModel, TypeModel } from '../resources/model.ts';
import { findField } from './definitions.ts';

type Owner = Pick<ResourceModel, 'name' | 'fields'>;

/**
 * What a member of the body of a create, update or replace means: a field of the record; `record`: the record's own shape, or an
 * object around its fields; `input`: nothing of the record; `unfit`: it bears the name of a field that it cannot be; `several`: it
 * lists records, and one is written.
 */
export type MemberMeaning = FieldModel | 'record' | 'input' | 'unfit' | 'several';

/** Tells what a member of a body that writes a record means, by its shape or by its name. */
export function resolveMember(owner: Owner, { key, shape }: MemberSyntax): MemberMeaning {
  if (isOfRecord(owner, shape)) return findField(owner, shape.field.value) ?? 'input';
  const named = findField(owner, key.value);
  if (isRecord(owner, shape)) return isRef(named?.type) ? 'unfit' : 'record';
  if (shape.kind === 'role' || shape.kind === 'figure' || shape.kind === 'cel') return 'input';
  if (named !== undefined && (named.type === undefined || holds(named.type, shape))) return named;
  if (shape.kind === 'object' && holdsFields(owner, shape)) return 'record';
  if (named !== undefined) return 'unfit';
  return shape.kind === 'list' && listsRecords(owner, shape.item) ? 'several' : 'input';
}

function isOfRecord(owner: Owner, shape: ShapeSyntax): shape is ShapeSyntax & { readonly kind: 'field' } {
  return shape.kind === 'field' && shape.of.value === owner.name.value;
}

function isRecord(owner: Owner, shape: ShapeSyntax): boolean {
  return shape.kind === 'name' && shape.name.value === owner.name.value;
}

/** Whether members of an object are fields of the record, or hold them: by their shapes, or by the names of lists and objects. */
function holdsFields(owner: Owner, shape: ShapeSyntax & { readonly kind: 'object' }): boolean {
  return shape.members.some(({ key, shape: inner }) => {
    if (isRecord(owner, inner) || isOfRecord(owner, inner)) return true;
    if (inner.kind === 'object' && holdsFields(owner, inner)) return true;
    if (inner.kind !== 'name' && inner.kind !== 'list') return false;
    const type = findField(owner, key.value)?.type;
    return type !== undefined && type.kind !== 'any' && type.kind !== 'object' && holds(type, inner);
  });
}

function listsRecords(owner: Owner, item: ShapeSyntax): boolean {
  if (item.kind === 'list') return listsRecords(owner, item.item);
  return isRecord(owner, item) || (item.kind === 'object' && holdsFields(owner, item));
}

function isRef(type: TypeModel | undefined): boolean {
  return type?.kind === 'list' ? isRef(type.item) : type?.kind === 'ref';
}

/** Whether a shape can be that of a field of a type. */
function holds(type: TypeModel, shape: ShapeSyntax): boolean {
  if (type.kind === 'any' || type.kind === 'object') return true;
  if (shape.kind === 'literal') return type.kind !== 'list' && type.kind !== 'named' && type.kind !== 'map';
  if (shape.kind === 'list') return type.kind === 'list' && holds(type.item, shape.item);
  if (shape.kind === 'name') return type.kind === 'named' && type.name.value === shape.name.value;
  return shape.kind === 'object' && type.kind === 'named';
}
