import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { playExamples } from '../../operator/examples.ts';
import { createWholePlanFinder } from '../../operator/whole-plans.ts';
import { createSource } from '../../text/location.ts';
import { describeAsyncapi } from './index.ts';

const invoices = readFileSync(new URL('../../../examples/invoices/invoices.md', import.meta.url), 'utf8');
const nats = invoices.replace(
  '| sse | GET /events | all |',
  '| nats | invoices.{event}.{id} | invoice.sent, invoice.paid | cloudevents 1.0 | | 8 over 28 hours |\n| sse | GET /events | all |',
);

// biome-ignore lint/suspicious/noExplicitAny: a description is plain JSON
type Description = any;

async function describe(
  text: string,
  options: { readonly version?: string; readonly played?: true } = {},
): Promise<Description> {
  const find = createWholePlanFinder(createSource('invoices.md', text));
  const { version, played } = options;
  const events = played === undefined ? [] : (await playExamples(find, { version })).events;
  return describeAsyncapi((await find(version))!, { events });
}

test('each delivery is a channel and an operation that sends its events', async () => {
  const { asyncapi, channels, operations } = await describe(nats);
  assert.equal(asyncapi, '3.0.0');
  assert.deepEqual(Object.keys(channels), ['webhook', 'nats', 'sse']);
  assert.deepEqual(Object.keys(operations), ['sendWebhook', 'sendNats', 'sendSse']);
  assert.deepEqual([channels.webhook.address, channels.sse.address], [null, '/events']);
  assert.equal(channels.nats.address, 'invoices.{event}.{id}');
  assert.deepEqual(channels.nats.parameters.event.enum, ['invoice.sent', 'invoice.paid']);
  assert.deepEqual(Object.keys(channels.nats.messages), ['InvoiceSentNats', 'InvoicePaidNats']);
  assert.equal(operations.sendWebhook.action, 'send');
  assert.deepEqual(operations.sendWebhook.messages[0], { $ref: '#/channels/webhook/messages/InvoiceCreatedWebhook' });
  assert.deepEqual(operations.sendWebhook.bindings, { http: { method: 'POST', bindingVersion: '0.3.0' } });
});

test('a stream needs a credential, by a scheme of the document', async () => {
  const { operations, components } = await describe(invoices);
  assert.deepEqual(operations.sendSse.security[0], { $ref: '#/components/securitySchemes/key' });
  assert.equal(operations.sendWebhook.security, undefined);
  assert.equal(components.securitySchemes.key.scheme, 'bearer');
});

test('a stream whose row rules read a field that may change has the message by which records leave', async () => {
  const plain = await describe(invoices);
  assert.equal(plain.components.messages.LeftSse, undefined);
  const given = invoices.replace(
    '| hooks:write | ',
    '| unpaid | stream events | `status != "paid"` | |\n| hooks:write | ',
  );
  const { channels, operations, components } = await describe(given);
  assert.deepEqual(channels.sse.messages.LeftSse, { $ref: '#/components/messages/LeftSse' });
  assert.deepEqual(operations.sendSse.messages.at(-1), { $ref: '#/channels/sse/messages/LeftSse' });
  assert.equal(channels.webhook.messages.LeftWebhook, undefined);
  const { name, headers, payload } = components.messages.LeftSse;
  assert.deepEqual([name, headers.properties.event], ['left', { type: 'string', const: 'left' }]);
  const schema = components.schemas[payload.$ref.split('/').at(-1)];
  assert.equal(schema.properties.type.const, 'left');
  assert.deepEqual(schema.properties.data.required, ['resource', 'id']);
  assert.deepEqual(schema.properties.data.properties.resource, { const: 'Invoice' });
});

test('a webhook has the headers of its signature', async () => {
  const { components } = await describe(invoices);
  const { headers, contentType } = components.messages.InvoicePaidWebhook;
  assert.equal(contentType, 'application/cloudevents+json');
  assert.deepEqual(headers.required, ['webhook-id', 'webhook-timestamp', 'webhook-signature']);
});

test('each message has an event that was emitted as its example', async () => {
  const { components } = await describe(nats, { played: true });
  const names = Object.keys(components.messages).filter((name) => components.messages[name].examples !== undefined);
  assert.ok(names.includes('InvoicePaidWebhook') && names.includes('InvoicePaidNats'), names.join());
  const [{ headers, payload }] = components.messages.InvoicePaidWebhook.examples;
  assert.match(headers['webhook-signature'], /^v1,/);
  assert.deepEqual([payload.type, payload.data.status], ['invoice.paid', 'paid']);
});

test('each example is as the schemas of its message say', async () => {
  for (const version of [undefined, '2026-06-01', '2026-01-01']) {
    const description = await describe(nats, { played: true, ...(version === undefined ? {} : { version }) });
    const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
    (formats as unknown as (ajv: Ajv2020) => void)(ajv);
    ajv.addSchema(description, 'description');
    let checked = 0;
    for (const [name, { examples = [] }] of Object.entries<Description>(description.components.messages)) {
      for (const example of examples) {
        for (const part of ['payload', 'headers']) {
          const validate = ajv.getSchema(`description#/components/messages/${name}/${part}`)!;
          assert.ok(validate(example[part]), `${name} ${part}: ${JSON.stringify(validate.errors)}`);
          checked++;
        }
      }
    }
    assert.ok(checked >= 6, `${version}: ${checked}`);
  }
});

test('an older version has its names, and not the events that came later', async () => {
  const { info, components } = await describe(invoices, { version: '2026-01-01', played: true });
  assert.equal(info.version, '2026-01-01');
  assert.equal(components.messages.InvoiceVoidedWebhook, undefined);
  assert.ok('items' in components.schemas.Invoice.properties);
});

test('NATS gets events in the version of requests that name none, and is described there alone', async () => {
  assert.deepEqual(Object.keys((await describe(nats, { version: '2026-06-01' })).channels), ['webhook', 'sse']);
  const pinned = nats.replace('Invoices-Version | current |', 'Invoices-Version | 2026-06-01 |');
  assert.deepEqual(Object.keys((await describe(pinned)).channels), ['webhook', 'sse']);
  assert.deepEqual(Object.keys((await describe(pinned, { version: '2026-06-01' })).channels), [
    'webhook',
    'nats',
    'sse',
  ]);
});

test('no named schema is left that no message refers to', async () => {
  const { components } = await describe(invoices);
  assert.ok(!('CustomerPage' in components.schemas));
  const text = JSON.stringify(components);
  for (const name of Object.keys(components.schemas)) assert.ok(text.includes(`"#/components/schemas/${name}"`), name);
});

test('events whose names differ in letter case alone have messages of their own', async () => {
  const { channels } = await describe(nats.replaceAll('invoice.sent', 'Invoice.Paid'));
  const { messages } = channels.nats;
  assert.deepEqual(Object.keys(messages), ['InvoicePaidNats', 'InvoicePaid2Nats']);
  assert.notDeepEqual(messages.InvoicePaidNats, messages.InvoicePaid2Nats);
});

test('a document without deliveries has no channels', async () => {
  const text = readFileSync(new URL('../../../examples/seat-holds/seat-holds.md', import.meta.url), 'utf8');
  const { channels, operations } = await describe(text);
  assert.deepEqual([channels, operations], [{}, {}]);
});

test('the address of a known service is a server', async () => {
  const { servers } = await describe(invoices.replace('{base_url}', 'https://api.example.com/v1'));
  assert.deepEqual([servers.service.host, servers.service.protocol], ['api.example.com', 'https']);
});
