import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { formatYaml } from '../../src/describe/format.ts';
import { describeJsonSchema } from '../../src/describe/json-schema/index.ts';
import { describeOpenapi } from '../../src/describe/openapi/index.ts';
import type { OpenapiVersion } from '../../src/describe/openapi/options.ts';
import { readDocument } from '../../src/parts/index.ts';
import { buildWholePlanOf } from '../../src/parts/plan/whole-version.ts';
import { createSource } from '../../src/text/location.ts';
import { compareGolden } from '../support/golden.ts';

const root = join(import.meta.dirname, '../..');
const invoices = readFileSync(join(root, 'tests/documents/written-out/invoices.md'), 'utf8');
const notes = readFileSync(join(root, 'tests/documents/notes.md'), 'utf8');

// biome-ignore lint/suspicious/noExplicitAny: tests look into descriptions of many shapes
function describe(document: string, version?: string, openapi?: OpenapiVersion): any {
  const { service, diagnostics } = readDocument(createSource('invoices.md', document));
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message),
    [],
  );
  return describeOpenapi(buildWholePlanOf(service, version)!, openapi === undefined ? {} : { openapi });
}

test('the description of the invoices example', () => {
  const file = join(import.meta.dirname, 'invoices.openapi.yaml');
  const now = formatYaml(describe(invoices));
  compareGolden(file, now, 'tests/descriptions/openapi.test.ts');
});

test('an older version is described by its own names, paths, values and headers', () => {
  const { paths, components, info } = describe(invoices, '2026-01-01');
  assert.equal(info.version, '2026-01-01');
  const cancel = paths['/invoices/{id}/cancel'].post;
  assert.equal(paths['/invoices/{id}/withdraw'], undefined);
  assert.equal(cancel.deprecated, true);
  assert.ok(Object.keys(cancel.responses['200'].headers).includes('Sunset'));
  const isRequired = (status: number): boolean => {
    const response = components.responses[cancel.responses[status].$ref?.split('/').at(-1)] ?? cancel.responses[status];
    return components.headers[response.headers.Deprecation.$ref.split('/').at(-1)].required === true;
  };
  // A 400 may be for a version that does not exist.
  assert.deepEqual([200, 404, 400].map(isRequired), [true, true, false]);
  const { properties } = components.schemas.Invoice;
  assert.deepEqual(properties.status.enum, ['draft', 'open', 'paid', 'cancelled']);
  assert.equal(properties.items.items.$ref, '#/components/schemas/Line');
  assert.equal(properties.settled.type, 'boolean');
  assert.equal(properties.paid, undefined);
  assert.equal(components.schemas.Line.properties.price.type, 'string');
  assert.ok('full_name' in components.schemas.Customer.properties);
  const codes = components.schemas.Problem.properties.code.enum;
  assert.ok(codes.includes('invalid') && !codes.includes('nothing_to_pay'));
  const parameters = paths['/invoices'].get.parameters.map(({ name }: { name?: string }) => name);
  assert.ok(parameters.includes('due') && !parameters.includes('due_before'));
});

test('a version in the path is part of the address, and no parameter', () => {
  const byPath = invoices.replace('| header | Invoices-Version | current |', '| path | /v{version} | refused |');
  const { servers, paths, components } = describe(byPath, '2026-06-01');
  assert.deepEqual(servers, [{ url: '/v2026-06-01' }]);
  assert.ok('/customers' in paths);
  assert.equal(components.parameters['Invoices-Version'], undefined);
});

test('a document that states nearly nothing leaves keywords out, and lists what it does not show', () => {
  const described = describe(notes);
  assert.equal(described.info.version, 'unversioned');
  assert.equal(described.webhooks, undefined);
  assert.equal(described.components.securitySchemes, undefined);
  assert.deepEqual(described.paths['/notes'].post.security, []);
  assert.ok(described['x-not-shown'].some(({ part }: { part: string }) => part === 'errors'));
  assert.equal('code' in described.components.schemas.Problem.properties, false);
});

test('an operation that is not shown has the response 501 alone', () => {
  const closed = invoices.replace(
    '| GET | /customers/{id} | | 200 `Customer` |',
    '| GET | /customers/{id} | | not shown |',
  );
  const { responses, 'x-not-shown': missing } = describe(closed).paths['/customers/{id}'].get;
  assert.deepEqual(Object.keys(responses), ['501']);
  assert.deepEqual(missing, ['Request or Response']);
});

