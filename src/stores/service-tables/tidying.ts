import type { SweepCursor, SweepResult } from '../../contracts/counting.ts';
import type { ServiceDialect } from './dialect.ts';

/** An instance that says that it lives until further ahead than this, in milliseconds, said so before the clock was set back. */
const ahead = 60_000;
/** One that has been silent for so long is forgotten. */
const silent = 60_000;

/** The condition under which an instance lives, by its column `until` and the moment, as SQL. */
export function buildLivingCondition(until: string, now: string): string {
  return `${until} > ${now} AND ${until} <= ${now} + ${ahead}`;
}

/** A table whose rows nobody needs after a while. */
export interface SweptTable {
  readonly table: string;
  readonly key: readonly string[];
  /** The condition under which nobody needs a row, as SQL. */
  idle(now: string): string;
}

/** What is tidied, one table after the other. */
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

/** The statements that tidy a table piece by piece: numbers of values from 1, those of a key first. */
export interface SweepStatements {
  /** The key of the row so many (the next value) behind a key. */
  readonly end: string;
  /** Deletes the idle rows behind a key, the moment being the next value. */
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

/** The key behind which a piece begins. */
export function getSweepStart({ table, after }: SweepCursor): readonly string[] {
  return after ?? sweptTables[table]!.key.map(() => '');
}

/** What tidying came to: behind the last row of a piece it goes on, behind that of a table with the next one. */
export function sweepTables(
  forgotten: number,
  { table }: SweepCursor,
  end: readonly string[] | undefined,
): SweepResult {
  if (end !== undefined) return { deleted: forgotten, next: { table, after: end } };
  return table + 1 < sweptTables.length ? { deleted: forgotten, next: { table: table + 1 } } : { deleted: forgotten };
}
