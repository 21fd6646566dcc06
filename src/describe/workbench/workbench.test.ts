import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readDocument } from '../../parts/index.ts';
import { buildWholePlanOf } from '../../parts/plan/whole-version.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { createSource } from '../../text/location.ts';
import { describeWorkbench } from './data.ts';
import { writeWorkbench } from './index.ts';
import type { WorkbenchData } from './model.ts';

function planOf(name: string): WholePlan {
  const text = readFileSync(new URL(`../../../examples/${name}/${name}.md`, import.meta.url), 'utf8');
  return buildWholePlanOf(readDocument(createSource(`${name}.md`, text)).service)!;
}

const dataOf = (name: string): WorkbenchData => describeWorkbench(planOf(name));

test('records are known by a usual name, or else by the first text that they must have', () => {
  const labels = (name: string) => Object.fromEntries(dataOf(name).resources.map((one) => [one.name, one.label]));
  assert.deepEqual(labels('help-desk'), {
    User: 'name',
    Organization: 'name',
    Member: undefined,
    Invitation: 'email',
    ServiceLevel: undefined,
    Ticket: 'subject',
    Comment: 'text',
    Attachment: 'name',
  });
  assert.deepEqual(labels('invoices'), { Customer: 'name', Invoice: 'number', WebhookEndpoint: 'url' });
});

test('an operation has what its buttons and forms ask for', () => {
  const { resources, stream, sessions } = dataOf('invoices');
  const { operations, machines, tenant } = resources.find(({ name }) => name === 'Invoice')!;
  const find = (name: string) => operations.find((operation) => operation.name === name)!;
  const pay = find('pay Invoice');
  assert.deepEqual(
    pay.rows.map(({ from, to, guard }) => [from, to, guard]),
    [
      [['open'], 'paid', 'paid + input.amount == total'],
      [['open'], undefined, 'paid + input.amount < total'],
    ],
  );
  assert.deepEqual(pay.access, { scopes: ['invoices:write'], rules: ['shop == caller.shop'] });
  assert.deepEqual([pay.key, find('update Invoice').ifMatch, tenant], ['Idempotency-Key', 'allowed', 'shop']);
  assert.deepEqual(find('list Invoice').list, { records: ['data'], next: ['next'], size: 100 });
  assert.deepEqual(
    find('list Invoice').parameters.map(({ name, means, field, operator }) => [name, means, field, operator]),
    [
      ['status', 'filter', 'status', 'in'],
      ['customer', 'filter', 'customer', '='],
      ['due_before', 'filter', 'due_on', '<'],
      ['sort', 'sort', undefined, undefined],
      ['limit', 'page size', undefined, undefined],
      ['cursor', 'cursor', undefined, undefined],
    ],
  );
  assert.deepEqual(machines[0]?.states.find(({ name }) => name === 'paid')?.fixed, ['lines', 'due_on', 'memo']);
  assert.equal(stream?.path, '/events');
  assert.deepEqual(sessions, []);
});

test('the page computes guards and rules of the record, and leaves questions and inputs to the service', () => {
  const find = (name: string, of: string) =>
    dataOf(name)
      .resources.flatMap(({ operations }) => operations)
      .find((operation) => operation.name === of)!;
  const [row] = find('invoices', 'withdraw Invoice').rows;
  assert.deepEqual([row?.message, row?.test?.op], ['Something has been paid already', 'binary']);
  assert.deepEqual(
    find('invoices', 'pay Invoice').rows.map(({ test }) => test),
    [undefined, undefined],
  );
  assert.equal(find('help-desk', 'assign Ticket').rows[0]?.test, undefined);
  assert.equal(find('shop', 'place Order').rules, undefined);
  assert.deepEqual(
    find('shop', 'cancel Order').rules?.map(({ message }) => message),
    ['An order can be cancelled within an hour after the payment'],
  );
});

test('an object around all of a body or a record is no field of its forms', () => {
  const article = dataOf('conduit').resources.find(({ name }) => name === 'Article')!;
  const update = article.operations.find(({ kind }) => kind === 'update')!;
  const namesOf = (type: typeof update.body) => (type?.kind === 'object' ? type.fields.map(({ name }) => name) : []);
  assert.deepEqual([update.wrap, update.at], ['article', 'article']);
  assert.deepEqual(namesOf(update.body), ['title', 'description', 'body', 'tagList']);
  assert.deepEqual(
    update.shown?.slice(0, 2).map(({ name }) => name),
    ['slug', 'title'],
  );
});

test('each request names the version that the page shows', () => {
  const { headers, prefix } = dataOf('invoices');
  assert.deepEqual([headers, prefix], [{ 'Invoices-Version': '2026-11-01' }, '']);
});

test('the page states its policy and is small', () => {
  const page = writeWorkbench(planOf('help-desk'));
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
  assert.match(
    policy,
    /^default-src 'none'; style-src 'sha256-[^ ]*'; script-src 'sha256-[^ ]*'; connect-src 'self'; img-src blob:; base-uri 'none'; form-action 'none'$/,
  );
  const compressed = gzipSync(page).length;
  assert.ok(compressed < 100_000, `${compressed} bytes`);
});
