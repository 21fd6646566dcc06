import type { DatabaseSync } from 'node:sqlite';
import type { Counting } from '../../steps/counting.ts';
import { jumped, keyAt, living, tidied, tidiedTables, tidyTexts } from '../rates.ts';
import { unavailable } from './failures.ts';
import type { ReadTurn } from './read-turn.ts';

/** The tables of what is counted across requests. */
export const countingTables: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS nonet_bucket (name TEXT NOT NULL, key TEXT NOT NULL, missing REAL NOT NULL, at INTEGER NOT NULL,
  leased_until INTEGER NOT NULL, granted INTEGER NOT NULL, full_at INTEGER NOT NULL, PRIMARY KEY (name, key)) STRICT, WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS nonet_place (name TEXT NOT NULL, key TEXT NOT NULL, instance TEXT NOT NULL, held INTEGER NOT NULL,
  PRIMARY KEY (name, key, instance)) STRICT, WITHOUT ROWID`,
  'CREATE INDEX IF NOT EXISTS nonet_place_by_instance ON nonet_place (instance)',
  `CREATE TABLE IF NOT EXISTS nonet_instance (id TEXT PRIMARY KEY NOT NULL, until INTEGER NOT NULL) STRICT, WITHOUT ROWID`,
];

/**
 * Counts in the tables of the file, each time in a transaction of its own, so that several processes may share it. It answers
 * at once: a statement that stands alone costs less than its turn in the queue of writes.
 */
export function createCounting(database: DatabaseSync, turn: ReadTurn): Counting {
  const prepare = (text: string) => {
    const statement = database.prepare(text);
    statement.setReturnArrays(true);
    return statement;
  };
  const take = prepare(takeText);
  const putBack = prepare('UPDATE nonet_bucket SET missing = max(0.0, missing - ?) WHERE name = ? AND key = ?');
  const enter = prepare(enterText);
  const leave = prepare(
    'UPDATE nonet_place SET held = held - 1 WHERE name = ? AND key = ? AND instance = ? AND held > 0',
  );
  const hold = prepare(
    'INSERT INTO nonet_place (name, key, instance, held) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET held = held + excluded.held',
  );
  const live = prepare(
    'INSERT INTO nonet_instance (id, until) VALUES (?, ?) ON CONFLICT DO UPDATE SET until = excluded.until',
  );
  const count = prepare(`SELECT count(*) FROM nonet_instance WHERE ${living('until', ':now')}`);
  const end = [
    prepare('DELETE FROM nonet_place WHERE instance = ?'),
    prepare('DELETE FROM nonet_instance WHERE id = ?'),
  ];
  const tidies = tidiedTables.map((one) => {
    const { end, behind, within } = tidyTexts(one, (number) => `?${number}`);
    const forget = (condition: string) => prepare(`DELETE FROM ${one.table} WHERE ${condition}`);
    return { end: prepare(end), behind: forget(behind), within: forget(within) };
  });
  const guarded = <T>(work: () => T): T => {
    try {
      turn.end();
      return work();
    } catch (error) {
      throw unavailable(error);
    }
  };
  return {
    take: ({ name, key, want, holds, perMillisecond, now, leasedUntil, reserve, largest }) =>
      guarded(() => {
        const row = take.get({
          name,
          key,
          want,
          holds,
          rate: perMillisecond,
          now,
          until: leasedUntil,
          reserve,
          largest,
        });
        const [granted, missing, at, until] = row as unknown as readonly [number, number, number, number];
        return { granted, missing, at, leasedUntil: until };
      }),
    putBack: (name, key, tokens) => guarded(() => void putBack.run(tokens, name, key)),
    enter: ({ name, key, instance, most, now }) =>
      guarded(() => Number(enter.run({ name, key, instance, most, now }).changes) === 1),
    leave: ({ name, key, instance }) => guarded(() => void leave.run(name, key, instance)),
    hold: ({ name, key, instance }, places) => guarded(() => void hold.run(name, key, instance, places)),
    lost: () => 0,
    live: (instance, now, until) =>
      guarded(() => {
        live.run(instance, until);
        return (count.get({ now }) as unknown as readonly [number])[0];
      }),
    end: (instance) => guarded(() => end.forEach((statement) => void statement.run(instance))),
    tidy: (now, most, from = { table: 0 }) =>
      guarded(() => {
        const { end, behind, within } = tidies[from.table]!;
        const key = keyAt(from);
        const last = end.get(...key, most - 1) as unknown as readonly string[] | undefined;
        const { changes } = last === undefined ? behind.run(...key, now) : within.run(...key, now, ...last);
        return tidied(Number(changes), from, last);
      }),
  };
}

/**
 * What a bucket lacks at `now`: up to the end of the leases it refills to no more than it held without the reserve, and what
 * lacked less stays as it was; behind that it refills to the brim.
 */
const lacks = `max(0.0, max(min(least, reserve), least - (turn - at) * rate) - (moment - turn) * rate)`;

const takeText = `
  WITH asked AS (SELECT CAST(:holds AS REAL) AS holds, CAST(:rate AS REAL) AS rate, CAST(:reserve AS REAL) AS reserve,
    CAST(:largest AS REAL) AS largest),
  was AS (
    SELECT missing, iif(at > :now + ${jumped}, :now, at) AS at, iif(at > :now + ${jumped}, 0, leased_until) AS leased_until
    FROM nonet_bucket WHERE name = :name AND key = :key
  ),
  found AS (
    SELECT min(missing, largest) AS least, at, leased_until, max(at, :now) AS moment, rate, reserve,
      min(max(at, :now), max(at, leased_until)) AS turn
    FROM asked, was
    UNION ALL
    SELECT 0.0, :now, 0, :now, rate, reserve, :now FROM asked
    WHERE NOT EXISTS (SELECT 1 FROM nonet_bucket WHERE name = :name AND key = :key)
  ),
  known AS (SELECT ${lacks} AS lacking, moment, leased_until FROM found),
  given AS (
    SELECT lacking, moment, leased_until, max(0, min(:want, CAST(holds - lacking + 1e-9 AS INTEGER))) AS granted, rate
    FROM known, asked
  ),
  after AS (
    SELECT granted, lacking + granted AS missing, moment, rate,
      max(leased_until, CASE WHEN granted > 0 THEN :until ELSE 0 END) AS leased
    FROM given
  )
  INSERT INTO nonet_bucket (name, key, missing, at, leased_until, granted, full_at)
  SELECT :name, :key, missing, moment, leased, granted, max(leased, moment + CAST(missing / rate AS INTEGER) + 1)
  FROM after WHERE TRUE
  ON CONFLICT DO UPDATE SET missing = excluded.missing, at = excluded.at, leased_until = excluded.leased_until,
    granted = excluded.granted, full_at = excluded.full_at
  RETURNING granted, missing, at, leased_until`;

const enterText = `
  INSERT INTO nonet_place (name, key, instance, held)
  SELECT :name, :key, :instance, 1
  WHERE (SELECT coalesce(sum(held), 0) FROM nonet_place AS p
    WHERE name = :name AND key = :key AND (instance = :instance
      OR EXISTS (SELECT 1 FROM nonet_instance WHERE id = p.instance AND ${living('until', ':now')}))) < :most
  ON CONFLICT DO UPDATE SET held = held + 1`;
