import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createSource } from '../../text/location.ts';
import { readDocument } from '../index.ts';
import { createOperationNames } from '../resolve/operation-names.ts';
import { stepsIn } from '../steps.fixture.ts';
import { planAuthentication, resolveAccess } from './plan.ts';

const documents = join(import.meta.dirname, '../../../tests/documents');
const invoices = readFileSync(join(documents, 'invoices.md'), 'utf8');

function read(text: string) {
  const { service } = readDocument(createSource('x.md', text));
  const of = (name: string) => createOperationNames(service).named.get(name)!;
  return {
    service,
    access: (name: string) => resolveAccess(service, of(name)),
    steps: (name: string) => stepsIn(service, name),
  };
}

test('rows that list an operation are its grants, in the order of the document', () => {
  const { access } = read(invoices.replace('| public | issue token |', '| public | issue token, read Invoice |'));
  assert.deepEqual(
    access('read Invoice').grants.map((grant) => [grant.scope, grant.kind, grant.where === undefined]),
    [
      ['public', 'public', true],
      ['invoices:read', 'scope', false],
    ],
  );
});

test('a Where, Allows, Kind or Sent in that is not shown closes what it restricts', () => {
  const where = read(invoices.replace('stream events | `shop == caller.shop`', 'stream events | not shown'));
  assert.equal(where.access('read Invoice').grants[0]?.where, 'disabled');
  const allows = read(invoices.replace('| hooks:write | all WebhookEndpoint |', '| hooks:write | not shown |'));
  assert.deepEqual(allows.access('create WebhookEndpoint'), { open: false, grants: [] });
  const kind = read(invoices.replace('| key | api key |', '| key | not shown |'));
  assert.equal(planAuthentication(kind.service).schemes[0]?.disabled, true);
  const carried = read(
    invoices.replace('| key | api key | header Authorization: Bearer |', '| key | api key | not shown |'),
  );
  assert.deepEqual(planAuthentication(carried.service).schemes[0]?.sentIn, []);
  assert.equal(planAuthentication(carried.service).schemes[0]?.disabled, true);
});

test('without scopes every operation is open to callers, and to everybody where there is no scheme', () => {
  const unscoped = read(invoices.replace(/^\| (public|invoices:read|invoices:write|hooks:write) .*\n/gm, ''));
  assert.deepEqual(unscoped.access('read Invoice'), { open: true, grants: [] });
  const words = unscoped.steps('read Invoice').filter(({ step }) => step === 'authentication/scope');
  assert.deepEqual(
    words.map((step) => [step.step, step.words]),
    [['authentication/scope', 'allow every authenticated caller']],
  );
  const bare = read(
    readFileSync(join(documents, 'notes.md'), 'utf8').replace(
      /## Authentication[\s\S]*?(?=## Events)/,
      '## Authentication\n\nNone.\n\n',
    ),
  );
  const [first] = bare.service.endpoints.operations;
  assert.deepEqual(
    [
      bare.access(first!.name.text),
      bare.steps(first!.name.text).filter(({ step }) => step.startsWith('authentication/')),
    ],
    [{ open: true, grants: [] }, []],
  );
});

test('without a scheme the status is that of its aspect', () => {
  const empty = read(readFileSync(join(documents, 'empty.md'), 'utf8'));
  assert.equal(planAuthentication(empty.service).status, 'not shown');
  const none = read(empty.service.source.text.replace(/Authentication scheme, .*not shown\./, 'None.'));
  assert.equal(planAuthentication(none.service).status, 'none');
});

test('a row rule is asked before and after a change, of what is read before, of what is made after', () => {
  const { steps } = read(invoices);
  const rules = (name: string) =>
    steps(name)
      .filter(({ step, words }) => words.includes('caller.shop') && step !== 'resources/assign')
      .map(({ step }) => step);
  assert.deepEqual(rules('read Invoice'), ['endpoints/load']);
  assert.deepEqual(rules('create Invoice'), ['authentication/row-rule-after']);
  assert.deepEqual(rules('pay Invoice'), ['authentication/row-rule-before', 'authentication/row-rule-after']);
  assert.deepEqual(rules('list Invoice'), ['endpoints/list']);
  assert.deepEqual(rules('issue token'), []);
});

test('a row rule is asked of the record that the path of a handler names, of those that it writes, else of those that it returns', () => {
  const rows = [
    '| redo Invoice (handler) | POST | /invoices/{id}/redo | | 204 | |',
    '| add Invoice (handler) | POST | /add | | 204 | |',
  ];
  const { steps } = read(
    invoices
      .replace(/^\| issue token .*$/m, (row) => [...rows, row].join('\n'))
      .replace('| invoices:write | ', '| invoices:write | redo Invoice, add Invoice, '),
  );
  const rules = (name: string) =>
    steps(name).flatMap(({ words }) =>
      words.includes('caller.shop') ? words.replace('for invoices:write: ', '') : [],
    );
  assert.deepEqual(rules('redo Invoice'), [
    'show the record only if `shop == caller.shop`',
    'let the handler write a record only if `shop == caller.shop`',
  ]);
  assert.deepEqual(rules('add Invoice'), ['let the handler write or return a record only if `shop == caller.shop`']);
});

test('the row rule of a stream is kept for each resource that has events', () => {
  const { access } = read(invoices);
  assert.deepEqual(Object.keys(access('stream events').grants[0]?.byResource ?? {}), ['Invoice']);
});
