import type { PartGrammar } from '../../markdown/grammar.ts';

/** How the part "Endpoints" is written. */
export const grammar: PartGrammar = {
  part: 'endpoints',
  number: 4,
  title: 'Endpoints',
  subjects: 'operation',
  aspects: [
    { name: 'methods' },
    { name: 'path shapes' },
    { name: 'request payload shapes' },
    { name: 'response payload shapes' },
    { name: 'base address', notShownBy: '{base_url}' },
  ],
  facts: [
    { name: 'Base address', at: 'part', reads: 'machine', carries: 'base address' },
    { name: 'Request media types', at: 'part', reads: 'machine' },
    { name: 'Answer media types', at: 'part', reads: 'machine' },
    { name: 'Unknown members', at: 'part', reads: 'machine' },
    { name: 'Browsers from', at: 'part', repeats: true, reads: 'machine' },
    { name: 'Order', at: 'subject', reads: 'machine' },
    { name: 'Record', at: 'subject', reads: 'machine' },
  ],
  tables: [
    {
      name: 'operations',
      at: { heading: '' },
      columns: [
        { title: 'Operation', required: true },
        { title: 'Method', carries: 'methods', implied: true },
        { title: 'Path', required: true, mayBeEmpty: true, carries: 'path shapes' },
        { title: 'Request', carries: 'request payload shapes' },
        { title: 'Response', carries: 'response payload shapes' },
        { title: 'Meaning', reads: 'prose' },
      ],
    },
    {
      name: 'parameters',
      at: 'subject',
      columns: [
        { title: 'Parameter', required: true },
        { title: 'Means', required: true },
        { title: 'Constraints' },
        { title: 'Meaning', reads: 'prose' },
      ],
    },
    {
      name: 'idempotency',
      at: { heading: 'Idempotency' },
      columns: [
        { title: 'Operations', required: true },
        { title: 'Key', required: true },
        { title: 'Kept for' },
        { title: 'When absent' },
      ],
    },
    {
      name: 'preconditions',
      at: { heading: 'Preconditions' },
      repeats: true,
      columns: [
        { title: 'Operations', required: true },
        { title: 'Condition', required: true },
        { title: 'When absent', required: true },
      ],
    },
  ],
};
