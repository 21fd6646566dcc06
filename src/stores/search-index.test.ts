import assert from 'node:assert/strict';
import { test } from 'node:test';
import { list, optional, plan, resource, stored } from '../../tests/support/plans.ts';
import { createLayout } from './layout.ts';
import { formatSearchIndex, readSearchIndex } from './search-index.ts';

const searching = (...fields: readonly string[]) =>
  ({ name: 'q', in: 'query', mapsTo: { kind: 'search', fields }, required: false, line: 1 }) as const;

const hook = resource('Hook', [
  stored('id'),
  stored('url'),
  optional('tags', 'json'),
  stored('secret', 'text', { schema: { type: 'string', format: { name: 'secret' } } }),
]);

test('a resource has one search index, of all fields that its lists search except encrypted ones', () => {
  const lists = [
    list('Hook', { parameters: [searching('tags', 'secret')] }),
    list('Hook', { name: 'list Hook as others', parameters: [searching('url')] }),
  ];
  const { search } = createLayout(plan([hook], lists)).get('Hook')!;
  assert.equal(search!.name, 'nonet_search_hook');
  assert.deepEqual(
    search!.columns.map(({ name }) => name),
    ['url', 'tags'],
  );
  assert.equal(createLayout(plan([hook], [list('Hook')])).get('Hook')!.search, undefined);
});

test('the definition of a search index is read as it was written', () => {
  const { search } = createLayout(plan([hook], [list('Hook', { parameters: [searching('tags', 'url')] })])).get(
    'Hook',
  )!;
  assert.deepEqual(readSearchIndex(formatSearchIndex(search!, 'oid')), {
    strings: ['url'],
    lists: ['tags'],
    row: 'oid',
  });
  assert.equal(readSearchIndex('UNIQUE ("url")'), undefined);
});
