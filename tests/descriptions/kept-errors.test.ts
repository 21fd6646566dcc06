import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describePythonClient } from '../../src/describe/client/python/index.ts';
import { describeTypescriptClient } from '../../src/describe/client/typescript/index.ts';
import { describeDocs } from '../../src/describe/docs/index.ts';
import { describeOpenapi } from '../../src/describe/openapi/index.ts';
import { describeTypes } from '../../src/describe/types/index.ts';
import { readDocument } from '../../src/parts/index.ts';
import { buildWholePlanOf } from '../../src/parts/plan/whole-version.ts';
import { createSource } from '../../src/text/location.ts';
import { writePayments } from '../serve/requests/kept-errors.fixture.ts';

const { service } = readDocument(createSource('payments.md', writePayments()));
const plan = buildWholePlanOf(service)!;
const pathOf = (version?: string) =>
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into the description
  (describeOpenapi(buildWholePlanOf(service, version)!) as any).paths['/payments/{id}/pay'].post;

test('OpenAPI has the error among those of its status, with its condition', () => {
  const { description, responses } = pathOf();
  assert.match(
    description,
    /\*\*Errors that keep the change\*\*\n\n- 402 `card_declined`, if `status == "declined"`\./,
  );
  assert.deepEqual(Object.keys(responses['200'].content), ['application/json']);
  assert.equal(responses['402'].$ref, '#/components/responses/CardDeclined');
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into the description
  const all = describeOpenapi(plan) as any;
  assert.equal(all.components.responses.CardDeclined.description, '`card_declined`: The card was declined.');
  assert.deepEqual(Object.keys(all.components.responses.CardDeclined.content), ['application/problem+json']);
  assert.ok(all.paths['/payments/{id}'].delete.responses['204'] && all.paths['/payments/{id}'].delete.responses['409']);
});

test('older versions describe the error by their code', () => {
  assert.match(pathOf('2').description, /- 402 `declined`, if/);
  assert.equal(pathOf('2').responses['402'].$ref, '#/components/responses/Declined');
  assert.match(pathOf('1').description, /- 400 `payment_failed`, if/);
  assert.equal(pathOf('1').responses['402'], undefined);
});

test('clients return the record, or an error with the code', () => {
  assert.match(describeTypescriptClient(plan), /payPayment\(.*Result<Success<200, \w+>, \w+>/);
  assert.match(describeTypescriptClient(plan), /type PayPaymentCode =[^;]*'card_declined'/);
  assert.match(describePythonClient(plan), /"card_declined"/);
});

test('handlers choose among the responses of success, and the page says that the change is kept', () => {
  assert.match(describeTypes(plan), /'retry Payment': \{[^$]*?readonly answers: \{\s*readonly '?200'?:/);
  assert.doesNotMatch(describeTypes(plan), /'?402'?:/);
  const page = describeDocs({ plan }).replace(/<style>.*?<\/style>|<script.*?<\/script>|<[^>]*>/gs, '');
  const found = (wanted: RegExp): string => wanted.exec(page)?.[0] ?? '';
  assert.equal(
    found(/402 error card_declined when status.*?kept/),
    '402 error card_declined when status == "declined": the change is kept',
  );
  assert.equal(
    found(/409 error too_many when tries &gt; 1[^0-9]*/),
    '409 error too_many when tries &gt; 1: the change is kept ',
  );
  assert.equal(found(/409 error too_many when tries &gt; 2[^0-9]*/), '409 error too_many when tries &gt; 2 ');
  assert.equal(found(/a response of Read.*/), 'a response of Read a payment, Delete a payment');
  assert.equal(found(/the response is this error/), 'the response is this error');
});
