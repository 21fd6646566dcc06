import type { ParseContext, PartContent } from '../../markdown/content.ts';
import { createRowReader } from '../../markdown/records.ts';
import { diagnostics } from './diagnostics.ts';
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

/** Reads the part Events: its events and deliveries, each mistake at its place. */
export function read({ tables }: PartContent, context: ParseContext): EventsModel {
  return {
    events: readEventRows(tables, context),
    deliveries: readDeliveries(tables, context).map((row) => ({ ...row, events: toEvents(row.events) })),
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
