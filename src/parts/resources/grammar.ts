import type { PartGrammar } from '../../markdown/grammar.ts';

/** How the part "Resources and their fields" is written. */
export const grammar: PartGrammar = {
  part: 'resources',
  number: 2,
  title: 'Resources and their fields',
  subjects: 'resource',
  aspects: [
    { name: 'resources', by: 'subject' },
    { name: 'fields' },
    { name: 'types' },
    { name: 'formats' },
    { name: 'constraints' },
  ],
  facts: [
    { name: 'Shown as', at: 'subject', reads: 'machine' },
    { name: 'Tagged by', at: 'subject', reads: 'machine' },
  ],
  tables: [
    {
      name: 'fields',
      at: 'subject',
      carries: 'fields',
      columns: [
        { title: 'Field', required: true },
        { title: 'Type', required: true, carries: 'types' },
        { title: 'Format', carries: 'formats' },
        { title: 'Constraints', carries: 'constraints' },
        { title: 'Meaning', reads: 'prose' },
      ],
    },
    {
      name: 'tags',
      at: 'subject',
      columns: [
        { title: 'Tag', required: true },
        { title: 'Object', required: true },
        { title: 'Meaning', reads: 'prose' },
      ],
    },
    {
      name: 'rules',
      at: 'subject',
      carries: 'constraints',
      columns: [
        { title: 'Rule', required: true },
        { title: 'Holds', required: true },
        { title: 'Otherwise' },
        { title: 'Meaning', reads: 'prose' },
      ],
    },
  ],
};
