import assert from 'node:assert/strict';
import { realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readDocument } from '../../src/parts/index.ts';
import { createSource } from '../../src/text/location.ts';
import { serve } from '../serve/support/served.fixture.ts';
import { shop } from '../serve/support/shop.fixture.ts';
import { everyStore } from '../serve/support/stores.fixture.ts';
import { inFolder, nonet, root } from '../support/process.ts';

// The document as input (S64, S66): it is read, in bounded time, and nothing in it is ever run or fetched.

const door = join(root, 'tests/support/watch-doors.ts');
/** The folders of the program: `node_modules` may be a link out of the checkout. */
const program = [root, realpathSync(join(root, 'node_modules'))].join(':');

/** Runs `nonet check` on a text in a process with little memory; `doors` are the files it opened and whom it asked. */
async function check(folder: string, text: string): Promise<{ status: number | null; told: string; doors: string[] }> {
  const file = join(folder, 'hostile.md');
  writeFileSync(file, text);
  const env = { NODE_OPTIONS: `--max-old-space-size=512 --import=${door}`, READS: `${program}:${file}` };
  const { status, out, err } = await nonet(['check', file], { cwd: folder, env });
  const doors = err.split('\n').filter((line) => line.startsWith('door: '));
  return {
    status,
    told: `${out}${err
      .split('\n')
      .filter((line) => !line.startsWith('door: '))
      .join('\n')}`,
    doors,
  };
}

const row = '| some_field | string | | a field like any other |\n';
const large: readonly (readonly [what: string, text: () => string])[] = [
  ['50 MB of rows', () => shop.replace('| data | object | | |\n', (match) => match + row.repeat(1_000_000))],
  ['50 MB of prose', () => shop.replace('A shop.', `A shop. ${'and more prose\n'.repeat(3_500_000)}`)],
];

const hostile: readonly (readonly [what: string, text: () => string])[] = [
  ['a line of 5 MB', () => shop.replace('A shop.', 'x'.repeat(5_000_000))],
  [
    'lists in lists',
    () => shop.replace('A shop.', Array.from({ length: 1500 }, (_, i) => `${' '.repeat(i * 2)}- x`).join('\n')),
  ],
  ['quotes in quotes', () => shop.replace('A shop.', `${'>'.repeat(60_000)} x`)],
  ['brackets that never close', () => shop.replace('A shop.', '['.repeat(60_000))],
  ['emphasis that never ends', () => shop.replace('A shop.', '*a _b '.repeat(10_000))],
  ['a table of 20,000 columns', () => `${shop}\n\n|${' a |'.repeat(15_000)}\n|${' - |'.repeat(15_000)}\n`],
  ['an expression of 60,000 brackets', () => shop.replace('`total > 0`', `\`${'('.repeat(60_000)}total > 0\``)],
  ['a shape of 60,000 braces', () => shop.replace('200 `Reminder[]`', `200 \`${'{ a: '.repeat(12_000)}\``)],
];

test('S64: documents of 50 MB are refused in little time and memory, and nothing else is opened or asked', async () => {
  await inFolder(async (folder) => {
    for (const [what, text] of large) {
      const { status, told, doors } = await check(folder, text());
      assert.equal(status, 2, `${what}: ended with ${status} ${told.slice(-500)}`);
      assert.match(told, /5 MiB/, what);
      assert.deepEqual(doors, [], what);
    }
  });
});

test('S64: a million rows of a table are read to their end in little memory, and what is reported of them is short', async () => {
  await inFolder(async (folder) => {
    for (const row of ['|a|\n']) {
      const text = shop.replace('| data | object | | |\n', (match) => match + row.repeat(1_000_000));
      const { status, told, doors } = await check(folder, text);
      assert.equal(status, 1, `${row}: ended with ${status} ${told.slice(-500)}`);
      assert.ok(told.length < 2_000_000, `${told.length} characters are told`);
      assert.deepEqual(doors, []);
    }
  });
});

test('S64: documents that are deep, wide or never close are read to their end, and what is reported of them is short', () => {
  for (const [what, text] of hostile) {
    const { diagnostics } = readDocument(createSource('hostile.md', text()));
    assert.ok(diagnostics.length < 50_000, `${what}: ${diagnostics.length} problems`);
  }
});

