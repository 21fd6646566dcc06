import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentText } from '../../../../tests/support/document-text.fixture.ts';
import { compared } from '../compare.fixture.ts';

const stated = {
  kind: 'one of a, b | required',
  total: 'integer | = `n + 1`',
  code: 'code | string | unique where `has(code)`',
  parameters: '| n | filter n = | |',
  error: '422 | invalid input',
};

function page(of: Partial<typeof stated>, versions: readonly string[], rows: readonly string[] = []): string {
  const { kind, total, code, parameters, error } = { ...stated, ...of };
  const table = `### Changes

| Version | Change | What | Before | Old responses | Old requests |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}`;
  return documentText('Things', {
    resources: `### T

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| kind | ${kind} |
| n | integer | required |
| total | ${total} |
| ${code} |`,
    endpoints: `| Operation | Path | Request | Response |
| --- | --- | --- | --- |
| create, read, update T | /ts | | |
| list T | /ts | | 200 \`{ data: T[] }\` |

### list T

| Parameter | Maps to | Constraints |
| --- | --- | --- |
${parameters}`,
    authentication: 'None.',
    errors: `| Code | Status | Condition |
| --- | --- | --- |
| odd | ${error} |`,
    versioning: `| Version | Status |
| --- | --- |
${versions.map((version, at) => `| ${version} | ${at === 0 ? 'current' : 'supported'} |`).join('\n')}

| Sent in | Name | When absent |
| --- | --- | --- |
| header | V | current |
${rows.length === 0 ? '' : `\n${table}`}`,
  });
}

type Stated = Partial<typeof stated>;

/** Changes whose suggested rows are complete: two documents, and the rows. */
const complete: readonly (readonly [what: string, old: Stated, now: Stated, rows: readonly string[]])[] = [
  [
    'a removed parameter whose values have blanks',
    {
      kind: 'one of "so so", ok | required',
      parameters: `${stated.parameters}\n| kind | filter kind = | |`,
    },
    { kind: 'one of "so so", ok | required' },
    ['| 2 | removed | parameter kind of list T | one of "so so", ok | | ignored |'],
  ],
  [
    'a status of the server that becomes one of the client',
    { error: '500 | internal error' },
    { error: '422 | internal error' },
    ['| 2 | status | code odd | 500 | | |'],
  ],
  [
    'a status of the client that becomes one of the server',
    { error: '422 | internal error' },
    { error: '500 | internal error' },
    ['| 2 | status | code odd | 422 | | |'],
  ],
  [
    'a field that is renamed in the condition of its own unique values',
    {},
    { code: 'tag | string | unique where `has(tag)`' },
    ['| 2 | renamed | T.tag | code | | |'],
  ],
];

for (const [what, old, now, rows] of complete) {
  test(`the suggested rows are accepted and undo the change: ${what}`, async () => {
    let written = '';
    await compared(page(old, ['1']), page(now, ['2', '1']), ['--write'], ({ err }, after) => {
      assert.doesNotMatch(err, /No rows were written/);
      written = after;
    });
    assert.deepEqual(
      written.split('\n').filter((line) => line.startsWith('| 2 | ') && line.length > 20),
      rows,
    );
    await compared(page(old, ['1']), written, ['--json'], ({ out }) => {
      const { mismatches, missing } = JSON.parse(out);
      assert.deepEqual([mismatches, missing], [[], []]);
    });
  });
}

test('a field that is removed has no other row', async () => {
  const now = page({ code: 'other | integer |' }, ['2', '1']);
  await compared(page({}, ['1']), now, ['--write'], ({ err }, after) => {
    assert.match(err, /2 rows added to Changes/);
    assert.match(after, /\| 2 \| removed \| T\.code \| string; unique where `has\(code\)` \|/);
    assert.doesNotMatch(after, /behavior/);
  });
});

test('no row is suggested for a status that the conditions of the code do not have', async () => {
  const now = page({ error: '422 | invalid input' }, ['2', '1']);
  await compared(page({ error: '500 | internal error' }, ['1']), now, ['--write'], ({ err }) => {
    assert.match(err, /no rows of Changes are missing/);
  });
});

test('the author converts a field that is computed where its record is shown', async () => {
  const old = page({ total: 'integer | = `T.count(t, t.n == n)`' }, ['1']);
  const now = page({ total: 'string | = `string(T.count(t, t.n == n))`' }, ['2', '1']);
  await compared(old, now, ['--write'], ({ err }) => {
    assert.match(err, /1 row added to Changes/);
    assert.match(
      err,
      /… stands for the conversion of `total` to its previous type:\n {2}\| 2 \| type \| T\.total \| integer \| = `…` \| \|/,
    );
  });
});

test('an older default waits for the values that the author gives, and fits them', async () => {
  const old = page({ kind: 'one of a, b | default b' }, ['1']);
  const changed = { kind: 'one of a, c | default c' };
  await compared(old, page(changed, ['2', '1']), ['--write'], ({ err }, after) => {
    assert.match(
      err,
      /new\.md: add this row together with those of T\.kind:\n {2}\| 2 \| default \| T\.kind \| "b" \| \| \|/,
    );
    assert.equal(after, page(changed, ['2', '1']));
  });
  const values = ['| 2 | value added | T.kind c | | as a | |', '| 2 | value removed | T.kind b | | as a | |'];
  const value = '| 2 | default | T.kind | "b" | | |';
  for (const rows of [
    [...values, value],
    [value, ...values],
  ])
    await compared(old, page(changed, ['2', '1'], rows), ['--json'], ({ out, err }) => {
      assert.equal(err, '');
      const { mismatches, missing } = JSON.parse(out);
      assert.deepEqual([mismatches, missing], [[], []]);
    });
});
