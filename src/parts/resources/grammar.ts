import type { PartGrammar } from '../../markdown/grammar.ts';
import { formats } from './formats/index.ts';
import { plainTypes } from './words.ts';

const named = ['ref {resource}', '{object}', '{union}', '{object}[]', '{union}[]'];
const formatForms = formats.map(({ name, argument }) => (argument === undefined ? name : `${name} …`));
const typeForms = [...plainTypes, ...formatForms, 'one of …', ...named, 'string[]', 'map of string', 'string or null'];

/** How the part "Resources and their fields" is written. */
export const grammar = {
  part: 'resources',
  number: 2,
  title: 'Resources and their fields',
  shortTitles: ['Resources'],
  subjects: 'resource',
  aspects: [
    { name: 'resources', by: 'subject' },
    { name: 'fields' },
    { name: 'types' },
    { name: 'formats' },
    { name: 'constraints' },
  ],
  facts: [
    { name: 'Shown as', at: 'subject', reads: 'code' },
    { name: 'Tagged by', at: 'subject', reads: { own: 'field' } },
    { name: 'Session of', at: 'subject', reads: 'text', forms: ['{resource}'] },
    { name: 'Second factor of', at: 'subject', reads: 'text', forms: ['{resource}'] },
    { name: 'Account of', at: 'subject', reads: 'text', forms: ['{resource}'] },
  ],
  tables: [
    {
      name: 'fields',
      at: 'subject',
      carries: 'fields',
      hints: { format: 'write the format in Type, such as `date` or `typeid inv`' },
      moves: { item: 'one of ', from: 'Constraints', into: 'Type', over: 'string' },
      columns: [
        { title: 'Field', as: 'name', required: true, reads: { own: 'field' } },
        { title: 'Type', required: true, reads: { own: 'type' }, forms: typeForms, carries: ['types', 'formats'] },
        { title: 'Constraints', reads: { own: 'constraints' }, carries: 'constraints' },
        { title: 'Meaning', reads: 'prose' },
      ],
    },
    {
      name: 'tags',
      at: 'subject',
      columns: [
        { title: 'Tag', required: true, reads: { own: 'tag' } },
        { title: 'Object', required: true, reads: 'text', forms: ['{object}'] },
        { title: 'Meaning', reads: 'prose' },
      ],
    },
    {
      name: 'rules',
      at: 'subject',
      carries: 'constraints',
      columns: [
        { title: 'Rule', as: 'name', required: true, reads: { name: 'lower' } },
        { title: 'On', reads: 'names', forms: ['{transition}', 'create', 'update', 'replace', 'delete'] },
        { title: 'Check', as: 'holds', required: true, reads: 'code' },
        { title: 'Error', as: 'otherwise', reads: { name: 'either' }, forms: ['{code}'] },
        { title: 'Meaning', reads: 'prose' },
      ],
    },
  ],
} as const satisfies PartGrammar;
