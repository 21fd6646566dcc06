import assert from 'node:assert/strict';
import test from 'node:test';
import type { OperationName } from '../model.ts';
import { findOperationKind, operationMembers } from './index.ts';

const span = { start: 0, end: 0 };

/** The name that a member's own form stands for. */
function nameOf(form: string): OperationName {
  const [verb = '', second = ''] = form.replace('<verb>', 'remind').replace('<transition>', 'pay').split(' ');
  const code = form.endsWith('(handler)');
  const text = `${verb} ${second}`;
  if (second === 'X') return { text, verb, resource: { value: 'X', span }, code, span };
  return { text, verb, standard: text as NonNullable<OperationName['standard']>, code, span };
}

test('there are thirteen kinds of operations, each with a name of its own', () => {
  assert.equal(new Set(operationMembers.map((member) => member.name)).size, 13);
});

for (const member of operationMembers) {
  test(`${member.name} is meant by its own form and by no other kind's`, () => {
    assert.equal(findOperationKind(nameOf(member.form)).name, member.name);
  });
  test(`${member.name} has methods that fit what it does`, () => {
    assert.ok(member.methods.length > 0);
    if (member.changes === 'always') assert.ok(!member.methods.includes('GET'));
    if (member.changes === 'never') assert.deepEqual(member.methods, ['GET']);
  });
}
