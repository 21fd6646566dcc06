import { formerWordsOf, type PartGrammar } from '../../markdown/grammar.ts';
import { everybody } from '../authentication/words.ts';
import { renamedConstraints } from '../resources/words.ts';
import { afterSunsets, changeVerbs, classes, placements, statuses } from './words.ts';

const formerVerbs = { behaviour: 'behavior' };
const formerScopes = {
  ...formerWordsOf(everybody),
  ...formerWordsOf(
    everybody.map(({ name, formerly }) => ({ name: `scope ${name}`, formerly: formerly.map((old) => `scope ${old}`) })),
  ),
};
/** What Compatibility classes: its old names end in an old word for responses. */
const formerChanges = Object.fromEntries(
  [...changeVerbs.map((verb) => [verb, verb]), ...Object.entries(formerVerbs)].map(([old, verb]) => [
    `${old} in answers`,
    `${verb} in responses`,
  ]),
);

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
        { title: 'Sent in', formerly: ['Placed in'], as: 'in', required: true, reads: { word: placements } },
        { title: 'Name', required: true, reads: { own: 'placement' } },
        { title: 'When absent', required: true, reads: 'text' },
      ],
    },
    {
      name: 'changes',
      at: { heading: 'Changes' },
      carries: 'compatibility rules',
      repeats: true,
      columns: [
        { title: 'Version', required: true, reads: 'text' },
        { title: 'Change', required: true, reads: { word: changeVerbs }, formerWords: formerVerbs },
        {
          title: 'What',
          formerly: ['Where'],
          as: 'where',
          required: true,
          reads: { own: 'what changed' },
          formerWords: formerScopes,
        },
        { title: 'Before', reads: { own: 'what was before' }, formerWords: formerWordsOf(renamedConstraints) },
        { title: 'Old responses', formerly: ['Older callers'], reads: { own: 'old responses' } },
        { title: 'Old requests', formerly: ['Older requests'], reads: { own: 'old requests' } },
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
          formerWords: { ...formerVerbs, ...formerChanges },
        },
        { title: 'Class', required: true, reads: { word: classes } },
      ],
    },
  ],
} as const satisfies PartGrammar;
