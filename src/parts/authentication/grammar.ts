import type { PartGrammar } from '../../markdown/grammar.ts';

/** How the part "Authentication" is written. */
export const grammar: PartGrammar = {
  part: 'authentication',
  number: 5,
  title: 'Authentication',
  aspects: [
    { name: 'scheme', also: ['authentication scheme'] },
    { name: 'credential names' },
    { name: 'header names' },
    { name: 'token lifetimes' },
    { name: 'scopes' },
  ],
  facts: [],
  tables: [
    {
      name: 'schemes',
      at: { heading: 'Schemes' },
      carries: 'scheme',
      columns: [
        { title: 'Scheme', required: true },
        { title: 'Kind', required: true },
        { title: 'Carried in', required: true, carriesWhen: { header: 'header names' } },
        { title: 'Credential', carries: 'credential names' },
        { title: 'Lifetime', carries: 'token lifetimes' },
        { title: 'Meaning', reads: 'prose' },
      ],
    },
    {
      name: 'scopes',
      at: { heading: 'Scopes' },
      carries: 'scopes',
      repeats: true,
      columns: [
        { title: 'Scope', required: true },
        { title: 'Allows', required: true },
        { title: 'Where' },
        { title: 'Meaning', reads: 'prose' },
      ],
    },
    {
      name: 'caller',
      at: { heading: 'Caller' },
      columns: [
        { title: 'Attribute', required: true },
        { title: 'Type', required: true },
        { title: 'Meaning', reads: 'prose' },
      ],
    },
  ],
};
