import type { PartGrammar } from '../../markdown/grammar.ts';

/** How the part "Versioning" is written. */
export const grammar: PartGrammar = {
  part: 'versioning',
  number: 9,
  title: 'Versioning',
  aspects: [{ name: 'version identifiers' }, { name: 'placement' }, { name: 'compatibility rules' }],
  facts: [],
  tables: [
    {
      name: 'versions',
      at: { heading: 'Versions' },
      carries: 'version identifiers',
      columns: [
        { title: 'Version', required: true },
        { title: 'Status', required: true },
        { title: 'Released' },
        { title: 'Sunset' },
        { title: 'After sunset' },
        { title: 'Meaning', reads: 'prose' },
      ],
    },
    {
      name: 'placement',
      at: { heading: 'Placement' },
      carries: 'placement',
      columns: [
        { title: 'Placed in', required: true },
        { title: 'Name', required: true },
        { title: 'When absent', required: true },
      ],
    },
    {
      name: 'changes',
      at: { heading: 'Changes' },
      carries: 'compatibility rules',
      repeats: true,
      columns: [
        { title: 'Version', required: true },
        { title: 'Change', required: true },
        { title: 'Where', required: true },
        { title: 'Before' },
        { title: 'Older callers' },
        { title: 'Older requests' },
        { title: 'Meaning', reads: 'prose' },
      ],
    },
    {
      name: 'compatibility',
      at: { heading: 'Compatibility' },
      carries: 'compatibility rules',
      columns: [
        { title: 'Change', required: true },
        { title: 'Class', required: true },
      ],
    },
  ],
};
