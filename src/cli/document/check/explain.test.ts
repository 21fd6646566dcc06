import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { nonetHere } from '../../../../tests/support/here.ts';
import { inFolder, root } from '../../../../tests/support/process.ts';
import type { Terminal } from '../../shared/terminal.ts';
import { printExplained } from './explain.ts';

const invoices = join(root, 'tests/documents/written-out/invoices.md');

test('check --explain prints the indexes and what each list uses, after the diagnostics and gaps', async () => {
  const { status, out } = await nonetHere(['check', '--explain', invoices]);
  assert.equal(status, 0);
  const lines = out.split('\n');
  assert.match(lines[0]!, /no error, no gap/);
  for (const line of [
    'Customer: indexes of table customer',
    '  customer_unique_email_shop (email, shop), unique',
    '  invoice_by_shop_total_id (shop, total, id)',
    'list Customer (GET /customers, line 103), ordered by -created_at, -id',
    '  for invoices:read:',
    '    no filter: index scan of customer_by_shop_created_at_id, no sort',
    '    no filter, sort=total, sort=-total: index scan of invoice_by_shop_total_id, no sort',
    '    customer (customer =): index scan of invoice_by_customer_shop_created_at_id, no sort',
    "    due_before (due_on <): index scan of invoice_by_shop_created_at_id, tests rows for at most half of the request's time, then returns a cursor",
    '    due_before (due_on <), sort=due_on, sort=-due_on: index scan of invoice_by_shop_due_on_id, no sort',
  ]) {
    assert.ok(lines.includes(line), `${line}\nis not in\n${out}`);
  }
  assert.doesNotMatch(out, /no index limits/);
});

test('check without --explain tells nothing of indexes', async () => {
  const { out } = await nonetHere(['check', invoices]);
  assert.doesNotMatch(out, /index/);
  const { out: json } = await nonetHere(['check', '--json', invoices]);
  assert.deepEqual(Object.keys(JSON.parse(json)), ['diagnostics', 'gaps', 'hooks', 'returns']);
});

test('check --json --explain adds indexes and lists', async () => {
  const { out } = await nonetHere(['check', '--json', '--explain', invoices]);
  const { indexes, lists } = JSON.parse(out);
  assert.deepEqual(
    indexes.map((index: { resource: string }) => index.resource),
    ['Customer', 'Invoice', 'WebhookEndpoint'],
  );
  const [customers] = lists;
  assert.equal(customers.file, invoices);
  assert.deepEqual(customers.callers[0].readings, [
    { reads: 'index', index: 'customer_by_shop_created_at_id', through: [] },
    {
      filter: 'email (email =)',
      reads: 'index',
      index: 'customer_by_shop_email_created_at_id',
      through: [],
    },
  ]);
});

test('check --explain names what no index answers within a bounded number of rows', async () => {
  await inFolder(async (folder) => {
    const file = join(folder, 'invoices.md');
    const more = [
      '| q | search memo | |',
      '| says | filter memo contains | |',
      '| count | total | |',
      '| skip | offset | |',
      '| buyer | filter customer.name contains | |',
    ];
    const text = readFileSync(invoices, 'utf8')
      .replace('| sort | sort created_at, due_on, total | |', more.join('\n'))
      .replace(/(offset[\s\S]*?\n\| limit \| page size \| \|\n)\| cursor \| cursor \| \|\n/, '$1')
      .replace('200 `{ data: Invoice[], next: next cursor }`', '200 `{ data: Invoice[] }`');
    writeFileSync(file, text);
    const { status, out, err } = await nonetHere(['check', '--explain', file]);
    assert.equal(status, 0, err);
    const own = out.slice(out.indexOf('list Invoice ('));
    assert.match(own, /no filter: index scan of invoice_by_shop_created_at_id from the first page on, unlimited/);
    assert.match(own, /buyer \(customer\.name contains\): .*, scans every Customer to match name/);
    assert.match(out, /nonet_search_invoice \(memo\), search\n/);
    assert.match(
      own,
      /q \(search\): up to 10,000 candidates of nonet_search_invoice; for more, or short words, index scan/,
    );
    const listed = own.slice(own.indexOf('no index limits the number of rows read:\n'));
    for (const parameter of ['q: search in memo', 'says: memo contains', 'count: total counts', 'skip: offset reads']) {
      assert.ok(listed.includes(`    ${parameter}`), `${parameter}\nis not in\n${own}`);
    }
  });
});

test('check --explain says how a list without an index or without a cursor is read, and how other records are found', () => {
  const list = { operation: 'list Invoice', method: 'GET', path: '/invoices', line: 1, order: ['id'], unbounded: [] };
  const through = [{ resource: 'Customer', field: 'email', index: 'customer_by_email' }];
  const readings = [
    { reads: 'tested', index: 'invoice_by_id', through },
    { filter: 'memo (memo =)', reads: 'sorted', through: [] },
    {
      filter: 'paid (paid =)',
      reads: 'tested',
      index: 'invoice_by_id',
      through: [],
      listed: { field: 'team', values: 200, index: 'invoice_by_team_id' },
    },
  ] as const;
  const lines: unknown[] = [];
  const terminal = { out: (line: unknown) => void lines.push(line) } as Terminal;
  const lists = [{ ...list, goesOn: false, callers: [{ scopes: ['read'], readings }] }];
  const shown = { resource: 'Invoice', field: 'customer', most: 5, order: ['memo', 'id'] };
  const sorted = { reads: 'sorted', through: [] } as const;
  const merged = { reads: 'merged', index: 'invoice_by_customer_memo_id', through: [] } as const;
  const callers = [
    { scopes: ['read'], reading: sorted },
    { scopes: ['all', 'own'], reading: merged },
  ];
  printExplained({ indexes: [], lists, children: [{ ...shown, callers }], unbounded: [] }, terminal);
  assert.deepEqual(lines.slice(2), [
    '  for read:',
    "    no filter: index scan of invoice_by_id, tests rows for at most half of the request's time, then fails with `unavailable`, looks up Customer in customer_by_email",
    '    memo (memo =): no index has this order: reads and sorts all matching records',
    "    paid (paid =): up to 200 values of team: one index scan of invoice_by_team_id per value, merged; for more, index scan of invoice_by_id, tests rows for at most half of the request's time, then fails with `unavailable`",
    '',
    'Invoice by customer, up to 5 for each record of a response, ordered by memo, id',
    '  for read: no index has this order: reads and sorts all matching records',
    '  for all; own: one index scan of invoice_by_customer_memo_id per record',
  ]);
});

test('check --explain prints nothing of a document with errors but what is wrong', async () => {
  await inFolder(async (folder) => {
    const file = join(folder, 'wrong.md');
    writeFileSync(file, readFileSync(invoices, 'utf8').replace('filter customer =', 'filter nobody ='));
    const { status, out } = await nonetHere(['check', '--explain', file]);
    assert.equal(status, 1);
    assert.doesNotMatch(out, /indexes of table/);
  });
});
