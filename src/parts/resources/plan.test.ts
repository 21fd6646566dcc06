import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentOf, invoices } from '../document.fixture.ts';
import { stepsIn } from '../steps.fixture.ts';
import { planResources } from './plan.ts';

const head = '| Field | Type | Constraints |\n| --- | --- | --- |\n';

test('the example becomes tables, with each field as the store keeps it', () => {
  const { resources, objects } = planResources(invoices().service);
  assert.deepEqual(
    resources.map(({ table, identity }) => [table, identity]),
    [
      ['customer', 'id'],
      ['invoice', 'id'],
      ['webhook_endpoint', 'id'],
    ],
  );
  const invoice = resources[1]!;
  const storage = Object.fromEntries(invoice.fields.map((field) => [field.name, field.storage]));
  assert.deepEqual(storage, {
    id: 'text',
    shop: 'text',
    customer: 'text',
    status: 'text',
    number: 'integer',
    currency: 'text',
    lines: 'json',
    total: 'int64',
    paid: 'int64',
    due_on: 'text',
    memo: 'text',
    sent_at: 'text',
    created_at: 'text',
    updated_at: 'text',
  });
  assert.deepEqual(
    objects.map(({ name }) => name),
    ['Line', 'Payment'],
  );
  assert.deepEqual(resources[0]!.referredBy, [{ resource: 'Invoice', field: 'customer', onDelete: 'restrict' }]);
});

test('a number that is given by `next` over the fields of its `unique` is safe, an e-mail address is not', () => {
  const { resources } = planResources(invoices().service);
  assert.deepEqual(
    resources.flatMap(({ uniques }) => uniques.map(({ fields, safe }) => [fields, safe])),
    [
      [['email', 'shop'], false],
      [['number', 'shop'], true],
    ],
  );
});

test('constraints and formats of a list stand where they hold', () => {
  const { service } = documentOf({
    resources: `### A\n\n${head}| id | uuid | assigned |\n| days | (date or null)[] | 1..3 items; ..10 characters; unique items |\n`,
  });
  const days = planResources(service).resources[0]!.fields[1]!.schema;
  assert.deepEqual(days, {
    type: 'list',
    constraints: [
      { kind: 'range', unit: 'items', from: '1', to: '3', line: 14 },
      { kind: 'unique items', line: 14 },
    ],
    item: {
      type: 'string',
      nullable: true,
      format: { name: 'date' },
      constraints: [{ kind: 'range', unit: 'characters', to: '10', line: 14 }],
    },
  });
});

test('what the service assigns says where it comes from', () => {
  const { service } = documentOf({
    resources: `### A\n\n${head}| id | int64 | assigned |\n| at | unix seconds | assigned |\n| key | uuid | assigned |\n| no | integer | assigned; unique with key |\n| big | int64 | default 9223372036854775807 |\n| Key | string | |\n| to | ref A | |\n`,
  });
  const fields = planResources(service).resources[0]!.fields;
  assert.deepEqual(
    fields.map(({ assigned }) => assigned),
    [
      { by: 'sequence', within: [] },
      { by: 'clock' },
      { by: 'format' },
      { by: 'sequence', within: ['key'] },
      undefined,
      undefined,
      undefined,
    ],
  );
  assert.deepEqual(
    fields.slice(4).map((field) => [field.default, field.column, field.storage]),
    [
      ['9223372036854775807', 'big', 'int64'],
      [undefined, 'Key_2', 'text'],
      [undefined, 'to', 'int64'],
    ],
  );
});

test('the steps of an operation are told fact by fact, each with its line', () => {
  const { service } = invoices();
  const told = (name: string) =>
    stepsIn(service, name, 'resources/').map(({ step, words, line }) => `${step}: ${words} (${line})`);
  assert.ok(told('create Invoice').includes('resources/assign: set shop to caller.shop (29)'));
  assert.ok(
    told('create Invoice').includes('resources/rules: check rule worth_something: total > 0, else nothing_to_pay (45)'),
  );
  assert.ok(
    told('pay Invoice').includes('resources/compute: compute total = sum(lines.map(l, l.quantity * l.price)) (35)'),
  );
  assert.ok(told('delete Customer').includes('resources/write: reject if customer of any Invoice references it (30)'));
  assert.deepEqual(told('read Invoice'), []);
});
