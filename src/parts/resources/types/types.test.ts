import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ValueSchema } from '../../../plan/schema.ts';
import { findType, type TypeMember, types } from './index.ts';

/** Whether a member's own condition refuses a value; what stands inside is looked at by the code that asks it. */
function refuses(member: TypeMember, schema: ValueSchema, value: unknown): boolean {
  const condition = member.refuses(schema);
  return condition !== '' && new Function('v', `return ${condition};`)(value) === true;
}

for (const type of types) {
  const member = type as unknown as TypeMember;
  test(`${member.name} is found by its schema and tells its words, schema and storage`, () => {
    const schema =
      member.cases[0]?.schema ?? ({ type: member.name, name: 'X', resource: 'X' } as unknown as ValueSchema);
    assert.equal(findType(schema), member);
    if (member.refuses(schema) !== '') assert.match(member.words!(schema), /^must be /);
    assert.equal(typeof member.schema(schema, () => ({})), 'object');
    assert.ok(['text', 'integer', 'number', 'boolean', 'json'].includes(member.storage));
  });

  const flat = member.cases.filter(({ schema }) => !('item' in schema));
  if (flat.length > 0) {
    test(`${member.name} takes right values and refuses wrong ones`, () => {
      for (const { schema, right, wrong } of flat) {
        for (const value of right) assert.ok(!refuses(member, schema, value), `refused ${JSON.stringify(value)}`);
        for (const value of wrong) assert.ok(refuses(member, schema, value), `took ${JSON.stringify(value)}`);
      }
    });
  }

  if (member.fromText !== undefined) {
    test(`${member.name} reads back from text what it takes`, () => {
      for (const { schema, right } of member.cases) {
        for (const value of right) assert.equal(member.fromText!(String(value)), value, JSON.stringify(schema));
      }
    });
  }
}

test('texts that write no value of a type are none', () => {
  const cases: readonly (readonly [ValueSchema['type'], readonly string[]])[] = [
    ['integer', ['', '1.0', '1e2', '+1', ' 1', '0x1', '1'.repeat(21)]],
    ['number', ['', '1.', '.5', '01', 'NaN', 'Infinity', '1e']],
    ['boolean', ['', 'TRUE', '1', 'yes']],
  ];
  for (const [name, texts] of cases) {
    const { fromText } = types.find((type) => type.name === name)! as unknown as TypeMember;
    for (const text of texts) assert.equal(fromText!(text), undefined, `${name} took ${text}`);
  }
});
