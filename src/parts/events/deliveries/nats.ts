import { locateSlice } from '../../../text/location.ts';
import type { Delivery } from './contract.ts';
import { createTextHeader, traceparent } from './headers.ts';

const part = /^(?:[A-Za-z0-9_-]|\{(?:event|id)\})+$/;

/** A message to a NATS server; `{event}` in the subject is the event's name, `{id}` the record's identity. */
export const nats: Delivery = {
  name: 'nats',
  form: 'a subject such as `invoices.{event}` (`{event}` and `{id}` are filled in)',
  pushes: false,
  words: {
    is: 'a message to a subject of NATS',
    channel: 'Subjects of NATS',
    action: 'Publish events to NATS',
    sentence: 'The service publishes each event to a stream of NATS JetStream.',
  },
  binding: { nats: { bindingVersion: '0.1.0' } },
  headers: () => ({
    type: 'object',
    properties: {
      'Nats-Msg-Id': createTextHeader('The ID of the event: the stream drops duplicates by it.'),
      traceparent,
    },
  }),
  read(to) {
    const { text } = to.words;
    let from = 0;
    for (const piece of text.split('.')) {
      const span = locateSlice(to.words, from, from + piece.length);
      if (piece === '') return { wrong: 'a part between two dots is empty', span: to.span };
      if (!part.test(piece)) return { wrong: `\`${piece}\` is not part of a subject`, span };
      from += piece.length + 1;
    }
    return { kind: 'subject', pattern: { value: text, span: to.span }, span: to.span };
  },
  right: [
    { text: 'invoices', kind: 'subject' },
    { text: 'invoices.{event}.{id}', kind: 'subject' },
  ],
  wrong: [
    { text: 'invoices.>', at: '>' },
    { text: 'invoices..paid', at: 'invoices..paid' },
    { text: 'invoices.{kind}', at: '{kind}' },
    { text: 'all invoices', at: 'all invoices' },
  ],
};
