import type { Counting } from '../../steps/counting.ts';
import { StoreTimedOut, StoreUnavailable } from '../../steps/store.ts';
import { jumped, keyAt, living, tidied, tidiedTables, tidyTexts } from '../rates.ts';
import type { Statement } from './connect.ts';
import { columnTypes } from './dialect.ts';
import type { Line } from './pool.ts';

const text = columnTypes.text;

/** The tables of what is counted across requests; a row of a bucket is written often, so that its page keeps room. */
export const countingTables: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS nonet_bucket (name ${text} NOT NULL, key ${text} NOT NULL, missing double precision NOT NULL,
  at bigint NOT NULL, leased_until bigint NOT NULL, granted bigint NOT NULL, full_at bigint NOT NULL,
  PRIMARY KEY (name, key)) WITH (fillfactor = 50)`,
  `CREATE TABLE IF NOT EXISTS nonet_place (name ${text} NOT NULL, key ${text} NOT NULL, instance ${text} NOT NULL,
  held bigint NOT NULL, PRIMARY KEY (name, key, instance)) WITH (fillfactor = 50)`,
  'CREATE INDEX IF NOT EXISTS nonet_place_by_instance ON nonet_place (instance)',
  `CREATE TABLE IF NOT EXISTS nonet_instance (id ${text} PRIMARY KEY, until bigint NOT NULL)`,
];

/** What is set on the connection that counts: a count that a loss of power undoes is worth no wait. */
export const counting: readonly string[] = [
  'statement_timeout = 5000',
  'synchronous_commit = off',
  'enable_seqscan = off',
  'jit = off',
];

const begin: Statement = { text: 'BEGIN' };
const commit: Statement = { text: 'COMMIT' };

/** Where it is asked. */
type CountingLine = Pick<Line, 'ask' | 'askOnce' | 'losses'>;

/** Counts over a connection of its own, whose statements are done in the order in which they are asked. */
export function createCounting(line: CountingLine, statementOf: (text: string) => Statement): Counting {
  // It is no request whose time is over.
  const failed = (error: unknown): never => {
    throw error instanceof StoreTimedOut ? new StoreUnavailable(error.message, { cause: error }) : error;
  };
  const ask: Line['ask'] = (statement, values) => line.ask(statement, values).catch(failed);
  const take = statementOf(takeText);
  const putBack = statementOf(
    'UPDATE nonet_bucket SET missing = greatest(0, missing - $3::float8) WHERE name = $1 AND key = $2',
  );
  const lock = statementOf('SELECT pg_advisory_xact_lock(hashtext($1::text), hashtext($2::text))');
  const enter = statementOf(enterText);
  const leave = statementOf(
    'UPDATE nonet_place SET held = held - 1 WHERE name = $1 AND key = $2 AND instance = $3 AND held > 0',
  );
  const hold = statementOf(
    `INSERT INTO nonet_place AS p (name, key, instance, held) VALUES ($1, $2, $3, $4)
     ON CONFLICT (name, key, instance) DO UPDATE SET held = p.held + excluded.held`,
  );
  const live = statementOf(
    'INSERT INTO nonet_instance (id, until) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET until = excluded.until',
  );
  const count = statementOf(`SELECT count(*) FROM nonet_instance WHERE ${living('until', '$1::bigint')}`);
  const forget = statementOf('DELETE FROM nonet_place WHERE instance = $1');
  const end = statementOf('DELETE FROM nonet_instance WHERE id = $1');
  const tidies = tidiedTables.map((one) => {
    const { end, behind, within } = tidyTexts(one, (number) => `$${number}`);
    // What another instance is just counting, or tidying, is needed or will be gone.
    const forget = (condition: string) =>
      statementOf(`DELETE FROM ${one.table} WHERE ctid IN (SELECT ctid FROM ${one.table} WHERE ${condition}
        FOR UPDATE SKIP LOCKED)`);
    return { end: statementOf(end), behind: forget(behind), within: forget(within) };
  });
  return {
    async take({ name, key, want, holds, perMillisecond, now, leasedUntil, reserve, largest }) {
      const { rows } = await ask(take, [name, key, want, holds, perMillisecond, now, leasedUntil, reserve, largest]);
      const [granted, missing, at, until] = rows[0] as readonly [number, number, number, number];
      return { granted, missing, at, leasedUntil: until };
    },
    // Handed back twice they would let in more than is stated.
    putBack: async (name, key, tokens) => void (await line.askOnce(putBack, [name, key, tokens]).catch(failed)),
    async enter({ name, key, instance, most, now }) {
      // Sent in one go, so that nothing of another request stands between them.
      const sent = [ask(begin), ask(lock, [name, key]), ask(enter, [name, key, instance, most, now]), ask(commit)];
      const [, , entered] = await Promise.all(sent);
      return entered!.count === 1;
    },
    leave: async ({ name, key, instance }) => void (await ask(leave, [name, key, instance])),
    hold: async ({ name, key, instance }, places) => void (await ask(hold, [name, key, instance, places])),
    lost: () => line.losses,
    async live(instance, now, until) {
      const [, counted] = await Promise.all([ask(live, [instance, until]), ask(count, [now])]);
      return counted.rows[0]![0] as number;
    },
    end: async (instance) => void (await Promise.all([ask(forget, [instance]), ask(end, [instance])])),
    async tidy(now, most, from = { table: 0 }) {
      const { end, behind, within } = tidies[from.table]!;
      const key = keyAt(from);
      const last = (await ask(end, [...key, most - 1])).rows[0] as readonly string[] | undefined;
      const done = await (last === undefined ? ask(behind, [...key, now]) : ask(within, [...key, now, ...last]));
      return tidied(done.count, from, last);
    },
  };
}

/**
 * What a bucket lacks now: up to the end of the leases it refills to no more than it held without the reserve, and what lacked
 * less stays as it was; behind that it refills to the brim.
 */
const takeText = `
  INSERT INTO nonet_bucket AS b (name, key, missing, at, leased_until, granted, full_at)
  SELECT $1::text, $2::text, g, $6::bigint, $7::bigint, g, greatest($7::bigint, $6::bigint + floor(g / $5::float8)::bigint + 1)
  FROM (SELECT least($3::float8, floor($4::float8)) AS g) AS fresh
  ON CONFLICT (name, key) DO UPDATE SET (missing, at, leased_until, granted, full_at) = (
    SELECT lacking + granted, moment, leased, granted,
      greatest(leased, moment + floor((lacking + granted) / $5::float8)::bigint + 1)
    FROM (
      SELECT moment, lacking, granted,
        greatest(before, CASE WHEN granted > 0 THEN $7::bigint ELSE 0 END) AS leased
      FROM (
        SELECT moment, before, lacking, greatest(0, least($3::float8, floor($4::float8 - lacking + 1e-9)))::bigint AS granted
        FROM (
          SELECT moment, before, greatest(0, greatest(least(held, $8::float8), held - (turn - at) * $5::float8)
            - (moment - turn) * $5::float8) AS lacking
          FROM (
            SELECT least(b.missing, $9::float8) AS held, at, before, greatest(at, $6::bigint) AS moment,
              least(greatest(at, $6::bigint), greatest(at, before)) AS turn
            FROM (
              SELECT CASE WHEN b.at > $6::bigint + ${jumped} THEN $6::bigint ELSE b.at END AS at,
                CASE WHEN b.at > $6::bigint + ${jumped} THEN 0 ELSE b.leased_until END AS before
            ) AS was
          ) AS found
        ) AS known
      ) AS given
    ) AS after
  )
  RETURNING b.granted, b.missing, b.at, b.leased_until`;

const enterText = `
  INSERT INTO nonet_place AS p (name, key, instance, held)
  SELECT $1::text, $2::text, $3::text, 1
  WHERE (SELECT coalesce(sum(o.held), 0) FROM nonet_place AS o
    WHERE o.name = $1::text AND o.key = $2::text AND (o.instance = $3::text
      OR EXISTS (SELECT 1 FROM nonet_instance AS i WHERE i.id = o.instance AND ${living('i.until', '$5::bigint')}))) < $4::bigint
  ON CONFLICT (name, key, instance) DO UPDATE SET held = p.held + 1`;
