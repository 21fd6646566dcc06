import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { documentText } from '../../../tests/support/document-text.fixture.ts';
import { readDocument } from '../../parts/index.ts';
import { buildWholePlanOf } from '../../parts/plan/whole-version.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { createSource } from '../../text/location.ts';
import { describeJsonSchema } from '../json-schema/index.ts';
import { createSchemas, describeValue } from './index.ts';

const invoices = readFileSync(new URL('../../../examples/invoices/invoices.md', import.meta.url), 'utf8');

function planOf(document: string): WholePlan {
  const { service, diagnostics } = readDocument(createSource('invoices.md', document));
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  assert.deepEqual(
    errors.map(({ message }) => message),
    [],
  );
  return buildWholePlanOf(service)!;
}

/** Members that the schema of an invoice requires by state. */
function requiredByState(document: string): unknown {
  const { allOf = [] } = describeJsonSchema(planOf(document)).$defs.Invoice as unknown as {
    allOf?: readonly Condition[];
  };
  return allOf.map(({ if: { properties }, then }) => [properties.status.enum, then.required]);
}

interface Condition {
  readonly if: { readonly properties: { readonly status: { readonly enum: readonly string[] } } };
  readonly then: { readonly required: readonly string[] };
}

test('a field that a transition sets is required in each state that only leads on from it', () => {
  assert.deepEqual(requiredByState(invoices), [
    [
      ['open', 'paid'],
      ['number', 'sent_at'],
    ],
  ]);
});

test('a way into the state that does not set the field leaves it open', () => {
  const row = '| open | pay | paid | `paid + input.amount == total` | `paid = total` | |';
  assert.ok(invoices.includes(row));
  const also = invoices.replace(row, row.replace('| open |', '| draft, open |'));
  assert.deepEqual(requiredByState(also), [[['open'], ['number', 'sent_at']]]);
});

test('a computed field is required where everything that it reads is always there', () => {
  const schemaOf = (document: string) => describeJsonSchema(planOf(document)).$defs.Invoice!;
  assert.ok((schemaOf(invoices).required as string[]).includes('total'));
  const open = invoices.replace('| lines | Line[] | required; 1..100 items | |', '| lines | Line[] | 1..100 items | |');
  assert.ok(!(schemaOf(open).required as string[]).includes('total'));
});

test('bounds that a number does not hold exactly are not made keywords', () => {
  const components = createSchemas(planOf(invoices), '#/');
  const range = (from: string, to: string) =>
    describeValue(
      components,
      {
        type: 'integer',
        format: { name: 'int64' },
        constraints: [{ kind: 'range', unit: 'value', from, to, line: 1 }],
      },
      'sent',
    );
  assert.deepEqual(range('1', '9'), { type: 'integer', format: 'int64', minimum: 1, maximum: 9 });
  assert.deepEqual(range('1', '9223372036854775807'), {
    type: 'integer',
    format: 'int64',
    minimum: 1,
    'x-nonet-value': '1..9223372036854775807',
  });
  assert.deepEqual(describeValue(components, { type: 'integer' }, 'sent'), {
    type: 'integer',
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
  });
});

test('null is a type beside others, an enum value, and an alternative to what is referred to', () => {
  const components = createSchemas(planOf(invoices), '#/');
  assert.deepEqual(describeValue(components, { type: 'string', nullable: true }, 'shown'), {
    type: ['string', 'null'],
  });
  assert.deepEqual(describeValue(components, { type: 'choice', values: ['a'], nullable: true }, 'shown'), {
    type: ['string', 'null'],
    enum: ['a', null],
  });
  assert.deepEqual(describeValue(components, { type: 'named', name: 'Line', nullable: true }, 'sent'), {
    anyOf: [{ $ref: '#/LineInput' }, { type: 'null' }],
  });
});

test('requests have other schemas than responses: what only clients write, or only the service', () => {
  const { $defs } = describeJsonSchema(planOf(invoices));
  assert.deepEqual(Object.keys($defs.InvoiceCreate!.properties as object), ['customer', 'lines', 'due_on', 'memo']);
  assert.equal($defs.InvoiceCreate!.additionalProperties, false);
  assert.equal($defs.Invoice!.additionalProperties, undefined);
  assert.ok('secret' in ($defs.CreateWebhookEndpointResponse!.properties as object));
  assert.ok(!('secret' in ($defs.WebhookEndpoint!.properties as object)));
});

test('any value is none but null, as the service takes it, and `any or null` is null too', () => {
  const document = documentText('Notes', {
    resources: `### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| one | any | |
| two | any or null | |
| three | any[] | |`,
    endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Note | POST | /notes | \`Note\` | 201 \`Note\` |`,
  });
  const { $defs } = describeJsonSchema(planOf(document)) as unknown as {
    $defs: Record<string, { properties: object }>;
  };
  const any = { type: ['string', 'number', 'boolean', 'object', 'array'] };
  assert.deepEqual($defs.NoteCreate!.properties, {
    one: any,
    two: { type: [...any.type, 'null'] },
    three: { type: 'array', items: any },
  });
});
