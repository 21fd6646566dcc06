import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ErrorsPlan, Plan } from '../../plan/plan.ts';
import { createSource, readLine } from '../../text/location.ts';
import { type Document, readDocument } from '../index.ts';
import { buildPlan } from '../plan.ts';

const invoices = readFileSync(join(import.meta.dirname, '../../../tests/documents/invoices.md'), 'utf8');
const codes = [
  '| due_date_passed | | | Too late |',
  '| overpaid | | guard fails on pay Invoice | |',
  '| already_paid_into | 423 | | |',
  '| nothing_to_pay | | | |',
];

/** The example, whose codes are named after conditions, with rows of its own. */
function readWith(rows: readonly string[], change = (text: string) => text): Document {
  const start = invoices.indexOf('| Code | Status |');
  const table = ['| Code | Status | Condition | Message |', '| --- | --- | --- | --- |', ...codes, ...rows].join('\n');
  const text = `${invoices.slice(0, start)}- Codes: named after conditions\n\n${table}\n\n${invoices.slice(invoices.indexOf('## Limits'))}`;
  return readDocument(createSource('x.md', change(text.replaceAll(/slow_down|too_large|took_too_long/g, ''))));
}

function planOf({ service, diagnostics, gaps }: Document): Plan {
  assert.deepEqual(
    [...diagnostics.map(({ code }) => code).filter((code) => code !== 'markdown/missing-aspect'), ...gaps],
    [],
  );
  return buildPlan(service);
}

const brief = ({ codes }: ErrorsPlan): string[] => codes.map(({ code, status }) => `${status} ${code}`);

test('each condition that a document can produce has the code of its name and its status', () => {
  const document = readWith([]);
  const plan = planOf(document);
  const own = ['409 due_date_passed', '409 overpaid', '423 already_paid_into', '422 nothing_to_pay'];
  assert.deepEqual(brief(plan.errors).slice(0, 4), own);
  assert.deepEqual(brief(plan.errors).slice(4), [
    '400 malformed_request',
    '415 unsupported_media_type',
    '422 invalid_input',
    '404 unknown_path',
    '405 method_not_allowed',
    '406 not_acceptable',
    '401 no_credential',
    '401 invalid_credential',
    '403 forbidden',
    '404 not_found',
    '410 gone',
    '409 wrong_state',
    '409 not_unique',
    '409 still_referenced',
    '412 precondition_failed',
    '422 idempotency_key_reused',
    '409 idempotency_key_in_progress',
    '429 rate_limit',
    '413 too_large',
    '503 timed_out',
    '400 unknown_version',
    '500 internal_error',
    '503 unavailable',
  ]);
  const line = plan.errors.codes.at(-1)!.line;
  assert.equal(readLine(document.source, line), '- Codes: named after conditions');
});

test('a document without what produces a condition has no code of it, in its older versions neither', () => {
  const plan = planOf(readWith([], (text) => text.replace(/^\| wait .*\n/gm, '')));
  const [older] = plan.versioning.older!;
  for (const errors of [plan.errors, older!.interface.errors]) {
    const names = errors.codes.map(({ code }) => code);
    assert.deepEqual([names.includes('timed_out'), names.includes('rate_limit')], [false, true]);
    assert.equal(names.includes('quota'), false);
  }
});

test('a row gives a condition another code, and what it leaves keeps the code of the name', () => {
  const plan = planOf(
    readWith(['| email_taken | | not unique on create Customer | |', '| denied | | forbidden | Not you |']),
  );
  const names = plan.errors.codes.map(({ code }) => code);
  assert.deepEqual([names.includes('not_unique'), names.includes('forbidden')], [true, false]);
  assert.deepEqual(
    plan.errors.codes.find(({ code }) => code === 'email_taken')?.conditions.map(({ name, on }) => [name, on?.name]),
    [['not unique', 'create Customer']],
  );
});

test('a row with the name of a condition words its code', () => {
  const plan = planOf(readWith(['| not_found | | | No such thing |', '| invalid_input | 400 | | |']));
  const find = (name: string) => plan.errors.codes.filter(({ code }) => code === name);
  assert.deepEqual(
    find('not_found').map(({ status, message }) => [status, message]),
    [[404, 'No such thing']],
  );
  assert.deepEqual(
    find('invalid_input').map(({ status }) => status),
    [400],
  );
});

test('a limit may name the code of its condition', () => {
  const named = (text: string) =>
    text.replace('600 per minute, burst 100 |  |', '600 per minute, burst 100 | rate_limit |');
  const plan = planOf(readWith([], named));
  assert.equal(plan.limits.find(({ name }) => name === 'all')?.code, 'rate_limit');
});
