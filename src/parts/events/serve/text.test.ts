import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HTTP } from 'cloudevents';
import { telling } from '../../../../tests/serve/events/events.fixture.ts';
import { changed } from '../../../../tests/serve/handlers/coded.fixture.ts';
import { planFor } from '../../../../tests/serve/support/served.fixture.ts';
import { compile } from '../../../codegen/compile.ts';
import type { StoredEvent } from '../../../contracts/events.ts';
import { createEventTexts } from './text.ts';

const document = changed(telling, [
  '| invoice.reminded | emitted by remind Invoice | `Invoice(id, memo)` | |',
  `| invoice.reminded | emitted by remind Invoice | \`{ id: Invoice.id, due: = customer.name }\` | |

| Delivery | To | Events | Envelope |
| --- | --- | --- | --- |
| webhook | setting a | all | cloudevents 1.0 |
| webhook | setting b | all | standard webhooks |
| webhook | setting c | all | \`{ id: event id, k: { type: event type, at: event time }, n: sequence, v: version, data: payload }\` |
| webhook | setting d | all | |`,
]);
const plan = planFor(document);
const [cloud, standard, shaped, bare] = plan.deliveries.map(({ envelope }) => envelope);

const invoice = {
  id: 'inv_1',
  shop: 'a',
  status: 'paid',
  total: 9_007_199_254_740_993n,
  paid: 5,
  memo: 'naïve "text"\n\u2028',
};
const event: StoredEvent = {
  sequence: 42,
  id: 'evt_01k8z7rqa0faw8vvg14d2pf2db',
  kind: 'invoice.paid',
  resource: 'Invoice',
  recordId: 'inv_1',
  recordVersion: 4,
  record: JSON.stringify({ ...invoice, total: 0 }).replace('"total":0', '"total":9007199254740993'),
  at: Date.UTC(2026, 10, 1, 9),
  traceId: 't',
};
const noted: StoredEvent = { ...event, kind: 'invoice.noted' };
const payload = '{"id":"inv_1","total":9007199254740993,"paid":5}';

function textOf(base = '') {
  const text = createEventTexts({ plan, compiled: compile(plan, base === '' ? {} : { baseUrl: base }), base });
  return (of: StoredEvent, envelope: typeof cloud) => text(of, envelope);
}

test('the package cloudevents reads an event in structured mode as it is', () => {
  const { contentType, body } = textOf('https://api.example.com/v1')(event, cloud);
  assert.equal(contentType, 'application/cloudevents+json');
  const read = HTTP.toEvent<object>({ headers: { 'content-type': contentType }, body });
  assert.ok(!Array.isArray(read));
  assert.equal((read.validate as () => boolean).call(read), true);
  assert.equal(read.specversion, '1.0');
  assert.equal(read.id, event.id);
  assert.equal(read.source, 'https://api.example.com/v1');
  assert.equal(read.type, 'invoice.paid');
  assert.equal(read.subject, 'inv_1');
  assert.equal(read.time, '2026-11-01T09:00:00.000Z');
  assert.equal(read.datacontenttype, 'application/json');
  assert.equal(read.sequence, '0000000000000042');
  assert.deepEqual(read.data, JSON.parse(payload));
  assert.ok(body.endsWith(`,"data":${payload}}`), body);
});

test('an event without a payload has no data, and its source is the path where no base address is known', () => {
  const { contentType, body } = textOf()(noted, cloud);
  const read = HTTP.toEvent({ headers: { 'content-type': contentType }, body });
  assert.ok(!Array.isArray(read));
  assert.equal(read.data, undefined);
  assert.equal(read.datacontenttype, undefined);
  assert.equal(read.source, '/');
});

test('the envelope of Standard Webhooks holds type, timestamp and data, and its id goes with it', () => {
  const { contentType, body, headers } = textOf()(event, standard);
  assert.equal(contentType, 'application/json');
  assert.equal(body, `{"type":"invoice.paid","timestamp":"2026-11-01T09:00:00.000Z","data":${payload}}`);
  assert.deepEqual(headers, { 'webhook-id': event.id });
  assert.equal(JSON.parse(textOf()(noted, standard).body).data.id, undefined);
});

test('an envelope that is a shape shows the roles of the event', () => {
  const { contentType, body } = textOf()(event, shaped);
  assert.equal(contentType, 'application/json');
  const known = `{"id":"${event.id}","k":{"type":"invoice.paid","at":"2026-11-01T09:00:00.000Z"},"n":42,"v":null`;
  assert.equal(body, `${known},"data":${payload}}`);
  assert.equal(JSON.parse(textOf()(noted, shaped).body).data, null);
});

test('without an envelope the payload stands alone', () => {
  assert.equal(textOf()(event, bare).body, payload);
  assert.equal(textOf()(noted, bare).body, '{}');
});

test('texts with quotes, line ends and letters of every kind survive every envelope', () => {
  const changedEvent: StoredEvent = { ...event, kind: 'invoice.changed' };
  for (const envelope of [cloud, standard, shaped]) {
    assert.equal(JSON.parse(textOf()(changedEvent, envelope).body).data.memo, invoice.memo);
  }
});

test('a payload that must show what cannot be worked out is thrown, not sent with a hole', () => {
  assert.throws(() => textOf()({ ...event, kind: 'invoice.reminded' }, cloud), /due/);
});

test('an event of a field that the document no longer has, and without one that it has got since, is still read', () => {
  const older: StoredEvent = { ...event, record: '{"id":"inv_1","was_called":"x","paid":5,"total":1}' };
  assert.equal(textOf()(older, bare).body, '{"id":"inv_1","total":1,"paid":5}');
});
