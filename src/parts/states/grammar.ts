import type { PartGrammar } from '../../markdown/grammar.ts';

/** How the part "States and transitions" is written. */
export const grammar: PartGrammar = {
  part: 'states',
  number: 3,
  title: 'States and transitions',
  subjects: 'state field',
  aspects: [{ name: 'states' }, { name: 'transitions' }],
  facts: [],
  tables: [
    {
      name: 'states',
      at: 'subject',
      carries: 'states',
      columns: [{ title: 'State', required: true }, { title: 'Kind' }, { title: 'Meaning', reads: 'prose' }],
    },
    {
      name: 'transitions',
      at: 'subject',
      carries: 'transitions',
      repeats: true,
      columns: [
        { title: 'From' },
        { title: 'Transition', required: true },
        { title: 'To' },
        { title: 'Trigger' },
        { title: 'Guard' },
        { title: 'Effect' },
        { title: 'Refusal' },
        { title: 'Meaning', reads: 'prose' },
      ],
    },
    {
      name: 'matrix',
      at: 'subject',
      otherColumns: 'any',
      columns: [{ title: 'Field', required: true }],
    },
  ],
};
