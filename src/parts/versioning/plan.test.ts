import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createSource } from '../../text/location.ts';
import { readDocument } from '../index.ts';
import { stepsIn } from '../steps.fixture.ts';
import { planVersioning } from './plan.ts';

const invoices = readFileSync(join(import.meta.dirname, '../../../tests/documents/invoices.md'), 'utf8');
const service = readDocument(createSource('x.md', invoices)).service;

test('versions and changes stand newest first, each with its line', () => {
  const plan = planVersioning(service);
  assert.deepEqual(
    plan.versions.map((version) => [version.name, version.status, version.sunset]),
    [
      ['2026-11-01', 'current', undefined],
      ['2026-03-01', 'deprecated', '2027-06-30'],
    ],
  );
  assert.deepEqual(
    plan.changes.map((change) => [change.change, change.where]),
    [
      ['renamed', 'Invoice.memo'],
      ['value added', 'Invoice.status overdue'],
      ['added', 'Invoice.paid'],
    ],
  );
  for (const { line } of plan.changes) assert.ok(invoices.split('\n')[line - 1]?.startsWith('| 2026-11-01 |'));
});

test('a request is turned by the changes of its own resource', () => {
  const of = (name: string) => stepsIn(service, name);
  assert.equal(of('read Invoice').filter(({ step }) => step === 'versioning/request').length, 3);
  assert.equal(of('read Customer').filter(({ step }) => step === 'versioning/request').length, 0);
  assert.equal(of('read Customer').filter(({ step }) => step === 'versioning/version').length, 1);
});

test('a version that is gone after its sunset is a fact of every request, with its line and its refusal', () => {
  const [head, rule] = [
    '| Sunset | Meaning |\n| --- | --- | --- | --- |',
    '| Sunset | After sunset | Meaning |\n| --- | --- | --- | --- | --- |',
  ];
  const text = invoices
    .replace(head, rule)
    .replace('| 2027-06-30 |', '| 2027-06-30 | gone |')
    .replace('| 2026-11-01 | |', '| 2026-11-01 | | |');
  const { service: ending } = readDocument(createSource('x.md', text));
  const steps = stepsIn(ending, 'read Customer');
  const { words, line, refusals } = steps.findLast(({ step }) => step === 'versioning/version')!;
  assert.equal(words, 'reject version 2026-03-01 from 2027-06-30 on');
  assert.deepEqual(
    refusals?.map(({ condition }) => condition),
    ['retired version'],
  );
  assert.ok(text.split('\n')[line! - 1]!.includes('gone'));
});
