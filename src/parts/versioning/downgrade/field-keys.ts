import type { MemberSyntax, ShapeSyntax } from '../../../shape/syntax.ts';
import { isSentByClient } from '../../resolve/inputs.ts';
import { isMovedBy } from '../../resolve/moved-states.ts';
import { collectDefinitions, findField } from '../../resolve/vocabulary.ts';
import type { Service } from '../../service.ts';

/** By the name of a body's field, the field of a record that it means: `Invoice.memo`. */
export type FieldKeys = ReadonlyMap<string, string>;

/** The resource whose record is at hand, and the operation: whether the record is changed, not made. */
export interface Own {
  readonly resource: string | undefined;
  readonly verb: string;
  readonly changes: boolean;
}

/** Returns, by the name of a body's field, the field that it means; fields with a key of their own are left out. */
export function indexFieldKeys(
  service: Service,
  shape: ShapeSyntax & { kind: 'name' },
  own: Own | undefined,
): FieldKeys {
  const found = new Map<string, string>();
  const of = shape.name.value;
  const holder = findHolder(service, of);
  if (holder === undefined) return found;
  const isChanged = own?.changes === true && own.resource === of;
  const at = isChanged ? 'change' : 'creation';
  const { picks } = shape;
  if (picks === undefined || picks.all) {
    for (const field of holder.fields)
      if (isSentByClient(field, at) || (isChanged && isMovedBy(service, of, own.verb, field)))
        found.set(field.name.value, `${of}.${field.name.value}`);
  }
  for (const name of picks?.except ?? []) found.delete(name.value);
  for (const pick of picks?.picked ?? []) found.set(pick.name.value, `${of}.${pick.name.value}`);
  for (const { key } of picks?.members ?? []) found.delete(key.value);
  return found;
}

function findHolder(service: Service, name: string) {
  const { resources, objects } = collectDefinitions(service);
  return resources.get(name) ?? objects.get(name);
}

/** Returns the field of a record that a keyed member means; `owner` is the resource of which the key may name a field. */
export function resolveFieldKey(
  service: Service,
  { key, shape }: MemberSyntax,
  owner: string | undefined,
): string | undefined {
  if (shape.kind === 'field') return `${shape.of.value}.${shape.field.value}`;
  const holder = owner === undefined ? undefined : findHolder(service, owner);
  return holder !== undefined && findField(holder, key.value) !== undefined ? `${owner}.${key.value}` : undefined;
}
