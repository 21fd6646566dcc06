import type { PartGrammar } from '../../markdown/grammar.ts';
import { operationForms } from '../endpoints/words.ts';
import { schemeNames } from './schemes/index.ts';
import { allTenants, everybody } from './words.ts';

/** How the part "Authentication" is written. */
export const grammar = {
  part: 'authentication',
  number: 5,
  title: 'Authentication',
  aspects: [
    { name: 'scheme', also: ['authentication scheme'] },
    { name: 'credential names' },
    { name: 'header names' },
    { name: 'token lifetimes' },
    { name: 'scopes' },
  ],
  facts: [{ name: 'Tenant', at: 'part', reads: { own: 'tenant' }, forms: ['{attribute}'] }],
  tables: [
    {
      name: 'schemes',
      at: { heading: 'Schemes' },
      carries: 'scheme',
      columns: [
        { title: 'Scheme', as: 'name', required: true, reads: { name: 'lower' } },
        { title: 'Kind', required: true, reads: { word: schemeNames }, closes: true },
        {
          title: 'Sent in',
          required: true,
          reads: { own: 'carrier', each: ';' },
          forms: ['header Authorization: Bearer', 'header X-Api-Key', 'cookie session', 'query key'],
          closes: true,
          carriesWhen: { header: 'header names' },
        },
        { title: 'Credential', reads: 'text', carries: 'credential names' },
        { title: 'Lifetime', reads: 'duration', carries: 'token lifetimes' },
        { title: 'Idle', reads: 'duration' },
        { title: 'Refresh', reads: 'duration' },
        { title: 'Meaning', reads: 'prose' },
      ],
    },
    {
      name: 'scopes',
      at: { heading: 'Scopes' },
      carries: 'scopes',
      repeats: true,
      columns: [
        { title: 'Scope', as: 'name', required: true, reads: { own: 'scope' }, forms: [...everybody, '{scope}'] },
        { title: 'Allows', required: true, reads: 'names', forms: operationForms, closes: true },
        {
          title: 'Where',
          reads: { own: 'where' },
          forms: ['`…`', allTenants, `${allTenants} and \`…\``],
          closes: true,
        },
        { title: 'Meaning', reads: 'prose' },
      ],
    },
    {
      name: 'caller',
      at: { heading: 'Caller' },
      columns: [
        { title: 'Attribute', as: 'name', required: true, reads: { own: 'attribute' } },
        {
          title: 'Type',
          required: true,
          reads: { own: 'type' },
          forms: ['string', 'integer', 'number', 'boolean', 'string[]'],
        },
        { title: 'Meaning', reads: 'prose' },
      ],
    },
  ],
} as const satisfies PartGrammar;
