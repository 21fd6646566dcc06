import type { PartGrammar } from '../../markdown/grammar.ts';

/** The words of the line Codes. */
export const codeConventions = ['named after conditions'] as const;

/** How the part "Errors" is written. */
export const grammar = {
  part: 'errors',
  number: 7,
  title: 'Errors',
  aspects: [{ name: 'error codes' }, { name: 'error body shape' }, { name: 'conditions' }],
  facts: [
    { name: 'Codes', at: 'part', reads: { word: codeConventions }, carries: ['error codes', 'conditions'] },
    { name: 'Body', at: 'part', reads: { own: 'body' }, forms: ['problem details'], carries: 'error body shape' },
  ],
  tables: [
    {
      name: 'codes',
      at: { heading: 'Errors' },
      carries: 'error codes',
      otherColumns: { reads: { own: 'literal' } },
      columns: [
        { title: 'Code', required: true, reads: { name: 'either', except: ['clamp'] } },
        { title: 'Status', required: true, mayBeEmpty: true, reads: { own: 'status' } },
        { title: 'Condition', reads: { own: 'conditions' }, carries: 'conditions' },
        { title: 'Message', reads: 'prose' },
        { title: 'Field', reads: 'text', forms: ['{field}', '…'] },
        { title: 'Meaning', reads: 'prose' },
      ],
    },
    {
      name: 'field errors',
      at: { heading: 'Field errors' },
      repeats: true,
      columns: [
        { title: 'Problem', as: 'problems', required: true, reads: { own: 'problem', each: ';' } },
        {
          title: 'On',
          reads: { own: 'place', each: ',' },
          forms: ['{of}.{field}', '{resource}', '{object}', 'parameter {parameter}', 'parameter {parameter} of {of}'],
          closes: true,
        },
        { title: 'Message', reads: 'prose' },
        { title: 'Code', reads: { own: 'literal' } },
        { title: 'Meaning', reads: 'prose' },
      ],
    },
  ],
} as const satisfies PartGrammar;
