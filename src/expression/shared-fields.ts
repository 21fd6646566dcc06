import type { FieldType } from './symbol-table.ts';
import type { ValueType } from './tree.ts';

/** The fields that all of several kinds of objects have with one type; optional where one may lack it. */
export function findSharedFields(maps: readonly ReadonlyMap<string, FieldType>[]): ReadonlyMap<string, FieldType> {
  const shared = new Map<string, FieldType>();
  const [first, ...others] = maps;
  for (const [name, field] of first ?? []) {
    const same = others.map((other) => other.get(name));
    if (!same.every((other) => other !== undefined && isSameType(other.type, field.type))) continue;
    const optional = field.optional || same.some((other) => other?.optional === true);
    shared.set(name, { ...field, optional });
  }
  return shared;
}

/** True when two fields hold the same kind of value; choices are the same when their values are. */
export function isSameType(left: ValueType, right: ValueType): boolean {
  if (left.kind === 'choice' && right.kind === 'choice') return `${left.values}` === `${right.values}`;
  return JSON.stringify(left) === JSON.stringify(right);
}
