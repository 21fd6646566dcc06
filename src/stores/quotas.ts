import type { Row } from '../contracts/record.ts';
import { readStoredFile } from '../plan/files/stored-file.ts';
import { findQuotaField, getQuotas } from '../plan/named-limits.ts';
import type { LimitPlan, Plan } from '../plan/plan.ts';
import type { ResourcePlan } from '../plan/resource.ts';
import type { StorageClass } from '../plan/schema.ts';

/** The part of a column that quotas need. */
interface Column {
  readonly name: string;
  readonly field?: string;
  readonly storage: StorageClass;
}

/** A counter of the records of one table, and the most that it may reach. */
export interface QuotaLayout {
  /** The limit's name: several are taken in the order of these. */
  readonly limit: string;
  /**
   * The name of the counter: `Invoice`, or `Invoice.shop` if each value of that field has a count of its own. Counters of bytes name all
   * resources whose files they count: `files of Photo, Scan per shop`.
   */
  readonly counter: string;
  /** The index of the field in a row, if each of its values has a count. */
  readonly at?: number;
  readonly most: number;
  /** The indexes of the files in a row, if their bytes are counted; left out: a row counts 1. */
  readonly files?: readonly number[];
}

/** The counters of a resource's table in the order of their limits' names; of two with the same count the lower holds. */
export function collectQuotas(plan: Plan, resource: ResourcePlan, columns: readonly Column[]): readonly QuotaLayout[] {
  const quotas = getQuotas(plan.limits, resource.name);
  const least = new Map<string, QuotaLayout>();
  for (const limit of quotas) {
    const quota = createQuotaLayout(limit, resource, columns);
    const known = least.get(quota.counter);
    if (known === undefined || quota.most < known.most) least.set(quota.counter, quota);
  }
  return [...least.values()].sort((left, right) => (left.limit < right.limit ? -1 : 1));
}

function createQuotaLayout(
  { name, per, value, filesOf }: LimitPlan,
  resource: ResourcePlan,
  columns: readonly Column[],
): QuotaLayout {
  const attribute = typeof per === 'object' ? per.attribute : undefined;
  const field = attribute === undefined ? undefined : findQuotaField(resource, attribute);
  if (attribute !== undefined && field === undefined)
    throw new Error(`no field of ${resource.name} is assigned from caller.${attribute}`);
  const placeOf = (of: string): number => columns.findIndex((column) => column.field === of);
  const by = field === undefined ? {} : { at: placeOf(field.name) };
  if (filesOf !== undefined) {
    const files = resource.fields.flatMap(({ name: of, schema }) => (schema.type === 'file' ? [placeOf(of)] : []));
    const per = attribute === undefined ? '' : ` per ${attribute}`;
    return { limit: name, counter: `files of ${filesOf.join(', ')}${per}`, ...by, most: value.bytes!, files };
  }
  const counter = field === undefined ? resource.name : `${resource.name}.${field.name}`;
  return { limit: name, counter, ...by, most: value.count! };
}

/** How much a counter counts a row for: 1, or the bytes of its files. */
export function getQuotaAmount({ files }: QuotaLayout, row: Row): number {
  if (files === undefined) return 1;
  return files.reduce((sum, at) => {
    const text = row[at];
    return typeof text === 'string' ? sum + readStoredFile(text).size : sum;
  }, 0);
}

/** How much more a counter counts a row for than it counted it as it `was`; undefined for a row that counts for no value, or no more. */
export function getQuotaGrowth(
  quota: QuotaLayout,
  columns: readonly Column[],
  row: Row,
  was?: Row,
): { readonly key: string; readonly amount: number } | undefined {
  const key = getQuotaKey(quota, columns, row);
  if (key === undefined) return undefined;
  const isSame = was !== undefined && getQuotaKey(quota, columns, was) === key;
  const amount = getQuotaAmount(quota, row) - (isSame ? getQuotaAmount(quota, was) : 0);
  return amount > 0 ? { key, amount } : undefined;
}

/** By which value a counter counts a row; undefined for a row that has none and is not counted. */
export function getQuotaKey({ at }: QuotaLayout, columns: readonly Column[], row: Row): string | undefined {
  if (at === undefined) return '';
  const value = row[at];
  if (value === undefined || value === null) return undefined;
  const { storage } = columns[at]!;
  if (storage === 'number') return formatBits(Number(value));
  return storage === 'boolean' ? String(value === true || value === 1) : String(value);
}

/** The 64 bits of a number (IEEE 754) in hexadecimal: its decimals are written otherwise by each database. 0 has no sign. */
export function formatBits(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value + 0);
  return view.getBigUint64(0).toString(16).padStart(16, '0');
}

interface CountedTable {
  readonly columns: readonly Column[];
  readonly quotas: readonly QuotaLayout[];
}

/** The fingerprint of the quotas: after a different document, or a different Nonet, the records are counted again. */
export function computeQuotaFingerprint(plan: Plan, tables: Iterable<CountedTable>): string {
  const counters = [...tables]
    .flatMap(({ columns, quotas }) =>
      quotas.map(({ counter, at }) => (columns[at ?? 0]!.storage === 'number' ? `${counter} by bits` : counter)),
    )
    .sort();
  return counters.length === 0 ? '' : `${plan.digest} ${counters.join(' ')}`;
}
