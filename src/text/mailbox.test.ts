import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isEmailAddress, parseMailbox } from './mailbox.ts';

test('S76: an address is one dot-atom at one host name', () => {
  for (const text of ['ada@example.com', "o'hara+news@mail.example.co", 'a@localhost', `${'a'.repeat(64)}@x.y`]) {
    assert.equal(isEmailAddress(text), true, text);
  }
  for (const text of [
    'ada',
    '@example.com',
    'ada@',
    'ada@example.com,eve@example.com',
    'team: ada@example.com;',
    '"a,b"@example.com',
    'ada@[127.0.0.1]',
    'ada@example.com\r\nBcc: eve@example.com',
    'ada@example.com\n',
    'Ada <ada@example.com>',
    'ada@exa mple.com',
    'ada@-x.com',
    'ada@example..com',
    'ädä@example.com',
    `${'a'.repeat(65)}@x.y`,
    `a@${'b.'.repeat(130)}c`,
  ]) {
    assert.equal(isEmailAddress(text), false, text);
  }
});

test('a mailbox is an address, with a name before it or alone', () => {
  assert.deepEqual(parseMailbox('Acme <no-reply@acme.example>'), { name: 'Acme', address: 'no-reply@acme.example' });
  assert.deepEqual(parseMailbox('"Acme, Inc." <a@b.example>'), { name: 'Acme, Inc.', address: 'a@b.example' });
  assert.deepEqual(parseMailbox(' <a@b.example> '), { address: 'a@b.example' });
  assert.deepEqual(parseMailbox('a@b.example'), { address: 'a@b.example' });
  assert.deepEqual(parseMailbox('Zürich <a@b.example>'), { name: 'Zürich', address: 'a@b.example' });
  for (const text of [
    '',
    'Acme',
    'Acme <>',
    'Acme no-reply@acme.example',
    'A <a@b.example>, B <b@b.example>',
    'A\r\nBcc: x@y.example <a@b.example>',
    'A "B" C <a@b.example>',
    `${'n'.repeat(101)} <a@b.example>`,
  ]) {
    assert.equal(parseMailbox(text), undefined, text);
  }
});
