import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openTest } from '../../src/testing.ts';
import { root } from '../support/process.ts';

type Json = Readonly<Record<string, unknown>>;

const page = readFileSync(join(root, 'docs/language/versioning.md'), 'utf8');
const [words = ''] = page.split('## Change words')[1]!.split('### All words');
const sections = words
  .split(/^(?=#{2,3} )/m)
  .filter((text) => text.startsWith('### '))
  .map((text) => ({
    word: /^### (.*)$/m.exec(text)![1]!,
    rows: (/^\| Change \|.*\n.*\n((?:\|.*\n)+)/m.exec(text)?.[1] ?? '').trim().split('\n'),
    request: versionsOf(text, 'Request'),
    response: versionsOf(text, 'Response'),
  }));

/** The JSON of a line of the table of a section: what version 1 and version 2 show. */
function versionsOf(text: string, line: string): readonly Json[] {
  const [, cells = ''] = new RegExp(`^\\| ${line} \\| (.*) \\|$`, 'm').exec(text) ?? [];
  const found = cells.split(' | ').map((cell) => /^`(\{.*\})`$/.exec(cell)?.[1]);
  return found.every((json) => json !== undefined) ? found.map((json) => JSON.parse(json!)) : [];
}

/** The document around the examples, with the rows of all sections. */
function documentOf(): string {
  const changes = sections.flatMap(({ rows }) => rows).map((row) => `| 2 ${row}`);
  const versioning = `### Versions

| Version | Status |
| --- | --- |
| 2 | current |
| 1 | supported |

### Placement

| Sent in | Name | When absent |
| --- | --- | --- |
| header | V | current |

### Changes

| Version | Change | What | Before | Old responses | Old requests |
| --- | --- | --- | --- | --- | --- |
${changes.join('\n')}
`;
  const errors =
    '| Code | Status | Condition |\n| --- | --- | --- |\n| wrong_state | 409 | wrong state |\n| not_payable | 409 | guard fails on pay Invoice |\n';
  const limits =
    '| Limit | Kind | Applies to | Value |\n| --- | --- | --- | --- |\n| wait | timeout | all | 10 seconds |\n';
  return readFileSync(join(root, 'tests/documents/base.md'), 'utf8')
    .replace('## Errors\n', `## Errors\n\n${errors}`)
    .replace('## Limits\n', `## Limits\n\n${limits}`)
    .replace('## Versioning\n', `## Versioning\n\n${versioning}`);
}

function pick(body: Json, names: Json): Json {
  return Object.fromEntries(Object.keys(names).map((name) => [name, body[name]]));
}

test('each word of Changes shows what clients of both versions send and get', async (t) => {
  const service = await openTest({ document: documentOf() });
  t.after(() => service.close());
  assert.equal(sections.length, 16);
  const tried = sections.filter(({ request }) => request.length > 0);
  assert.ok(tried.length >= 8, String(tried.length));
  const clients = await Promise.all(['north', 'south'].map((shop) => service.client({ attributes: { shop } })));
  const customer = (await clients[0]!.post('/customers', { name: 'Ada', email: 'ada@example.com' })).body.id;
  const lines = [{ text: 'paper', quantity: 1, price: 100 }];
  const whole = [
    { customer, lines, due_on: '2026-12-31', note: '' },
    { customer, lines, due_on: '2026-12-31', kind: 'services' },
  ];
  for (const { word, request, response } of tried) {
    for (const [at, sent] of request.entries()) {
      const { due_on: _, ...short } = whole[at]!;
      const body = { ...(word === 'required' ? short : whole[at]), ...sent };
      const made = await clients[at]!.post('/invoices', body, { V: String(at + 1) });
      assert.equal(made.status, 201, `${word}: ${made.text}`);
      assert.deepEqual(pick(made.body, response[at]!), response[at], word);
      const other = await clients[at]!.get(`/invoices/${made.body.id}`, { V: String(2 - at) });
      if (word !== 'added') assert.deepEqual(pick(other.body, response[1 - at]!), response[1 - at], word);
    }
  }
});
