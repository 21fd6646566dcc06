import assert from 'node:assert/strict';
import test from 'node:test';
import type { OperationName } from '../model.ts';
import { findOperationKind, type OperationMember, operationMembers } from './index.ts';

const span = { start: 0, end: 0 };

/** A name in the cell Operation of each kind. */
function nameOf({ name, namedBy }: OperationMember): OperationName {
  const code = name === 'handler';
  const standard = namedBy === 'words' ? (name as NonNullable<OperationName['standard']>) : undefined;
  if (standard !== undefined) return { text: standard, verb: standard.split(' ')[0]!, standard, code, span };
  const verb = namedBy === 'verb' ? name : code ? 'remind' : 'pay';
  return { text: `${verb} X`, verb, resource: { value: 'X', span }, code, span };
}

test('there are thirteen kinds of operations, each with a name of its own', () => {
  assert.equal(new Set(operationMembers.map((member) => member.name)).size, 13);
});

for (const member of operationMembers) {
  test(`${member.name} is meant by its own name and by no other kind's`, () => {
    assert.equal(findOperationKind(nameOf(member)).name, member.name);
  });
  test(`${member.name} has methods that fit what it does`, () => {
    assert.ok(member.methods.length > 0);
    if (member.changes === 'always') assert.ok(!member.methods.includes('GET'));
    if (member.changes === 'never') assert.deepEqual(member.methods, ['GET']);
  });
}
