import type { PartGrammar } from '../../markdown/grammar.ts';
import { limitKinds } from './kinds/index.ts';

/** How the part "Limits" is written. */
export const grammar: PartGrammar = {
  part: 'limits',
  number: 8,
  title: 'Limits',
  aspects: [{ name: 'rate limits' }, { name: 'size limits' }, { name: 'page sizes' }, { name: 'time-outs' }],
  facts: [{ name: 'Told in', at: 'part', reads: 'machine' }],
  tables: [
    {
      name: 'limits',
      at: { heading: 'Limits' },
      columns: [
        { title: 'Limit', required: true },
        {
          title: 'Kind',
          required: true,
          carriesWhen: Object.fromEntries(limitKinds.flatMap(({ name, aspect }) => (aspect ? [[name, aspect]] : []))),
        },
        { title: 'Applies to', required: true },
        { title: 'Per' },
        { title: 'Value', required: true },
        { title: 'Beyond it' },
      ],
    },
  ],
};
