import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createCellText } from '../../../markdown/cells/tokens.ts';
import { deliveries } from './index.ts';

const cell = (text: string) => createCellText({ text, span: { start: 7, end: 7 + text.length } });

test('there are the three ways of the language', () => {
  assert.deepEqual(
    deliveries.map((delivery) => delivery.name),
    ['webhook', 'sse', 'nats'],
  );
});

for (const delivery of deliveries) {
  test(`${delivery.name}: its examples of To read`, () => {
    assert.ok(delivery.right.length > 0);
    for (const { text, kind } of delivery.right) {
      const target = delivery.read(cell(text));
      assert.ok('kind' in target, JSON.stringify(target));
      assert.equal(target.kind, kind, text);
    }
  });

  test(`${delivery.name}: a wrong To is told at the very word`, () => {
    assert.ok(delivery.wrong.length > 0);
    for (const { text, at } of delivery.wrong) {
      const target = delivery.read(cell(text));
      assert.ok('wrong' in target, text);
      assert.equal(text.slice(target.span.start - 7, target.span.end - 7), at, `${text}: ${target.wrong}`);
    }
  });

  test(`${delivery.name}: any To reads or is told, and never throws`, () => {
    const words = fc.array(
      fc.constantFrom('each', 'Hook', 'at', 'url', 'a.b', 'where', '`x`', 'setting', 'GET', '/e', '{', '.'),
      // a cell without a word is none
      { minLength: 1 },
    );
    fc.assert(
      fc.property(words, (parts) => {
        const target = delivery.read(cell(parts.join(' ')));
        assert.ok('kind' in target || target.wrong.length > 0);
      }),
      { numRuns: 300 },
    );
  });
}

test('pages and descriptions present each way of delivery in its own words', () => {
  assert.deepEqual(Object.fromEntries(deliveries.map(({ name, words }) => [name, Object.values(words)])), {
    webhook: [
      'a request to each subscriber',
      'Webhooks',
      'Call webhooks',
      'The service posts each event to its subscribers.',
    ],
    sse: [
      'a stream that subscribers keep open',
      'Stream of server-sent events',
      'Stream events',
      'The service streams events to clients that have opened the stream.',
    ],
    nats: [
      'a message to a subject of NATS',
      'Subjects of NATS',
      'Publish events to NATS',
      'The service publishes each event to a stream of NATS JetStream.',
    ],
  });
});

const text = (description: string) => ({ type: 'string', description });

test('each way of delivery describes the headers of its messages', () => {
  const [webhook, sse, nats] = deliveries.map(({ headers }) => headers({ event: 'note.sent', signed: 'always' }));
  assert.deepEqual(webhook, {
    type: 'object',
    description: 'The headers of Standard Webhooks 1.0.0.',
    required: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
    properties: {
      'webhook-id': text('The ID of the event: the same on every attempt.'),
      'webhook-timestamp': text('When this attempt was made, in seconds since 1970.'),
      'webhook-signature': text('Signatures with spaces between them; verify one by Standard Webhooks.'),
      traceparent: text('The trace of the request that caused the event, if it has one.'),
    },
  });
  assert.deepEqual(sse, {
    type: 'object',
    description: 'The fields of a server-sent event, without its data.',
    required: ['id', 'event'],
    properties: {
      id: text('The position of the event, for `Last-Event-ID`.'),
      event: { type: 'string', const: 'note.sent' },
    },
  });
  assert.deepEqual(nats, {
    type: 'object',
    properties: {
      'Nats-Msg-Id': text('The ID of the event: the stream drops duplicates by it.'),
      traceparent: text('The trace of the request that caused the event, if it has one.'),
    },
  });
});

test('the signature of a webhook is required only where each subscriber has a secret', () => {
  const [webhook] = deliveries;
  const [sometimes, never] = (['sometimes', 'never'] as const).map((signed) => {
    const { required, properties } = webhook!.headers({ event: 'note.sent', signed });
    return { required, names: Object.keys(properties as object) };
  });
  const required = ['webhook-id', 'webhook-timestamp'];
  assert.deepEqual(sometimes, { required, names: [...required, 'webhook-signature', 'traceparent'] });
  assert.deepEqual(never, { required, names: [...required, 'traceparent'] });
});
