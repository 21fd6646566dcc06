import { hasEncryptedFields } from '../codegen/records/encryption.ts';
import type { Expression } from '../expression/tree.ts';
import { mustBePresent } from '../plan/fields/presence.ts';
import type { Plan } from '../plan/plan.ts';
import { findEntryIndex, listRowCells, listStoredFields, stateFields } from '../plan/records/row.ts';
import { toEntryName } from '../plan/records/timed.ts';
import type { FieldPlan, ResourcePlan, UniquePlan } from '../plan/resource.ts';
import { listWebhookRoutes } from '../plan/webhook-routes.ts';
import type { ColumnLayout, ResourceColumn } from './column-layout.ts';
import { collectIndexes, type IndexLayout } from './indexes.ts';
import { addIndexedColumns, createPathFollower } from './inner-columns.ts';
import { collectQuotas, type QuotaLayout } from './quotas.ts';
import { collectInnerReferences, type InnerReferences, listInnerReferrers } from './references.ts';
import { createSearchedFieldLister, type SearchLayout, toSearchName } from './search-index.ts';
import { findSearchOwners } from './search-owners.ts';

export type { ColumnLayout, ResourceColumn } from './column-layout.ts';

/** A unique constraint; `unique` is its index in the resource's `uniques`. */
export interface UniqueLayout {
  readonly name: string;
  readonly columns: readonly string[];
  /** The first column is compared without the case of its ASCII letters. */
  readonly ignoring?: 'case';
  readonly while?: Expression;
}

/** The table of a resource. `columns` are those of a `Row`, in its order. */
export interface TableLayout {
  readonly resource: ResourcePlan;
  readonly table: string;
  readonly identity: ColumnLayout;
  readonly columns: readonly ColumnLayout[];
  /** By field, also those of indexes inside a field; the moments of entry by `toEntryName` of their state field. */
  readonly byField: ReadonlyMap<string, ColumnLayout>;
  /** Returns the columns that the path of a filter leads through: all but the last refer to the records of the next. */
  readonly follow: (path: readonly string[]) => readonly ResourceColumn[];
  readonly uniques: readonly UniqueLayout[];
  readonly indexes: readonly IndexLayout[];
  /** None if no list searches its records. */
  readonly search?: SearchLayout;
  readonly quotas: readonly QuotaLayout[];
  /** The columns that keep references inside a list, a map or an object. */
  readonly inside: readonly InnerReferences[];
  /** The fields of any table from inside of which references may lead to records of this one. */
  readonly insideOf: readonly { readonly resource: string; readonly field: string }[];
  /** Its records hold subscriptions. */
  readonly subscriptions?: true;
  /** The routes of the deliveries to its records. */
  readonly routes: readonly string[];
}

/** All tables of a plan, by resource. */
export type StoreLayout = ReadonlyMap<string, TableLayout>;

/** Gives something for the table of a resource, made when it is first asked for. Throws for a resource that there is none of. */
export function perTable<T>(layout: StoreLayout, make: (table: TableLayout) => T): (resource: string) => T {
  const made = new Map<string, T>();
  return (resource) => {
    let found = made.get(resource);
    if (found === undefined) {
      const table = layout.get(resource);
      if (table === undefined) throw new Error(`there is no resource \`${resource}\``);
      found = make(table);
      made.set(resource, found);
    }
    return found;
  };
}

/** Computes the tables, unique constraints and indexes that a plan needs, for any store. */
export function createLayout(plan: Plan): StoreLayout {
  const taken = new Set<string>();
  const tables = plan.resources.map((resource) => ({ resource, table: free(toTableName(resource.table), taken) }));
  const layout = new Map<string, TableLayout>();
  const indexes = collectIndexes(plan);
  const listSearchedFields = createSearchedFieldLister(plan);
  for (const { resource, table } of tables) {
    const columns = listColumns(resource);
    const byField = new Map<string, ColumnLayout>([
      ...columns.flatMap((column) => (column.field === undefined ? [] : [[column.field, column] as const])),
      ...stateFields(resource).map(
        ({ name }) => [toEntryName(name), columns[findEntryIndex(resource, name)]!] as const,
      ),
    ]);
    const keysOf = indexes.get(resource.name) ?? [];
    addIndexedColumns(plan, resource.name, new Set(keysOf.flat().map(({ field }) => field)), byField);
    const named = (fields: readonly string[]): readonly string[] => fields.map((field) => byField.get(field)!.name);
    layout.set(resource.name, {
      resource,
      table,
      identity: byField.get(resource.identity)!,
      columns,
      byField,
      follow: createPathFollower(plan, resource.name, layout, byField),
      uniques: resource.uniques.map((unique) => ({
        name: free(`${table}_unique_${nameUnique(unique, named)}`, taken),
        columns: named(unique.fields),
        ...(unique.ignoring === undefined ? {} : { ignoring: unique.ignoring }),
        ...(unique.where === undefined ? {} : { while: unique.where }),
      })),
      indexes: keysOf.map((keys) => {
        const words = keys.map(({ field, descending }) => {
          return `${nameKey(byField.get(field)!)}${descending ? '_desc' : ''}`;
        });
        return { name: free(`${table}_by_${words.join('_')}`, taken), keys };
      }),
      ...createSearchLayout(plan, resource.name, table, listSearchedFields(resource), byField),
      quotas: collectQuotas(plan, resource, columns),
      inside: collectInnerReferences(plan, resource, columns),
      insideOf: listInnerReferrers(plan, resource.name),
      routes: listRoutes(plan, resource.name),
      ...(holdsSubscriptions(plan, resource) ? { subscriptions: true } : {}),
    });
  }
  return layout;
}

