import assert from 'node:assert/strict';
import { test } from 'node:test';
import { list, optional, plan, resource, stored } from '../../tests/support/plans.ts';
import type { Expression } from '../expression/tree.ts';
import { createLayout } from './layout.ts';
import type { SearchOwners } from './search-owners.ts';

const searching = {
  parameters: [
    { name: 'q', in: 'query', mapsTo: { kind: 'search', fields: ['text'] }, required: false, line: 1 } as const,
  ],
};
const note = resource('Note', [
  stored('id'),
  stored('shop'),
  stored('author'),
  stored('text'),
  optional('tags', 'json'),
]);

const text = { kind: 'string' } as const;

function path(root: 'record' | 'caller', name: string): Expression {
  return { op: 'path', root, steps: [{ name, kind: 'member' }], type: text } as unknown as Expression;
}

function equality(field: string, attribute = field): Expression {
  const [left, right] = [path('record', field), path('caller', attribute)];
  return { op: 'binary', operator: '==', left, right, type: { kind: 'bool' } } as unknown as Expression;
}

const published: Expression = {
  ...equality('text'),
  right: { op: 'literal', value: 'x', type: text },
} as unknown as Expression;

function ownersOf(...lists: readonly (readonly Expression[])[]): readonly [readonly string[], boolean] {
  const operations = lists.map((where, at) => list('Note', { ...searching, name: `list ${at}` }, ...where));
  const { owners, whole }: SearchOwners = createLayout(plan([note], operations)).get('Note')!.search!;
  return [owners.map(({ field }) => field), whole];
}

test('the owner of entries is the field that the row rules of all searching lists fix by the caller', () => {
  const [shop, author] = [equality('shop'), equality('author')];
  const both = {
    op: 'binary',
    operator: '&&',
    left: author,
    right: shop,
    type: { kind: 'bool' },
  } as unknown as Expression;
  assert.deepEqual(ownersOf([shop]), [['shop'], false]);
  assert.deepEqual(ownersOf([shop, both]), [['shop'], false]);
  assert.deepEqual(ownersOf([shop], [both]), [['shop'], false]);
  assert.deepEqual(ownersOf([both]), [['author'], false]);
});

test('entries without an owner are stored where row rules share no equality of the caller', () => {
  const [shop, author] = [equality('shop'), equality('author')];
  assert.deepEqual(ownersOf([]), [[], true]);
  assert.deepEqual(ownersOf([published]), [[], true]);
  assert.deepEqual(ownersOf([shop, author]), [['author', 'shop'], true]);
  assert.deepEqual(ownersOf([shop], []), [['shop'], true]);
  assert.deepEqual(ownersOf([shop, equality('shop', 'other')]), [['shop'], true]);
});
