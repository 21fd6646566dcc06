import type { PartGrammar } from '../../markdown/grammar.ts';
import { deliveryNames } from './deliveries/index.ts';

/** How the part "Events" is written. */
export const grammar = {
  part: 'events',
  number: 6,
  title: 'Events',
  subjects: 'email',
  aspects: [{ name: 'event kinds' }, { name: 'delivery mechanism' }, { name: 'event payloads' }],
  facts: [{ name: 'From', at: 'part', reads: 'prose' }],
  tables: [
    {
      name: 'events',
      at: { heading: 'Events' },
      carries: 'event kinds',
      columns: [
        { title: 'Event', as: 'name', required: true, reads: { name: 'either', except: ['all', 'left'] } },
        { title: 'When', required: true, reads: { own: 'change', each: ',' } },
        { title: 'Payload', reads: 'code', carries: 'event payloads' },
        { title: 'Meaning', reads: 'prose' },
      ],
    },
    {
      name: 'deliveries',
      at: { heading: 'Delivery' },
      carries: 'delivery mechanism',
      repeats: true,
      columns: [
        { title: 'Delivery', as: 'kind', required: true, reads: { own: 'delivery' }, forms: deliveryNames },
        {
          title: 'To',
          required: true,
          reads: { own: 'target' },
          forms: ['each {resource} at …', 'GET /…'],
          closes: true,
          unwrapped: 'whole',
        },
        {
          title: 'Events',
          required: true,
          reads: { own: 'event', each: ',' },
          forms: ['all', 'listed in …', '{event}'],
        },
        { title: 'Envelope', reads: { own: 'envelope' }, forms: ['cloudevents 1.0'] },
        { title: 'Signature', reads: { own: 'signature' }, forms: ['standard webhooks with …'], closes: true },
        { title: 'Attempts', reads: { own: 'attempts' }, forms: ['8 over 28 hours'] },
      ],
    },
    {
      name: 'emails',
      at: { heading: 'Emails' },
      carries: 'delivery mechanism',
      columns: [
        {
          title: 'Email',
          as: 'name',
          required: true,
          reads: { name: 'lower', except: ['events', 'delivery', 'emails', 'notes'] },
        },
        { title: 'Event', required: true, reads: 'text', forms: ['{event}'] },
        { title: 'To', required: true, reads: 'code', closes: true },
        { title: 'Subject', required: true, reads: 'prose' },
        { title: 'Attempts', reads: { own: 'attempts' }, forms: ['8 over 28 hours'] },
        { title: 'Meaning', reads: 'prose' },
      ],
    },
  ],
} as const satisfies PartGrammar;
