import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailing } from '../../../../tests/serve/mail/mail.fixture.ts';
import { createSource } from '../../../text/location.ts';
import { buildPlan, readDocument } from '../../index.ts';

const planOf = (document: string) => {
  const { service, diagnostics } = readDocument(createSource('notes.md', document));
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return { errors: errors.map(({ code, message }) => `${code}: ${message}`), plan: buildPlan(service) };
};

test('an operation says which emails its events queue, each with its line', () => {
  const { plan } = planOf(mailing());
  const stepsOf = (name: string) =>
    plan.operations.find((operation) => operation.name === name)!.steps.filter(({ words }) => words.includes('email'));
  const lineOf = (row: string) =>
    1 +
    mailing()
      .split('\n')
      .findIndex((line) => line.startsWith(row));
  assert.deepEqual(
    stepsOf('create Note').map(({ words, line }) => [words, line]),
    [
      ['queue the email made because of note.made', lineOf('| made | note.made')],
      ['queue the email copy because of note.made', lineOf('| copy |')],
    ],
  );
  assert.deepEqual(
    stepsOf('update Note').map(({ words }) => words),
    ['queue the email changed because of note.changed'],
  );
  assert.deepEqual(stepsOf('delete Note'), []);
});

test('the text is the quotation alone, in the lines and with the braces of the document', () => {
  const crlf = mailing('', '\n>\n> \\{text} {"{}}"}').replaceAll('\n', '\r\n');
  for (const document of [mailing('', '\n>\n> \\{text} {"{}}"}'), crlf]) {
    const { errors, plan } = planOf(document);
    assert.deepEqual(errors, []);
    const [made] = plan.mail!.emails;
    assert.deepEqual(made!.text, [
      'Hello **',
      { value: '= owner.name' },
      '**,\n\nyour note is [here](https://notes.example/',
      { value: '= id' },
      '), due ',
      { value: '= due_on' },
      ', total ',
      { value: '= total' },
      '.\n\n',
      { value: '= memo' },
      '\n\n[Its link](',
      { value: '= link' },
      ')\n\n\\{text} ',
      { value: '= "{}}"' },
    ]);
    assert.deepEqual(plan.mail!.from, { name: 'Notes Ltd.', address: 'no-reply@notes.example' });
  }
});

test('an older version has other names, and no emails of its own', () => {
  const versions = `## Versioning

| Version | Status |
| --- | --- |
| 2 | current |
| 1 | supported |

| Sent in | Name | When absent |
| --- | --- | --- |
| header | Notes-Version | current |

| Version | Change | What | Before |
| --- | --- | --- | --- |
| 2 | renamed | Note.text | words |
| 2 | renamed | Member.email | address |
`;
  const document = mailing();
  const { errors, plan } = planOf(`${document.slice(0, document.indexOf('## Versioning'))}${versions}`);
  assert.deepEqual(errors, []);
  assert.equal(plan.versioning.older!.length, 1);
  assert.ok(!JSON.stringify(plan.versioning.older).includes('"values"'));
  assert.equal(plan.mail!.emails.length, 3);
});
