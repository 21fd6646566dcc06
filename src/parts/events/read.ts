import type { ParseContext, PartContent } from '../../markdown/content.ts';
import { createFactReader, createRowReader } from '../../markdown/records.ts';
import { diagnostics } from './diagnostics.ts';
import { readEmails, readFrom } from './emails/read.ts';
import { grammar } from './grammar.ts';
import type { EventsModel } from './model.ts';
import {
  readAttempts,
  readEnvelope,
  readEvent,
  readKind,
  readSignature,
  readTarget,
  toEvents,
} from './read/delivery.ts';
import { readWhen } from './read/when.ts';

/** Reads the part Events: its events, deliveries and emails, each mistake at its place. */
export function read({ tables, subjects, facts }: PartContent, context: ParseContext): EventsModel {
  return {
    events: readEventRows(tables, context),
    deliveries: readDeliveries(tables, context).map((row) => ({ ...row, events: toEvents(row.events) })),
    emails: readEmails(readEmailRows(tables, context), subjects, titles, context),
    ...readFrom(readFacts(facts, context).from, context),
  };
}

const readEventRows = createRowReader(grammar, 'events', {
  name: diagnostics.name,
  when: readWhen,
  payload: (span, found) => diagnostics['code-span'](span, 'Payload', found),
});

const readDeliveries = createRowReader(grammar, 'deliveries', {
  kind: readKind,
  to: readTarget,
  events: readEvent,
  envelope: readEnvelope,
  signature: readSignature,
  attempts: readAttempts,
});

const readEmailRows = createRowReader(grammar, 'emails', {
  name: diagnostics['email-name'],
  to: (span, found) => diagnostics['email-code-span'](span, found),
  attempts: readAttempts,
});

const readFacts = createFactReader(grammar, 'part', {});

/** The headings of tables. */
const titles = [...grammar.tables.map(({ at }) => at.heading), 'Notes'];
