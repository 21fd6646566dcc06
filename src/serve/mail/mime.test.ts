import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEmail } from '../../../tests/support/mail-server.ts';
import type { OutgoingEmail } from '../../contracts/platform.ts';
import { encodeHeader, writeMime } from './mime.ts';

const email: OutgoingEmail = {
  id: 'evt_1.ab@a.example',
  email: 'made',
  from: { name: 'Acme, Inc.', address: 'no-reply@a.example' },
  to: 'ada@a.example',
  subject: 'Hello',
  text: 'Grüße\n',
  html: '<p>Grüße</p>\n',
  at: Date.UTC(2030, 0, 1),
};

test('a part is readable if each server takes it as it is, and nothing in it ends it', () => {
  const encodings = (text: string, html = '<p></p>\n') =>
    [...writeMime({ ...email, text, html }).matchAll(/Encoding: (\w+)/g)].map(([, encoding]) => encoding).join(' ');
  assert.match(writeMime({ ...email, text: 'One\n\n.\n' }), /7bit\r\n\r\nOne\r\n\r\n\.\r\n--=_nonet\r\n/);
  assert.equal(encodings('One\n', '<p>é</p>\n'), '7bit base64');
  assert.equal(encodings(`${'a'.repeat(998)}\n`), '7bit 7bit');
  const others = [
    'One',
    `${'a'.repeat(999)}\n`,
    'a\r\nb\n',
    'a\r\n',
    'a\0\n',
    'a\tb\n',
    'One\n--=_nonet--\n',
    '--=_nonet\n',
  ];
  for (const text of others) {
    assert.equal(encodings(text), 'base64 7bit', JSON.stringify(text));
    assert.equal(readEmail(writeMime({ ...email, text })).text, text);
  }
  const { text, html } = readEmail(writeMime({ ...email, text: 'One\n\nTwo\n', html: '<p>One</p>\n' }));
  assert.deepEqual([text, html], ['One\n\nTwo\n', '<p>One</p>\n']);
});

test('other letters make both parts base64, and headers are ASCII', () => {
  assert.equal(
    writeMime(email),
    [
      'From: "Acme, Inc." <no-reply@a.example>',
      'To: ada@a.example',
      'Subject: Hello',
      'Date: Tue, 01 Jan 2030 00:00:00 +0000',
      'Message-ID: <evt_1.ab@a.example>',
      'Auto-Submitted: auto-generated',
      'MIME-Version: 1.0',
      'Content-Type: multipart/alternative; boundary="=_nonet"',
      '',
      '--=_nonet',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      'R3LDvMOfZQo=',
      '--=_nonet',
      'Content-Type: text/html; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      'PHA+R3LDvMOfZTwvcD4K',
      '--=_nonet--',
      '',
    ].join('\r\n'),
  );
});

test('a header in other letters is encoded words of at most 75 characters, and reads as it was', () => {
  const { headers } = readEmail(
    writeMime({ ...email, subject: `Zürich ${'äöü😀'.repeat(40)}`, from: { name: 'Zoë', address: 'z@a.example' } }),
  );
  assert.equal(headers.subject, `Zürich ${'äöü😀'.repeat(40)}`);
  assert.equal(headers.from, 'Zoë <z@a.example>');
  for (const text of ['ä'.repeat(250), '=?utf-8?B?eA==?=', 'a'.repeat(100)]) {
    const encoded = encodeHeader(text);
    assert.ok(
      encoded.split('\r\n ').every((line) => line.length <= 100 && (!line.startsWith('=?') || line.length <= 75)),
      encoded,
    );
  }
  assert.equal(encodeHeader('=?utf-8?B?eA==?='), '=?utf-8?B?PT91dGYtOD9CP2VBPT0/PQ==?=');
});

test('S44: no value can end a header of an email', () => {
  for (const wrong of [
    { to: 'a@a.example\r\nBcc: b@b.example' },
    { to: 'ä@a.example' },
    { id: 'x\ny' },
    { from: { address: 'a@a.example\r' } },
  ]) {
    assert.throws(
      () => writeMime({ ...email, ...wrong }),
      /^Error: a header of the email has a character that it must not have$/,
    );
  }
  assert.deepEqual(Object.keys(readEmail(writeMime({ ...email, subject: 'a\r\nBcc: b@b.example' })).headers), [
    'from',
    'to',
    'subject',
    'date',
    'message-id',
    'auto-submitted',
    'mime-version',
    'content-type',
  ]);
});
