import type { PartGrammar } from '../../markdown/grammar.ts';
import { presenceWords, stateKinds } from './words.ts';

/** How the part "States and transitions" is written. */
export const grammar = {
  part: 'states',
  number: 3,
  title: 'States and transitions',
  shortTitles: ['States'],
  subjects: 'state field',
  aspects: [{ name: 'states' }, { name: 'transitions' }],
  facts: [],
  tables: [
    {
      name: 'states',
      at: 'subject',
      carries: 'states',
      columns: [
        { title: 'State', as: 'name', required: true, reads: 'text' },
        { title: 'Kind', reads: { word: stateKinds } },
        { title: 'Editable', reads: 'names', forms: ['{field}'] },
        { title: 'Meaning', reads: 'prose' },
      ],
    },
    {
      name: 'transitions',
      at: 'subject',
      carries: 'transitions',
      repeats: true,
      columns: [
        { title: 'From', reads: 'names', forms: ['{state}', 'any', 'any other'] },
        {
          title: 'Transition',
          as: 'name',
          required: true,
          reads: { name: 'lower' },
          forms: ['{transition}', 'create', 'update', 'delete', '…'],
        },
        { title: 'To', reads: 'text', forms: ['{state}', 'same'], closes: true },
        { title: 'Trigger', reads: { own: 'trigger' } },
        { title: 'Guard', reads: { own: 'guard' }, closes: true },
        { title: 'Effect', as: 'effects', reads: { own: 'effect', each: ';' } },
        { title: 'Error', as: 'refusal', reads: { name: 'either' }, forms: ['{code}'] },
        { title: 'Meaning', reads: 'prose' },
      ],
    },
    {
      name: 'matrix',
      at: 'subject',
      otherColumns: { reads: { word: presenceWords }, exact: true },
      columns: [{ title: 'Field', required: true, reads: 'text', forms: ['{field}'] }],
    },
  ],
} as const satisfies PartGrammar;
