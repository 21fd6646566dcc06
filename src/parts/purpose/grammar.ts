import type { PartGrammar } from '../../markdown/grammar.ts';

/** How the part "What the service does" is written. */
export const grammar = {
  part: 'purpose',
  number: 1,
  title: 'What the service does',
  aspects: [{ name: 'purpose', by: 'prose' }, { name: 'scope' }],
  facts: [
    { name: 'In scope', at: 'part', repeats: true, reads: 'prose', carries: 'scope' },
    { name: 'Out of scope', at: 'part', repeats: true, reads: 'prose', carries: 'scope' },
    { name: 'Contact', at: 'part', reads: 'prose' },
    { name: 'Terms', at: 'part', reads: 'prose' },
    { name: 'Website', at: 'part', reads: 'prose' },
    { name: 'Logo', at: 'part', reads: 'prose' },
    { name: 'Color', at: 'part', reads: 'prose' },
  ],
  tables: [],
} as const satisfies PartGrammar;
