import { getStorage } from '../codegen/records/storage.ts';
import { type FilteredField, resolveFilterPath } from '../plan/fields/filter-path.ts';
import type { Plan } from '../plan/plan.ts';
import type { ColumnLayout, ResourceColumn } from './column-layout.ts';

type Columns = ReadonlyMap<string, ColumnLayout>;
type Follow = (path: readonly string[]) => readonly ResourceColumn[];

/** Creates what follows the paths of filters from the records of a resource. */
export function createPathFollower(
  plan: Plan,
  resource: string,
  layout: ReadonlyMap<string, { readonly byField: Columns }>,
  byField: Columns,
): Follow {
  const known = new Map<string, readonly ResourceColumn[]>();
  const find = (of: string, field: string): ColumnLayout => {
    const column = (of === resource ? byField : layout.get(of)?.byField)?.get(field);
    if (column === undefined) throw new Error(`${of} has no stored field \`${field}\``);
    return column;
  };
  const follow: Follow = (path) => {
    const [field = '', ...others] = path;
    if (others.length === 0) return [{ ...find(resource, field), field, resource }];
    const found = resolveFilterPath(plan, resource, path);
    if (found === undefined) throw new Error(`${resource} has no field \`${path.join('.')}\``);
    return found.map((one) => ({
      ...createInnerColumn(plan, find(one.resource, one.field), one),
      resource: one.resource,
    }));
  };
  return (path) => {
    const key = JSON.stringify(path);
    const made = known.get(key) ?? follow(path);
    known.set(key, made);
    return made;
  };
}

/** Adds the columns of indexes that are inside a field to those of fields. */
export function addIndexedColumns(
  plan: Plan,
  resource: string,
  keys: Iterable<string>,
  byField: Map<string, ColumnLayout>,
): void {
  for (const key of keys) {
    const [found] = byField.has(key) ? [] : (resolveFilterPath(plan, resource, key.split('.')) ?? []);
    const column = found && byField.get(found.field);
    if (column !== undefined) byField.set(key, createInnerColumn(plan, column, found!));
  }
}

/** The value inside a column that a path leads to; the column itself if it leads no further. */
function createInnerColumn(plan: Plan, column: ColumnLayout, { name, inside, schema }: FilteredField): ColumnLayout {
  if (inside.length === 0) return column;
  return {
    name: column.name,
    field: name,
    inside,
    storage: getStorage(plan, schema),
    always: false,
    nullable: schema.nullable === true,
    ...(schema.type === 'ref' ? { refers: schema.resource } : {}),
  };
}