test('OpenAPI 3.2 describes each event of a stream', () => {
  const stream = (openapi: OpenapiVersion) =>
    describe(invoices, undefined, openapi).paths['/events'].get.responses['200'].content['text/event-stream'];
  assert.deepEqual(
    stream('3.2.0').itemSchema.oneOf.map(({ properties }: { properties: { event: object } }) => properties.event),
    ['invoice.created', 'invoice.sent', 'invoice.paid', 'invoice.voided'].map((name) => ({
      type: 'string',
      const: name,
    })),
  );
  assert.equal(stream('3.1.2').schema.type, 'string');
});

test('patch versions of OpenAPI differ in their number alone', () => {
  const { openapi, ...rest } = describe(invoices, undefined, '3.1.2');
  for (const version of ['3.1.0', '3.1.1'] as const)
    assert.deepEqual(describe(invoices, undefined, version), { openapi: version, ...rest });
  assert.equal(openapi, '3.1.2');
});

test('played examples take the place of those that the plan gives', () => {
  const { service } = readDocument(createSource('invoices.md', invoices));
  const exchange = {
    operation: 'pay Invoice',
    title: 'Pay a draft',
    request: { method: 'POST', path: '/invoices/inv_1/pay', headers: {}, body: { amount: 1 } },
    response: { status: 409, headers: {}, body: { code: 'wrong_state', title: 'played' } },
    code: 'wrong_state',
  };
  const described = describeOpenapi(buildWholePlanOf(service)!, { examples: { 'pay Invoice': [exchange] } });
  assert.match(
    JSON.stringify(described),
    /"wrong_state":\{"summary":"[^"]+","value":\{"code":"wrong_state","title":"played"\}\}/,
  );
});

const stating = `# Notes

## Resources and their fields

### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| count | integer | default 0 |
| kind | one of a, b | required |
| title | string | required |
| memo | uuid | |
| rank | integer | |

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Note | POST | /notes | \`Note\` | 201 \`Note\` header Location header X-Id \`id\` header X-Title \`title\` |
| read Note | GET | /notes/{id} | | 200 \`Note\` header X-Count \`count\` header X-Kind \`kind\` header X-Memo \`memo\` when \`count > 0\`; 200 \`Note\` header X-Kind \`kind\` header X-Rank \`rank\` |
| list Note | GET | /notes | | 200 \`Note[]\` header X-More has more header X-Total total count |
`;

test('a header that a response states is required only if it always has a value that fits', () => {
  const { paths, components } = describe(stating);
  const required = (path: string, method: string, status: string) => {
    const headers = Object.entries(paths[path][method].responses[status].headers as object);
    const whole = headers.map(([name, { $ref, ...header }]) => [
      name,
      $ref === undefined ? header : components.headers[$ref.split('/').at(-1)],
    ]);
    const stated = whole.filter(([name]) => /^X-(?!Content)|Location/.test(name));
    return Object.fromEntries(stated.map(([name, header]) => [name, header.required === true]));
  };
  assert.deepEqual(required('/notes', 'post', '201'), { Location: true, 'X-Id': true, 'X-Title': false });
  assert.deepEqual(required('/notes/{id}', 'get', '200'), {
    'X-Count': false,
    'X-Kind': true,
    'X-Memo': false,
    'X-Rank': false,
  });
  assert.deepEqual(required('/notes', 'get', '200'), { 'X-More': false, 'X-Total': false });
  assert.equal(
    components.headers['X-Rank'].description,
    'The header `X-Rank` of the document. Sent when it has a value.',
  );
});

test('all schemas of the example documents compile, and their extensions are those of the page', () => {
  const page = readFileSync(join(root, 'docs/openapi.md'), 'utf8');
  const extensions = Array.from(
    page.slice(page.indexOf('## Extensions')).matchAll(/`(x-[a-z-]+)`/g),
    (found) => found[1]!,
  );
  assert.ok(extensions.includes('x-nonet-ref'));
  for (const file of globSync(['examples/*/*.md', 'tests/documents/*.md'], { cwd: root })) {
    const { service, diagnostics } = readDocument(createSource(file, readFileSync(join(root, file), 'utf8')));
    if (diagnostics.some(({ severity }) => severity === 'error')) continue;
    const schemas = describeJsonSchema(buildWholePlanOf(service)!);
    const ajv = new Ajv2020({ strictSchema: true, strictTypes: false, allowUnionTypes: true, discriminator: false });
    (formats as unknown as (ajv: Ajv2020) => void)(ajv);
    ajv.addFormat('decimal', true);
    ajv.addVocabulary([...new Set(extensions), 'discriminator']);
    ajv.addSchema(schemas, 'schemas');
    for (const name of Object.keys(schemas.$defs))
      assert.ok(ajv.getSchema(`schemas#/$defs/${name}`), `${file}: ${name}`);
  }
});
