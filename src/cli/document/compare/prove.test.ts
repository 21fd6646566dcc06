import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeProof } from '../../../diff/proof.ts';
import { compared, invoices, shorter, versioned, withNote } from '../compare.fixture.ts';

const long = (text: string): string => text.replace('..500 characters', 'required; ..500 characters');

test('--prove says that nothing is violated, or shows the requests that the newer service rejects', async () => {
  await compared(invoices, withNote(invoices), ['--prove'], ({ status, out }) => {
    assert.equal(status, 0, out);
    assert.match(out, /^compatible: Nothing is violated: \d+ of \d+ rows proven \(\d+ checks, \d+ requests\)\.$/m);
  });
  await compared(invoices, shorter(invoices), ['--prove', '--allow', 'breaking'], ({ status, out }) => {
    assert.equal(status, 0, out);
    assert.match(out, /^breaking: 1 violation: /m);
    assert.match(
      out,
      /^breaking\[resources\/values\]: `create Invoice` responds with 201, as the older service does\n {2}--> .*old\.md:14\n {2}= found: 422\n {2}\$ curl -s -X POST/m,
    );
  });
  await compared(shorter(invoices), invoices, ['--prove', '--allow', 'breaking'], ({ out }) =>
    assert.match(out, /^compatible\[resources\/values\]: .* is rejected\n.*\n {2}= found: 201: it was accepted$/m),
  );
});

test('--prove stands in JSON, Markdown and HTML', async () => {
  const now = long(invoices);
  await compared(invoices, now, ['--prove', '--json'], ({ status, out }) => {
    const { proof } = JSON.parse(out);
    assert.equal(status, 1);
    assert.deepEqual([proof.class, proof.isComplete, proof.witnesses[0].class], ['breaking', true, 'breaking']);
    assert.deepEqual([proof.version, typeof proof.rows, typeof proof.checks], [undefined, 'number', 'number']);
  });
  await compared(invoices, now, ['--prove', '--format', 'markdown'], ({ out }) =>
    assert.match(
      out,
      /### The service of `.*new\.md`, proved by `.*old\.md`\n\n\*\*breaking\*\*: [\s\S]*```sh\n {2}curl/,
    ),
  );
  await compared(invoices, now, ['--prove', '--format', 'html', '--no-examples'], ({ out }) =>
    assert.match(
      out,
      /<span class="class breaking">breaking<\/span>[\s\S]*<dt>Found<\/dt>[\s\S]*<pre class="block">curl/,
    ),
  );
});

test('--prove asks for the version that the newer service keeps, whose violation no --allow covers', async () => {
  const placed = '\n### Placement\n\n| Sent in | Name | When absent |\n| --- | --- | --- |\n| header | V | current |\n';
  const changes =
    '\n### Changes\n\n| Version | Change | What | Before | Old responses | Old requests |\n| --- | --- | --- | --- | --- | --- |\n';
  const old = versioned(['1'], placed);
  const kept = `${changes}| 2 | renamed | Invoice.hint | memo | | |\n`;
  const renamed = (text: string): string => text.replace('| memo |', '| hint |');
  await compared(old, renamed(versioned(['2', '1'], placed + kept)), ['--prove', '--allow', 'breaking'], (ended) => {
    assert.equal(ended.status, 0, ended.out);
    assert.match(ended.out, /^compatible: Nothing is violated: .* Requests name the version 1\.$/m);
  });
  await compared(old, renamed(versioned(['2', '1'], placed)), ['--prove', '--allow', 'breaking'], (ended) => {
    assert.equal(ended.status, 1, ended.out);
    assert.match(ended.out, /^breaking: .* Requests name the version 1\.$/m);
  });
});

test('--prove says when its time was over, and takes no other words for a time', async () => {
  const proof = { rows: 2, proven: 1, checks: 1, requests: 3, isComplete: false, witnesses: [] };
  assert.deepEqual(describeProof(proof), [
    'Nothing is violated: 1 of 2 rows proven (1 check, 3 requests).',
    'The time was over before every check was tried: state a longer --budget.',
  ]);
  await compared(invoices, withNote(invoices), ['--prove', '--budget', '1ms'], ({ status, err }) => {
    assert.equal(status, 2);
    assert.match(err, /Write a time such as 60s or 5 minutes/);
  });
});