test('S64: includes, remote references, anchors, HTML and scripts are text: nothing is opened, fetched or run', async () => {
  const lines = [
    '---\nanchors: &a [*a, *a]\ninclude: /etc/passwd\n---',
    '!include /etc/passwd',
    '{{#include ../../etc/passwd}}',
    '[[/etc/passwd]]',
    '<!--#include file="/etc/passwd" -->',
    '![x](http://127.0.0.1:1/pixel.png)',
    '[ref]: file:///etc/passwd',
    '<script src="http://127.0.0.1:1/x.js"></script>',
    '<img src=x onerror="process.exit(3)">',
    '<iframe src="file:///etc/passwd"></iframe>',
    '$ref: http://127.0.0.1:1/openapi.json',
    '```js\nprocess.exit(3)\n```',
  ];
  await inFolder(async (folder) => {
    for (const text of [`${lines[0]}\n${shop}`, shop.replace('A shop.', `A shop.\n\n${lines.slice(1).join('\n\n')}`)]) {
      const { status, told, doors } = await check(folder, text);
      assert.ok(status === 0 || status === 1, `ended with ${status} ${told}`);
      assert.doesNotMatch(told, /root:x?:0/);
      assert.deepEqual(doors, []);
    }
  });
});

const planted = 'globalThis.planted = true';
/** Pieces of other languages, as a cell may hold them: no `|` and no backtick. */
const fragments: readonly string[] = [
  "'; DROP TABLE customer; --",
  `"); ${planted}; ("`,
  `'); ${planted}; ('`,
  `\${${planted}}`,
  '{{7*7}} <%= 7*7 %> #{7*7}',
  '../../../etc/passwd',
  '$(touch planted)',
  `*/ ${planted} /*`,
  `\\"; ${planted}; //`,
  '</script><script>alert(1)</script>',
  '\u2028globalThis.planted = true\u2028',
  '%s %d $1 ?',
];

const literal = (text: string): string => JSON.stringify(text).replaceAll('\u2028', '\\u2028');

for (const [store, addressOf] of everyStore) {
  describe(`cells ${store}`, () => {
    test('S66: fragments of code in cells are text: in meanings, messages, defaults and literals of expressions', async () => {
      // A database of its own for each document is dear on PostgreSQL.
      for (const fragment of store === 'on SQLite' ? fragments : fragments.filter((_, i) => i % 2 === 0)) {
        const document = shop
          .replace(
            '| data | object | | |',
            () =>
              `| data | object | | ${fragment} |\n| note | string | default ${literal(fragment).replaceAll('\\', '\\\\')} | |`,
          )
          .replace(
            '| worth_something | `total > 0` |',
            () =>
              `| other_name | \`memo != ${literal(fragment)}\` | nothing_to_pay | |\n| worth_something | \`total > 0\` |`,
          )
          .replace(
            '`shop == caller.shop` | |\n| write',
            () => `\`shop == caller.shop and not (shop == ${literal(fragment)})\` | |\n| write`,
          )
          .replace('There is no such thing', () => fragment.replaceAll('|', '/'));
        const served = await serve(document, {}, undefined, await addressOf());
        try {
          const key = await served.key(['read', 'write'], { shop: 'a' });
          const other = await served.key(['read', 'write'], { shop: 'b' });
          // The row rule names the fragment, and lets nobody in whose shop is called so.
          const called = await served.key(['read', 'write'], { shop: fragment });
          const own = await served.ask('POST /customers', { key: called, body: { name: 'C', email: 'c@example.com' } });
          assert.equal(own.status, 201, own.text);
          assert.equal((await served.ask(`GET /customers/${own.json.id}`, { key: called })).status, 404);
          assert.equal((await served.ask('GET /customers', { key: called })).json.count, 0);
          const made = await served.ask('POST /customers', { key, body: { name: 'Ada', email: 'ada@example.com' } });
          assert.equal((await served.ask(`GET /customers/${made.json.id}`, { key })).status, 200);
          assert.deepEqual([made.status, made.json.note], [201, fragment], made.text);
          const missing = await served.ask(`GET /customers/${made.json.id}`, { key: other });
          assert.deepEqual([missing.status, missing.json.title], [404, fragment], missing.text);
          const lines = [{ text: 'x', quantity: 1, price: 5 }];
          const invoice = { customer: made.json.id, currency: 'EUR', due_on: '2999-01-01', lines, memo: fragment };
          const broken = await served.ask('POST /invoices', { key, body: invoice });
          assert.deepEqual([broken.status, broken.json.code], [422, 'nothing_to_pay'], broken.text);
          assert.equal((await served.ask('POST /invoices', { key, body: { ...invoice, memo: 'x' } })).status, 201);
        } finally {
          await served.close();
        }
        assert.equal((globalThis as { planted?: true }).planted, undefined, fragment);
      }
    });
  });
}
