import { formerWordsOf, type PartGrammar } from '../../markdown/grammar.ts';
import { limitKindNames, limitKinds } from './kinds/index.ts';

/** How the part "Limits" is written. */
export const grammar = {
  part: 'limits',
  number: 8,
  title: 'Limits',
  aspects: [{ name: 'rate limits' }, { name: 'size limits' }, { name: 'page sizes' }, { name: 'time-outs' }],
  facts: [{ name: 'Response headers', formerly: ['Told in'], as: 'limitHeaders', at: 'part', reads: 'names' }],
  tables: [
    {
      name: 'limits',
      at: { heading: 'Limits' },
      columns: [
        { title: 'Limit', as: 'name', required: true, reads: { name: 'lower' } },
        {
          title: 'Kind',
          required: true,
          reads: { word: limitKindNames },
          formerWords: formerWordsOf(limitKinds),
          carriesWhen: Object.fromEntries(limitKinds.flatMap(({ name, aspect }) => (aspect ? [[name, aspect]] : []))),
        },
        { title: 'Applies to', required: true, reads: 'names' },
        { title: 'Per', reads: { own: 'what is counted by' }, formerWords: { address: 'ip' } },
        { title: 'Value', required: true, reads: { own: 'the value of a limit' } },
        { title: 'When exceeded', formerly: ['Beyond it'], as: 'beyond', reads: 'text' },
      ],
    },
  ],
} as const satisfies PartGrammar;
