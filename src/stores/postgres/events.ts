import type { EventFilter, Events, KeptEvent } from '../../steps/events.ts';
import { type EventRow, eventColumns, eventOf } from '../events.ts';
import type { Asker, Statement } from './connect.ts';
import type { Listening } from './events-listening.ts';
import type { Numbering } from './events-numbering.ts';
import type { Write } from './run.ts';

/** Makes the kept events of a database. */
export function createEvents(
  reader: Asker,
  write: Write,
  statementOf: (text: string) => Statement,
  { number, watch }: { readonly number: Numbering; readonly watch: Listening['watch'] },
): Events {
  const shown = `SELECT number, ${eventColumns.join(', ')} FROM nonet_event`;
  const one = statementOf(`${shown} WHERE id = $1 AND number IS NOT NULL`);
  const newest = statementOf(`SELECT value::bigint FROM nonet_meta WHERE name = 'event number'`);
  const oldest = statementOf('SELECT number FROM nonet_event WHERE number IS NOT NULL ORDER BY number LIMIT 1');
  // What is kept is always all from some number on: who reads on must not miss one in between.
  const remove = statementOf(
    `WITH first AS (SELECT number, at FROM nonet_event WHERE number IS NOT NULL ORDER BY number LIMIT $2)
     DELETE FROM nonet_event WHERE number IN (SELECT number FROM first)
     AND number < coalesce((SELECT min(number) FROM first WHERE at >= $1), 9223372036854775807)`,
  );
  const asked = async (statement: Statement): Promise<number | undefined> => {
    return (await reader.ask(statement, [])).rows[0]?.[0] as number | undefined;
  };
  return {
    async after(number, most, filter = {}) {
      const { conditions, values } = conditionsOf(filter);
      const where = ['number > $1', ...conditions].join(' AND ');
      const statement = statementOf(`${shown} WHERE ${where} ORDER BY number LIMIT $2`);
      const { rows } = await reader.ask(statement, [number, most, ...values]);
      return rows.map((row) => eventOf(row as readonly [number, ...EventRow]));
    },
    async one(id): Promise<KeptEvent | undefined> {
      const { rows } = await reader.ask(one, [id]);
      return rows.length === 0 ? undefined : eventOf(rows[0] as readonly [number, ...EventRow]);
    },
    newest: async () => (await asked(newest)) ?? 0,
    oldest: async () => (await asked(oldest)) ?? ((await asked(newest)) ?? 0) + 1,
    expire: (before, most) =>
      write(async (transaction) => {
        const { count } = await transaction.ask(remove, [before, most]);
        return { result: count, undo: count === 0 };
      }),
    number,
    watch,
  };
}

function conditionsOf({ kinds, resource, recordId, since }: EventFilter): {
  readonly conditions: readonly string[];
  readonly values: readonly unknown[];
} {
  const parts = [
    ['kind = ANY', kinds],
    ['resource =', resource],
    ['record_id =', recordId],
    ['at >=', since],
  ].filter(([, value]) => value !== undefined);
  return { conditions: parts.map(([text], at) => `${text} ($${at + 3})`), values: parts.map(([, value]) => value) };
}
