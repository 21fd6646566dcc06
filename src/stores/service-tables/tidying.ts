import type { SweepCursor, SweepResult } from '../../contracts/limits/counting.ts';
import type { ServiceDialect } from './dialect.ts';

/** An instance that says that it lives until further ahead than this, in milliseconds, said so before the clock was set back. */
const ahead = 60_000;
/** One that has been silent for so long is forgotten. */
const silent = 60_000;

/** The condition under which an instance lives, by its column `until` and the moment, as SQL. */
export function buildLivingCondition(until: string, now: string): string {
  return `${until} > ${now} AND ${until} <= ${now} + ${ahead}`;
}

/** A table whose rows become unnecessary after a while. */
export interface SweptTable {
  readonly table: string;
  readonly key: readonly string[];
  /** The condition for unnecessary rows, as SQL. */
  idle(now: string): string;
}

/** The swept tables, in order. */
export const sweptTables: readonly SweptTable[] = [
  { table: 'nonet_bucket', key: ['name', 'key'], idle: (now) => `full_at <= ${now}` },
  {
    table: 'nonet_slot',
    key: ['name', 'key', 'instance'],
    idle: (now) =>
      `held = 0 OR NOT EXISTS (SELECT 1 FROM nonet_instance AS i WHERE i.id = instance AND i.until > ${now} - ${silent})`,
  },
  {
    table: 'nonet_instance',
    key: ['id'],
    idle: (now) => `until <= ${now} - ${silent} OR until > ${now} + ${ahead}`,
  },
];

/** The statements that sweep a table in batches: numbers of values from 1, those of a key first. */
export interface SweepStatements {
  /** The key of the row that is N rows (the next value) after a key. */
  readonly end: string;
  /** Deletes the idle rows after a key; the time is the next value. */
  readonly behind: string;
  /** The same up to another key, whose values come last. */
  readonly within: string;
}

/** Returns these statements. */
export function createSweepStatements(
  { table, key, idle }: SweptTable,
  { deleteSome }: ServiceDialect,
): SweepStatements {
  const keys = (from: number): string => `(${key.map((_, i) => `$${from + i}`).join(', ')})`;
  const names = key.join(', ');
  const next = `$${key.length + 1}`;
  const behind = `(${names}) > ${keys(1)} AND (${idle(`CAST(${next} AS bigint)`)})`;
  return {
    end: `SELECT ${names} FROM ${table} WHERE (${names}) > ${keys(1)} ORDER BY ${names} LIMIT 1 OFFSET CAST(${next} AS bigint)`,
    behind: deleteSome(table, key, behind),
    within: deleteSome(table, key, `${behind} AND (${names}) <= ${keys(key.length + 2)}`),
  };
}

/** Returns the key after which a batch begins. */
export function getSweepStart({ table, after }: SweepCursor): readonly string[] {
  return after ?? sweptTables[table]!.key.map(() => '');
}

/** Sweeps tables: after the last row of a batch it continues in the same table, after that of a table with the next one. */
export function sweepTables(
  forgotten: number,
  { table }: SweepCursor,
  end: readonly string[] | undefined,
): SweepResult {
  if (end !== undefined) return { deleted: forgotten, next: { table, after: end } };
  return table + 1 < sweptTables.length ? { deleted: forgotten, next: { table: table + 1 } } : { deleted: forgotten };
}
