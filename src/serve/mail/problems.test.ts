import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeSmtpError, type SmtpError } from './problems.ts';

const server = { host: 'mail.example.com', port: 587, secure: false };
const error = (rest: Omit<SmtpError, 'message'>): SmtpError => ({ message: 'it failed', ...rest });
const describe = (rest: Omit<SmtpError, 'message'>) => describeSmtpError(error(rest), server);

test('responses to a recipient and to the content are permanent from 500 on', () => {
  const problem = (text: string) => `the mail server rejected it: ${text}`;
  for (const [code, command] of [
    ['EENVELOPE', 'RCPT TO'],
    ['EMESSAGE', 'DATA'],
  ] as const) {
    assert.deepEqual(describe({ code, command, responseCode: 550, response: '550 no' }), {
      sent: false,
      problem: problem('550 no'),
      lasting: true,
    });
    assert.deepEqual(describe({ code, command, responseCode: 451, response: '451 later' }), {
      sent: false,
      problem: problem('451 later'),
    });
  }
  assert.deepEqual(describe({ code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 552, response: '552 big' }), {
    sent: false,
    problem: problem('552 big'),
    lasting: true,
  });
  assert.deepEqual(describe({ code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 553, response: false }), {
    sent: false,
    problem: problem('553'),
    common: true,
  });
  assert.deepEqual(describe({ code: 'EMESSAGE' }), {
    sent: false,
    problem: 'the email is larger than the mail server takes',
    lasting: true,
  });
});

test('every other failure is common to all emails', () => {
  const found = [
    { code: 'EAUTH' },
    { code: 'EAUTH', responseCode: 535, response: '535 secret' },
    { code: 'EDNS' },
    { code: 'ETIMEDOUT' },
    { code: 'ETLS', responseCode: 502, response: '502 no' },
    { code: 'EPROTOCOL' },
    { code: 'ESOCKET' },
    {},
    { code: 'ECONNECTION', responseCode: 421, response: '421 too many' },
  ].map(describe);
  assert.ok(found.every((sent) => !sent.sent && sent.common === true && sent.lasting === undefined));
  assert.deepEqual(
    found.map((sent) => !sent.sent && sent.problem),
    [
      'the mail server takes no login',
      'the mail server rejected the login (535)',
      'the name of the mail server has no address',
      'the mail server did not answer in time',
      'no TLS connection to the mail server, or its certificate is not valid',
      'the mail server does not speak SMTP',
      'no connection to the mail server',
      'no connection to the mail server',
      'the mail server answered 421 too many',
    ],
  );
});
