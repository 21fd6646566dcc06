import { memo } from '../../text/memo.ts';
import type { FieldPlan, ResourcePlan } from '../resource.ts';

/**
 * A stored row is a list of cells: the record's version, the moment at which each state field entered its state, then the stored
 * fields, both in the document's order. This file alone knows it.
 */
export type RowCell = { readonly holds: 'version' } | { readonly holds: 'entry' | 'field'; readonly field: FieldPlan };

/** The cells of a row of a resource, in their order. */
export function listRowCells(resource: ResourcePlan): readonly RowCell[] {
  return [
    { holds: 'version' },
    ...stateFields(resource).map((field) => ({ holds: 'entry' as const, field })),
    ...listStoredFields(resource).map((field) => ({ holds: 'field' as const, field })),
  ];
}

/** Whether a field is stored; a computed field that is only shown is not. */
export function isStored({ computed }: Pick<FieldPlan, 'computed'>): boolean {
  return computed?.shown !== true;
}

/** The stored fields of a resource, in the order of its rows. */
export function listStoredFields({ fields }: Pick<ResourcePlan, 'fields'>): readonly FieldPlan[] {
  return storedFieldsOf(fields);
}

const storedFieldsOf = memo((fields: ResourcePlan['fields']): readonly FieldPlan[] => fields.filter(isStored));

/** The fields whose entry moments are in a row. */
export function stateFields({ fields }: Pick<ResourcePlan, 'fields'>): readonly FieldPlan[] {
  return fields.filter((field) => field.state === true);
}

/** The index of the first stored field in a row. */
export function findFirstFieldIndex(resource: Pick<ResourcePlan, 'fields'>): number {
  return 1 + stateFields(resource).length;
}

/** The index of a stored field in a row, or −1. */
export function indexInRow(resource: Pick<ResourcePlan, 'fields'>, field: string): number {
  const at = listStoredFields(resource).findIndex(({ name }) => name === field);
  return at === -1 ? -1 : findFirstFieldIndex(resource) + at;
}

/** Creates what puts the cells of some stored fields into a row whose other cells are null. */
export function createRowFiller(
  resource: ResourcePlan,
  fields: readonly string[],
): (cells: readonly unknown[]) => readonly unknown[] {
  const { length } = listRowCells(resource);
  const places = fields.map((field) => indexInRow(resource, field));
  return (cells) => {
    const row: unknown[] = Array(length).fill(null);
    for (const [at, place] of places.entries()) row[place] = cells[at];
    return row;
  };
}

/** Returns the entry timestamps of a row of a resource, one per state field. */
export function readEntryTimestamps<Cell>(row: readonly Cell[], states: number): readonly Cell[] {
  return row.slice(1, 1 + states);
}

/** The index in a row of the moment at which a state field entered its state. */
export function findEntryIndex(resource: Pick<ResourcePlan, 'fields'>, field: string): number {
  return 1 + stateFields(resource).findIndex(({ name }) => name === field);
}
