import type { Counting } from '../../contracts/limits/counting.ts';
import { all, then } from '../../contracts/maybe-promise.ts';
import type { MaybePromise } from '../../contracts/record.ts';
import type { ServiceDialect } from './dialect.ts';
import type { Session } from './session.ts';
import { buildLivingCondition, createSweepStatements, getSweepStart, sweepTables, sweptTables } from './tidying.ts';

/** Runs each change in a transaction of its own, outside of those of requests. */
export interface CountingSession extends Pick<Session, 'get' | 'run' | 'change'> {
  /** Runs a change that must not happen twice, though its answer may be lost. */
  runOnce(text: string, values: readonly unknown[]): MaybePromise<number>;
  /** Runs a change that reads first: no other one with the same first two values runs meanwhile. */
  runAlone(text: string, values: readonly unknown[]): MaybePromise<number>;
  /** As `Counting.lost`. */
  lost(): number;
}

const leave = 'UPDATE nonet_slot SET held = held - 1 WHERE name = $1 AND key = $2 AND instance = $3 AND held > 0';
const hold = `INSERT INTO nonet_slot (name, key, instance, held) VALUES ($1, $2, $3, $4)
  ON CONFLICT (name, key, instance) DO UPDATE SET held = nonet_slot.held + excluded.held`;
const enter = `INSERT INTO nonet_slot (name, key, instance, held)
  SELECT CAST($1 AS text), CAST($2 AS text), CAST($3 AS text), 1
  WHERE (SELECT coalesce(sum(p.held), 0) FROM nonet_slot AS p
    WHERE p.name = CAST($1 AS text) AND p.key = CAST($2 AS text) AND (p.instance = CAST($3 AS text)
      OR EXISTS (SELECT 1 FROM nonet_instance AS i WHERE i.id = p.instance AND ${buildLivingCondition('i.until', 'CAST($5 AS bigint)')})))
    < CAST($4 AS bigint)
  ON CONFLICT (name, key, instance) DO UPDATE SET held = nonet_slot.held + 1`;
const live = `INSERT INTO nonet_instance (id, until) VALUES ($1, $2)
  ON CONFLICT (id) DO UPDATE SET until = excluded.until`;
const count = `SELECT count(*) FROM nonet_instance WHERE ${buildLivingCondition('until', 'CAST($1 AS bigint)')}`;
const ends = ['DELETE FROM nonet_slot WHERE instance = $1', 'DELETE FROM nonet_instance WHERE id = $1'];

const doNothing = (): void => undefined;

/** Creates what counts across requests, in the tables `nonet_bucket`, `nonet_slot` and `nonet_instance`. */
export function createCounting(session: CountingSession, dialect: ServiceDialect): Counting {
  const take = takeText(dialect);
  const putBack = `UPDATE nonet_bucket SET missing = ${dialect.greatest}(0.0, missing - CAST($3 AS double precision))
    WHERE name = $1 AND key = $2`;
  const tidies = sweptTables.map((table) => createSweepStatements(table, dialect));
  return {
    take: ({ name, key, want, holds, perMillisecond, now, leasedUntil, reserve, largest }) =>
      then(
        session.change(take, [name, key, want, holds, perMillisecond, now, leasedUntil, reserve, largest]),
        (row) => {
          const [granted, missing, at, until] = row as readonly [number, number, number, number];
          return { granted, missing, at, leasedUntil: until };
        },
      ),
    // Handed back twice they would let in more than is stated.
    putBack: (name, key, tokens) => then(session.runOnce(putBack, [name, key, tokens]), doNothing),
    enter: ({ name, key, instance, most, now }) =>
      then(session.runAlone(enter, [name, key, instance, most, now]), (entered) => entered === 1),
    leave: ({ name, key, instance }) => then(session.run(leave, [name, key, instance]), doNothing),
    addSlots: ({ name, key, instance }, places) => then(session.run(hold, [name, key, instance, places]), doNothing),
    lost: () => session.lost(),
    heartbeat: (instance, now, until) =>
      then(all([session.run(live, [instance, until]), session.get(count, [now])]), ([, row]) => row![0] as number),
    end: (instance) => then(all(ends.map((text) => session.run(text, [instance]))), doNothing),
    sweep(now, most, from = { table: 0 }) {
      const { end, behind, within } = tidies[from.table]!;
      const key = getSweepStart(from);
      return then(session.get(end, [...key, most - 1]), (row) => {
        const last = row as readonly string[] | undefined;
        const forgotten =
          last === undefined ? session.run(behind, [...key, now]) : session.run(within, [...key, now, ...last]);
        return then(forgotten, (rows) => sweepTables(rows, from, last));
      });
    },
  };
}

/** A bucket whose moment is further ahead than this, in milliseconds, was filled before the clock was set back: it goes on now. */
const jumped = 5_000;

/**
 * Takes tokens in one statement, which locks the row. Until the end of the leases a bucket refills to at most its size without the reserve,
 * and a fuller bucket stays unchanged; afterwards it refills completely.
 */
function takeText({ greatest, least }: ServiceDialect): string {
  const [want, holds, rate, reserve, largest] = [3, 4, 5, 8, 9].map((at) => `CAST($${at} AS double precision)`);
  const [now, until] = ['CAST($6 AS bigint)', 'CAST($7 AS bigint)'];
  const fullAt = (leased: string, moment: string, missing: string): string =>
    `${greatest}(${leased}, ${moment} + CAST(floor(${missing} / ${rate}) AS bigint) + 1)`;
  return `INSERT INTO nonet_bucket AS b (name, key, missing, at, leased_until, granted, full_at)
    SELECT CAST($1 AS text), CAST($2 AS text), g, ${now}, ${until}, g, ${fullAt(until, now, 'g')}
    FROM (SELECT ${least}(${want}, floor(${holds})) AS g) AS fresh WHERE TRUE
    ON CONFLICT (name, key) DO UPDATE SET (missing, at, leased_until, granted, full_at) = (
      SELECT lacking + granted, moment, leased, granted, ${fullAt('leased', 'moment', '(lacking + granted)')}
      FROM (
        SELECT moment, lacking, granted, ${greatest}(before, CASE WHEN granted > 0 THEN ${until} ELSE 0 END) AS leased
        FROM (
          SELECT moment, before, lacking,
            CAST(${greatest}(0.0, ${least}(${want}, floor(${holds} - lacking + 1e-9))) AS bigint) AS granted
          FROM (
            SELECT moment, before, ${greatest}(0.0, ${greatest}(${least}(held, ${reserve}), held - (turn - at) * ${rate})
              - (moment - turn) * ${rate}) AS lacking
            FROM (
              SELECT ${least}(b.missing, ${largest}) AS held, at, before, ${greatest}(at, ${now}) AS moment,
                ${least}(${greatest}(at, ${now}), ${greatest}(at, before)) AS turn
              FROM (
                SELECT CASE WHEN b.at > ${now} + ${jumped} THEN ${now} ELSE b.at END AS at,
                  CASE WHEN b.at > ${now} + ${jumped} THEN 0 ELSE b.leased_until END AS before
              ) AS was
            ) AS found
          ) AS known
        ) AS given
      ) AS after
    )
    RETURNING granted, missing, at, leased_until`;
}
