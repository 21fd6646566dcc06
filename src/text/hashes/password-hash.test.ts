import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPasswordHash, writePasswordHash } from './password-hash.ts';

const rest = `$${'a'.repeat(22)}$${'b'.repeat(43)}`;
const isRead = (costs: string): boolean => readPasswordHash(`$scrypt$${costs}${rest}`) !== undefined;

test('hashes with other costs are read, within bounds', () => {
  const right = ['ln=17,r=8,p=1', 'ln=13,r=8,p=10', 'ln=14,r=8,p=5', 'ln=16,r=8,p=2', 'ln=19,r=8,p=2', 'ln=13,r=8,p=1'];
  assert.deepEqual(
    right.filter((costs) => !isRead(costs)),
    [],
  );
  const wrong = [
    'ln=12,r=8,p=1',
    'ln=20,r=8,p=1',
    'ln=19,r=8,p=3',
    'ln=17,r=8,p=9',
    'ln=17,r=8,p=0',
    'ln=17,r=8,p=11',
    'ln=17,r=16,p=1',
    'ln=017,r=8,p=1',
  ];
  assert.deepEqual(wrong.filter(isRead), []);
  assert.equal(readPasswordHash(`$scrypt$ln=17,r=8,p=1${rest}=`), undefined);
});

test('a hash is written as it was read', () => {
  const text = `$scrypt$ln=15,r=8,p=3$${'A'.repeat(21)}w$${'B'.repeat(42)}w`;
  assert.equal(writePasswordHash(readPasswordHash(text)!), text);
});
