import type { PartGrammar } from '../../markdown/grammar.ts';
import { operationForms } from '../endpoints/words.ts';
import { limitKindNames, limitKinds } from './kinds/index.ts';

/** How the part "Limits" is written. */
export const grammar = {
  part: 'limits',
  number: 8,
  title: 'Limits',
  aspects: [{ name: 'rate limits' }, { name: 'size limits' }, { name: 'page sizes' }, { name: 'time-outs' }],
  facts: [{ name: 'Response headers', as: 'limitHeaders', at: 'part', reads: 'names' }],
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
          carriesWhen: Object.fromEntries(limitKinds.flatMap(({ name, aspect }) => (aspect ? [[name, aspect]] : []))),
        },
        {
          title: 'Applies to',
          required: true,
          reads: 'names',
          forms: [...operationForms, '{resource}', '{scope}'],
          called: 'target',
        },
        {
          title: 'Per',
          reads: { own: 'what is counted by' },
          forms: ['credential', 'ip', 'caller.id', 'caller.{attribute}'],
        },
        { title: 'Value', required: true, reads: { own: 'the value of a limit' } },
        { title: 'When exceeded', as: 'beyond', reads: 'text', forms: ['{code}', 'clamp'] },
      ],
    },
  ],
} as const satisfies PartGrammar;
