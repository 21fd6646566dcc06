import type { NewEvent } from '../../steps/events.ts';
import { eventColumns, rowOfEvent } from '../events.ts';
import { subscriptionColumns } from '../service-tables/delivery-row.ts';
import type { Asker, Statement } from './connect.ts';

/** Sends events along one connection, in one statement; what fails is known when its transaction ends. */
export type RecordEvents = (asker: Asker, events: readonly NewEvent[]) => void;

/** Keeps the version in which a subscription was made. */
export const subscribing: Statement = {
  text: `INSERT INTO nonet_subscription (${subscriptionColumns}) VALUES ($1, $2, $3)
    ON CONFLICT (resource, id) DO UPDATE SET version = excluded.version`,
};

/** Makes what records events. They have no number yet: the database gives each its place among those of its record. */
export function createEventRecording(statementOf: (text: string) => Statement): RecordEvents {
  const into = `INSERT INTO nonet_event (${eventColumns.join(', ')})`;
  const holes = eventColumns.map((_, index) => `$${index + 1}`);
  const one = statementOf(`${into} VALUES (${holes.join(', ')})`);
  const typed = holes.map((hole, index) => `${hole}::${numbers.has(eventColumns[index]!) ? 'bigint' : 'text'}[]`);
  const several = statementOf(
    `${into} SELECT ${eventColumns.map((name) => `e.${name}`).join(', ')}
     FROM unnest(${typed.join(', ')}) WITH ORDINALITY AS e (${eventColumns.join(', ')}, row) ORDER BY e.row`,
  );
  return (asker, events) => {
    if (events.length === 0) return;
    const rows = events.map(rowOfEvent);
    const sent =
      rows.length === 1
        ? asker.ask(one, rows[0])
        : asker.ask(
            several,
            eventColumns.map((_, index) => rows.map((row) => row[index])),
          );
    // Its transaction knows of the failure, and ends with it.
    sent.catch(() => undefined);
  };
}

const numbers = new Set(['record_version', 'at']);
