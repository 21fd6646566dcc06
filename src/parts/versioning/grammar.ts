import type { PartGrammar } from '../../markdown/grammar.ts';
import { afterSunsets, changeVerbs, classes, placements, statuses } from './words.ts';

const whatForms = [
  '{of}.{field}',
  '{operation}',
  '{code}',
  '{limit}',
  'parameter {parameter} of {of}',
  'event {event}',
];

/** How the part "Versioning" is written. */
export const grammar = {
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
        { title: 'Version', as: 'name', required: true, reads: { name: 'lower', except: ['current', 'refused'] } },
        { title: 'Status', required: true, reads: { word: statuses } },
        { title: 'Released', reads: { own: 'date' } },
        { title: 'Sunset', reads: { own: 'date' } },
        { title: 'After sunset', reads: { word: afterSunsets } },
        { title: 'Meaning', reads: 'prose' },
      ],
    },
    {
      name: 'placement',
      at: { heading: 'Placement' },
      carries: 'placement',
      columns: [
        { title: 'Sent in', as: 'in', required: true, reads: { word: placements } },
        { title: 'Name', required: true, reads: { own: 'placement' } },
        { title: 'When absent', required: true, reads: 'text', forms: ['current', 'refused', '{version}'] },
      ],
    },
    {
      name: 'changes',
      at: { heading: 'Changes' },
      carries: 'compatibility rules',
      repeats: true,
      columns: [
        { title: 'Version', required: true, reads: 'text', forms: ['{version}'] },
        { title: 'Change', required: true, reads: { word: changeVerbs } },
        {
          title: 'What',
          as: 'where',
          required: true,
          reads: { own: 'what changed' },
          forms: whatForms,
        },
        { title: 'Before', reads: { own: 'what was before' } },
        { title: 'Old responses', reads: { own: 'old responses' }, forms: ['absent', 'default …', 'as …'] },
        { title: 'Old requests', reads: { own: 'old requests' }, forms: ['ignored', 'refused', 'default …'] },
        { title: 'Meaning', reads: 'prose' },
      ],
    },
    {
      name: 'compatibility',
      at: { heading: 'Compatibility' },
      carries: 'compatibility rules',
      columns: [
        {
          title: 'Change',
          required: true,
          reads: { own: 'kind of change' },
          forms: changeVerbs,
        },
        { title: 'Class', required: true, reads: { word: classes } },
      ],
    },
  ],
} as const satisfies PartGrammar;