/** The word for a column in the name of an index. */
function nameKey({ name, field = '', inside }: ColumnLayout): string {
  return inside === undefined ? name : field.replaceAll('.', '_');
}

/** The last part of the name of the index of a unique constraint. */
function nameUnique({ fields, ignoring }: UniquePlan, named: (fields: readonly string[]) => readonly string[]): string {
  return [...named(fields), ...(ignoring === undefined ? [] : [`ignoring_${ignoring}`])].join('_');
}

function createSearchLayout(
  plan: Plan,
  resource: string,
  table: string,
  fields: readonly string[],
  byField: ReadonlyMap<string, ColumnLayout>,
): Pick<TableLayout, 'search'> {
  const columns = fields.flatMap((field) => byField.get(field) ?? []);
  if (columns.length === 0) return {};
  return { search: { name: toSearchName(table), columns, ...findSearchOwners(plan, resource, byField) } };
}

function holdsSubscriptions({ deliveries }: Plan, { name }: ResourcePlan): boolean {
  return deliveries.some(({ to }) => to?.kind === 'each' && to.resource === name);
}

/** Lists the columns that refer to the records of a table, each with its table and field. */
export function listReferringColumns(layout: StoreLayout, { resource: { referredBy } }: TableLayout) {
  return referredBy
    .filter(({ items }) => items !== true)
    .map(({ resource, field }) => {
      const from = layout.get(resource)!;
      return { from, column: from.byField.get(field)!, resource, field };
    });
}

/** Returns whether fields of a table's records contain secrets, whose replaced values are stored for a while. */
export function holdsSecrets({ resource }: TableLayout): boolean {
  return hasEncryptedFields(resource);
}

/** The columns of a row, in its order. */
function listColumns(resource: ResourcePlan): readonly ColumnLayout[] {
  const taken = new Set(listStoredFields(resource).map((field) => field.column.toLowerCase()));
  const hidden = (name: string, always: boolean): ColumnLayout => {
    return { name: free(name, taken), storage: 'integer', always, nullable: !always };
  };
  return listRowCells(resource).map((cell) => {
    if (cell.holds === 'version') return hidden('version', true);
    return cell.holds === 'entry' ? hidden(`${cell.field.column}_since`, false) : toColumnLayout(resource, cell.field);
  });
}

function toColumnLayout(resource: ResourcePlan, field: FieldPlan): ColumnLayout {
  const { schema } = field;
  const choices = schema.type === 'choice' ? schema.values : listFieldStates(resource, field);
  return {
    name: field.column,
    field: field.name,
    storage: field.storage,
    always: mustBePresent(resource, field),
    nullable: schema.nullable === true,
    ...(choices === undefined ? {} : { choices }),
    ...(schema.type === 'ref' ? { refers: schema.resource } : {}),
  };
}

function listFieldStates(resource: ResourcePlan, field: FieldPlan): readonly string[] | undefined {
  if (field.state !== true) return undefined;
  return resource.machines.find((machine) => machine.field === field.name)?.states.map((state) => state.name);
}

/** Names that begin as those of the store or of SQLite itself are left to them. */
function toTableName(name: string): string {
  return /^(nonet|sqlite|pg)_/i.test(name) ? `table_${name}` : name;
}

/** Appends `_` to a name until it is free; databases ignore letter case. */
function free(name: string, taken: Set<string>): string {
  let chosen = name;
  while (taken.has(chosen.toLowerCase())) chosen += '_';
  taken.add(chosen.toLowerCase());
  return chosen;
}

function listRoutes(plan: Plan, resource: string): readonly string[] {
  return listWebhookRoutes(plan.deliveries).flatMap(({ name, delivery: { to } }) =>
    to?.kind === 'each' && to.resource === resource ? [name] : [],
  );
}
