import type { PartGrammar } from '../../markdown/grammar.ts';

/** How the part "Events" is written. */
export const grammar: PartGrammar = {
  part: 'events',
  number: 6,
  title: 'Events',
  aspects: [{ name: 'event kinds' }, { name: 'delivery mechanism' }, { name: 'event payloads' }],
  facts: [],
  tables: [
    {
      name: 'events',
      at: { heading: 'Events' },
      carries: 'event kinds',
      columns: [
        { title: 'Event', required: true },
        { title: 'When', required: true },
        { title: 'Payload', carries: 'event payloads' },
        { title: 'Meaning', reads: 'prose' },
      ],
    },
    {
      name: 'deliveries',
      at: { heading: 'Delivery' },
      carries: 'delivery mechanism',
      repeats: true,
      columns: [
        { title: 'Delivery', required: true },
        { title: 'To', required: true },
        { title: 'Events', required: true },
        { title: 'Envelope' },
        { title: 'Signature' },
        { title: 'Retries' },
      ],
    },
  ],
};
