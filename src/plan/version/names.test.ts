import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeNames, createNames, type NamePair, type Rename } from './names.ts';

const field = (from: string, to: string, of = 'Trip'): Rename => ({ kind: 'field', of, from, to });
const value = (from: string, to: string, of: string): Rename => ({ kind: 'value', of, from, to });

test('renames of several versions lead from the oldest name to the newest', () => {
  assert.deepEqual(composeNames([[field('a', 'b')], [], [field('b', 'c')]]), [field('a', 'c')]);
});

test('the renames of one version happen at once, so two names can be swapped', () => {
  assert.deepEqual(composeNames([[field('a', 'b'), field('b', 'a')]]), [field('a', 'b'), field('b', 'a')]);
  assert.deepEqual(
    composeNames([
      [field('x', 'a'), field('y', 'b')],
      [field('a', 'b'), field('b', 'a')],
    ]),
    [field('x', 'b'), field('y', 'a')],
  );
});

test('values follow their field, whichever of the two a version renames first', () => {
  const composed = [value('quick', 'fast', 'Trip.pace'), field('speed', 'pace')];
  const renames = [[value('quick', 'fast', 'Trip.speed')], [field('speed', 'pace')]];
  assert.deepEqual(composeNames(renames), composed);
  assert.deepEqual(
    composeNames([[field('speed', 'pace')], [value('quick', 'fast', 'Trip.pace')]]),
    composed.toReversed(),
  );
  assert.deepEqual(composeNames([[value('quick', 'fast', 'Trip.pace'), field('speed', 'pace')]]), composed);
  assert.deepEqual(composeNames([[value('quick', 'fast', 'Walk.speed')], [field('speed', 'pace')]]), [
    value('quick', 'fast', 'Walk.speed'),
    field('speed', 'pace'),
  ]);
});

test('a name that was given up and is used again for something else is not that which it named', () => {
  assert.deepEqual(composeNames([[field('a', 'b')], [field('a', 'c')]]), [field('a', 'b')]);
});

test('a value that took in another one is renamed for both', () => {
  const of = 'Trip.speed';
  const merged: Rename = { ...value('quick', 'fast', of), merges: true };
  assert.deepEqual(composeNames([[merged], [value('fast', 'swift', of)]]), [
    { ...merged, to: 'swift' },
    value('fast', 'swift', of),
  ]);
});

test('a name that a version added or removed is not there in the other', () => {
  const [added, removed]: readonly NamePair[] = [
    { kind: 'field', of: 'Trip', to: 'a' },
    { kind: 'field', of: 'Trip', from: 'd' },
  ];
  const names = createNames(composeNames<NamePair>([[field('a', 'b')], [added!], [field('a', 'c'), removed!]]));
  assert.deepEqual(
    ['a', 'd', 'e'].map((name) => names.newer('field', 'Trip', name)),
    ['b', undefined, 'e'],
  );
  assert.deepEqual(
    ['b', 'c', 'e'].map((name) => names.older('field', 'Trip', name)),
    ['a', undefined, 'e'],
  );
});

test('a code that was split off has the oldest name of the one that it was, which stays', () => {
  const code = (from: string, to: string): NamePair => ({ kind: 'code', of: '', from, to, splits: true });
  const names = createNames(composeNames([[code('wrong', 'wrong_state')], [code('wrong_state', 'not_payable')]]));
  assert.deepEqual(
    ['not_payable', 'wrong_state', 'other'].map((name) => names.older('code', '', name)),
    ['wrong', 'wrong', 'other'],
  );
});
