import type { PartGrammar } from '../../markdown/grammar.ts';

/** How the part "Errors" is written. */
export const grammar: PartGrammar = {
  part: 'errors',
  number: 7,
  title: 'Errors',
  aspects: [{ name: 'error codes' }, { name: 'error body shape' }, { name: 'conditions' }],
  facts: [{ name: 'Body', at: 'part', reads: 'machine', carries: 'error body shape' }],
  tables: [
    {
      name: 'codes',
      at: { heading: 'Errors' },
      carries: 'error codes',
      otherColumns: 'own',
      columns: [
        { title: 'Code', required: true },
        { title: 'Status', required: true },
        { title: 'Condition', carries: 'conditions' },
        { title: 'Message', reads: 'prose' },
        { title: 'Field' },
        { title: 'Meaning', reads: 'prose' },
      ],
    },
    {
      name: 'field errors',
      at: { heading: 'Field errors' },
      repeats: true,
      columns: [
        { title: 'Problem', required: true },
        { title: 'On' },
        { title: 'Message', reads: 'prose' },
        { title: 'Code' },
        { title: 'Meaning', reads: 'prose' },
      ],
    },
  ],
};
