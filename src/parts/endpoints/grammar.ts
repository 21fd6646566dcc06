import type { PartGrammar } from '../../markdown/grammar.ts';
import { methods, operationForms, sessionEndings, unknownFields, whenAbsent } from './words.ts';

/** How the part "Endpoints" is written. */
export const grammar = {
  part: 'endpoints',
  number: 4,
  title: 'Endpoints',
  subjects: 'operation',
  aspects: [
    { name: 'methods' },
    { name: 'path shapes' },
    { name: 'request payload shapes' },
    { name: 'response payload shapes' },
    { name: 'base address', also: ['base URL'], notShownBy: '{base_url}' },
  ],
  facts: [
    {
      name: 'Base URL',
      at: 'part',
      as: 'baseUrl',
      reads: { own: 'base URL' },
      carries: 'base address',
    },
    { name: 'Request media types', at: 'part', reads: 'names' },
    { name: 'Response media types', at: 'part', reads: 'names' },
    { name: 'Unknown fields', at: 'part', reads: { word: unknownFields } },
    {
      name: 'Lists',
      at: 'part',
      reads: { own: 'lists' },
      forms: ['{ data, next } by cursor; 25, at most 100', '[] by page', '[] by offset'],
      carriesElsewhere: { part: 'limits', aspect: 'page sizes', behind: ';' },
      unwrapped: 'any',
    },
    {
      name: 'Allowed origins',
      at: 'part',
      repeats: true,
      reads: { own: 'origin', each: ',' },
    },
    { name: 'Order', at: 'subject', reads: { own: 'order' }, forms: ['{field}', '-{field}'], unwrapped: 'any' },
    { name: 'Ends', at: 'subject', reads: { word: sessionEndings }, closes: true },
    { name: 'Creates', at: 'subject', reads: 'names', forms: ['{field}'] },
    { name: 'Present password', at: 'subject', as: 'present', reads: { own: 'member' } },
    { name: 'Present code', at: 'subject', reads: { own: 'member' } },
    { name: 'Signed links', at: 'subject', reads: 'duration' },
    { name: 'Resumable uploads', at: 'subject', as: 'resumable', reads: 'duration' },
    { name: 'Record', at: 'subject', reads: { own: 'record' }, forms: ['caller.id', 'caller.{attribute}'] },
  ],
  tables: [
    {
      name: 'operations',
      at: { heading: '' },
      columns: [
        {
          title: 'Operation',
          as: 'names',
          required: true,
          reads: { own: 'operation' },
        },
        { title: 'Method', reads: { word: methods }, closes: true, carries: 'methods', implied: true },
        { title: 'Path', required: true, mayBeEmpty: true, reads: { own: 'path' }, carries: 'path shapes' },
        {
          title: 'Request',
          reads: { own: 'shape' },
          forms: ['`{resource}`', '`{object}`', '`{union}`'],
          closes: true,
          carries: 'request payload shapes',
          implied: true,
        },
        {
          title: 'Response',
          as: 'responses',
          reads: { own: 'response', each: ';' },
          closes: true,
          carries: 'response payload shapes',
          implied: true,
        },
        { title: 'Meaning', reads: 'prose' },
      ],
    },
    {
      name: 'parameters',
      at: 'subject',
      columns: [
        {
          title: 'Parameter',
          as: 'carrier',
          required: true,
          reads: { own: 'parameter' },
          forms: ['{field}', 'limit', 'cursor', 'sort', 'q'],
        },
        { title: 'Maps to', as: 'means', required: true, reads: { own: 'means' } },
        { title: 'Constraints', reads: 'items' },
        { title: 'Meaning', reads: 'prose' },
      ],
    },
    {
      name: 'idempotency',
      at: { heading: 'Idempotency' },
      columns: [
        { title: 'Operations', required: true, reads: 'names', forms: operationForms },
        { title: 'Key', as: 'header', required: true, reads: { own: 'key' }, forms: ['header Idempotency-Key'] },
        { title: 'Kept for', reads: 'duration' },
        { title: 'When absent', reads: { word: whenAbsent } },
      ],
    },
    {
      name: 'preconditions',
      at: { heading: 'Preconditions' },
      repeats: true,
      columns: [
        { title: 'Operations', required: true, reads: 'names', forms: operationForms },
        {
          title: 'Condition',
          as: 'header',
          required: true,
          reads: { own: 'precondition' },
          forms: ['header If-Match', 'header If-None-Match'],
        },
        { title: 'When absent', required: true, reads: { word: whenAbsent } },
      ],
    },
  ],
} as const satisfies PartGrammar;
