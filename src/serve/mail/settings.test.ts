import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailing } from '../../../tests/serve/mail/mail.fixture.ts';
import { planFor } from '../../../tests/serve/support/served.fixture.ts';
import { findMailError, findSender, needMail, parseMailServer } from './settings.ts';

const stated = mailing();
const unstated = stated.replace('- From: Notes Ltd. <no-reply@notes.example>\n\n', '');

test('the address of a mail server has a host, and perhaps a port, user and password', () => {
  assert.deepEqual(parseMailServer('smtp://mail.example.com'), { host: 'mail.example.com', port: 587, secure: false });
  assert.deepEqual(parseMailServer('smtps://mail.example.com/'), { host: 'mail.example.com', port: 465, secure: true });
  assert.deepEqual(parseMailServer('smtp://a%40b.c:p%2Fw%3Ad@[::1]:25'), {
    host: '::1',
    port: 25,
    secure: false,
    login: { user: 'a@b.c', password: 'p/w:d' },
  });
  const wrong = [
    'mail.example.com',
    'http://mail.example.com',
    'smtp://',
    'smtp://mail.example.com/in',
    'smtp://mail.example.com?tls=no',
    'smtp://us3r@mail.example.com',
    'smtp://us3r:p4ss%ZZ@mail.example.com',
    'smtp://us3r:p4ss%0D%0Aw@mail.example.com',
  ].map(parseMailServer);
  assert.deepEqual(
    [...new Set(wrong)],
    [
      'the address of the mail server has another form than smtp://user:password@mail.example.com:587',
      'the address of the mail server has a path, query or fragment',
      'the address of the mail server has a user without a password, or one of them is not percent-encoded',
    ],
  );
  assert.ok(!/us3r|p4ss/.test(wrong.join()));
});

test('the sender of the settings precedes that of the document', () => {
  const plan = planFor(stated);
  assert.deepEqual(findSender(plan, undefined), { name: 'Notes Ltd.', address: 'no-reply@notes.example' });
  assert.deepEqual(findSender(plan, { from: 'a@b.example' }), { address: 'a@b.example' });
  assert.equal(findSender(planFor(unstated), {}), undefined);
});

test('emails need a sender, and a mail server unless the platform takes them', () => {
  const server = 'smtp://127.0.0.1:25';
  const what = (document: string, settings: Parameters<typeof findMailError>[1], taken = false) => {
    const found = findMailError(planFor(document), settings, taken);
    return found && [found.what, found.lacks];
  };
  assert.deepEqual(what(stated, undefined), ['the email made needs the address of a mail server', 'server']);
  assert.deepEqual(what(unstated, { server }), ['the email made has no sender', 'from']);
  assert.deepEqual(what(stated, { server, from: 'nobody' }), [
    'the sender of the emails is not an email address with or without a name',
    'from',
  ]);
  assert.deepEqual(what(stated, { server: 'smtp://a@b' })?.[1], 'server');
  assert.equal(what(stated, { server }), undefined);
  assert.equal(what(stated, {}, true), undefined);
  assert.equal(what(unstated, { server, from: 'A <a@b.example>' }), undefined);
  const hidden = unstated.replaceAll(/\| `(?:owner\.email|copies)` \|/g, '| not shown |');
  assert.equal(what(hidden, undefined), undefined);
  assert.throws(
    () => needMail(planFor(stated), {}, {}),
    /^Error: shop\.md:\d+: the email made needs the address of a mail server$/,
  );
  assert.doesNotThrow(() => needMail(planFor(stated), {}, { sendEmail: async () => ({ sent: true }) }));
});
