import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Expression, ValueType } from '../tree.ts';
import { hasSameForm } from './form.ts';

const int: ValueType = { kind: 'int' };
const path = (mark: object): Expression => ({ op: 'path', root: 'record', steps: [{ name: 'n', ...mark }], type: int });
const literal = (value: number | string, type: ValueType): Expression => ({ op: 'literal', value, type });

test('a field that may now be absent or null makes no other expression; another field does', () => {
  assert.equal(hasSameForm(path({ optional: true }), path({})), true);
  assert.equal(hasSameForm(path({ nullable: true }), path({})), true);
  assert.equal(hasSameForm(path({ name: 'm' }), path({})), false);
});

test('a literal of another type is another literal', () => {
  assert.equal(hasSameForm(literal(1, int), literal(1, { kind: 'double' })), false);
  assert.equal(hasSameForm(literal(1, int), literal('1', int)), false);
  assert.equal(hasSameForm(literal(1, int), literal(1, int)), true);
});
