import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ValueSchema } from '../../../plan/schema.ts';
import { createSchemaCollector, type FoundPassword, type Types } from './sent-passwords.ts';

const text: ValueSchema = { type: 'string' };
const password: ValueSchema = { type: 'string', format: { name: 'password' } };
const named = (name: string): ValueSchema => ({ type: 'named', name });
const listOf = (item: ValueSchema): ValueSchema => ({ type: 'list', item });

/** Objects, each with its members, and unions, each with its objects. */
function createTypes(
  objects: Readonly<Record<string, Readonly<Record<string, ValueSchema>>>>,
  unions: Readonly<Record<string, readonly string[]>> = {},
): Types {
  return {
    objects: Object.entries(objects).map(([name, members]) => ({
      name,
      members: Object.entries(members).map(([member, schema]) => ({ name: member, schema, required: false, line: 1 })),
      line: 1,
    })),
    unions: Object.entries(unions).map(([name, cases]) => ({
      name,
      tag: 'kind',
      cases: cases.map((object) => ({ value: object, object })),
      line: 1,
    })),
  } as unknown as Types;
}

function listPointers(types: Types, name: string, value: unknown): string[] {
  const found: FoundPassword[] = [];
  createSchemaCollector(types, named(name))?.(value, () => undefined, found, '');
  return found.map(({ pointer }) => pointer);
}

describe('a type without passwords has no collector', () => {
  test('where it names another type twice', () => {
    const types = createTypes({ Parties: { buyer: named('Party'), seller: named('Party') }, Party: { name: text } });
    assert.equal(createSchemaCollector(types, named('Parties')), undefined);
  });

  test('where it contains itself, also through another type', () => {
    const types = createTypes(
      { Node: { name: text, children: listOf(named('Node')) }, Leaf: { name: text }, Branch: { of: named('Tree') } },
      { Tree: ['Leaf', 'Branch'] },
    );
    for (const name of ['Node', 'Tree', 'Branch']) assert.equal(createSchemaCollector(types, named(name)), undefined);
  });
});

describe('every password is found', () => {
  test('in each of the members of the same type', () => {
    const types = createTypes({ Parties: { buyer: named('Party'), seller: named('Party') }, Party: { pin: password } });
    const value = { buyer: { pin: 'a' }, seller: { pin: 'b' } };
    assert.deepEqual(listPointers(types, 'Parties', value), ['/buyer/pin', '/seller/pin']);
  });

  test('in a type that contains itself before its password', () => {
    const types = createTypes({ Node: { children: listOf(named('Node')), pin: password } });
    const value = { children: [{ children: [{ pin: 'a' }] }], pin: 'b' };
    assert.deepEqual(listPointers(types, 'Node', value), ['/children/0/children/0/pin', '/pin']);
  });

  test('in types that contain each other', () => {
    const types = createTypes(
      { Leaf: { on: named('Branch') }, Branch: { of: named('Tree'), pins: listOf(password) } },
      { Tree: ['Leaf', 'Branch'] },
    );
    assert.deepEqual(listPointers(types, 'Branch', { of: { of: { pins: ['a'] } } }), ['/of/of/pins/0']);
    assert.deepEqual(listPointers(types, 'Leaf', { on: { of: { on: { pins: ['a'] } } } }), ['/on/of/on/pins/0']);
  });

  test('where several objects of a union have a member of one name, in any depth', () => {
    const types = createTypes(
      { Leaf: { of: named('Tree'), pin: password }, Branch: { of: named('Tree'), pin: password } },
      { Tree: ['Leaf', 'Branch'] },
    );
    assert.deepEqual(listPointers(types, 'Tree', { of: { pin: 'a' }, pin: 'b' }).sort(), ['/of/pin', '/pin']);
    const deep = { Leaf: { of: named('Branch') }, Branch: { of: named('Tree'), pin: password } };
    const depth = 60;
    let value: object = { pin: 'a' };
    for (let level = 0; level < depth; level++) value = { of: value };
    const found = listPointers(createTypes(deep, { Tree: ['Leaf', 'Branch'] }), 'Tree', value);
    assert.deepEqual(new Set(found), new Set([`${'/of'.repeat(depth)}/pin`]));
    assert.ok(found.length <= 3, `${found.length} times`);
  });
});
