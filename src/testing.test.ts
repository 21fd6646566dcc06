import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { freshDatabase } from '../tests/support/postgres.ts';
import { toNodeHandler } from './index.ts';
import { openTest } from './testing.ts';

test('timed transitions happen at their own moments, each before advance resolves, and two tenants stay apart', async () => {
  const service = await openTest({ document: 'examples/seat-holds/seat-holds.md', now: '2030-05-01T12:00:00Z' });
  const ours = await service.client({ attributes: { house: 'globe' } });
  const reader = await service.client({ attributes: { house: 'globe' }, scopes: ['seats:read'] });
  const theirs = await service.client({ attributes: { house: 'rose' } });
  const seat = (await ours.post('/seats', { show: 'Hamlet', place: 'A1', price: 100 })).body;
  const at = `/seats/${seat.id}`;
  assert.equal((await service.anonymous.get(at)).status, 401);
  assert.equal((await theirs.get(at)).status, 404);
  assert.equal((await reader.post(`${at}/hold`, { buyer: 'ada' })).body.code, 'forbidden');
  assert.equal((await ours.post(`${at}/hold`, { buyer: 'ada' })).body.status, 'held');
  await service.advance('9 minutes');
  assert.equal((await reader.get(at)).body.status, 'held');
  await service.advance(60_000);
  assert.equal(service.now, Date.UTC(2030, 4, 1, 12, 10));
  assert.equal((await reader.get(at)).body.status, 'free');
  await assert.rejects(service.advance('10 parsecs'), /advance takes milliseconds or a time/);
  await assert.rejects(service.client({ scopes: ['no'] }), /no scope no/);
  await service.close();
});

for (const store of ['SQLite', 'PostgreSQL']) {
  test(`events and webhooks are captured, retries at their moments, each tenant's own, on ${store}`, async () => {
    const service = await openTest({
      document: 'examples/invoices/invoices.md',
      ...(store === 'SQLite' ? {} : { store: await freshDatabase() }),
    });
    const [ours, theirs] = await Promise.all(
      ['a', 'b'].map((shop) => service.client({ attributes: { shop }, scheme: 'key' })),
    );
    for (const [client, url] of [
      [ours!, 'https://a.example.com/hook'],
      [theirs!, 'https://b.example.com/hook'],
    ] as const) {
      assert.equal((await client.post('/webhook_endpoints', { url })).status, 201);
    }
    let down = true;
    service.answerWebhooks(() => (down ? 503 : 200));
    const customer = (await ours!.post('/customers', { name: 'Ada', email: 'ada@example.com' })).body.id;
    const lines = [{ text: 'paper', quantity: 1, price: 5 }];
    const made = await ours!.post('/invoices', { customer, lines, due_on: '2030-02-01' });
    assert.equal(made.status, 201, made.text);
    assert.deepEqual(
      service.events.map(({ type: kind, number, resource, recordId, payload }) => [
        kind,
        number,
        resource,
        recordId,
        payload.total,
      ]),
      [['invoice.created', 1, 'Invoice', made.body.id, 5]],
    );
    assert.deepEqual(
      service.webhooks.map(({ url, body }) => [url, body.type, body.data.id]),
      [['https://a.example.com/hook', 'invoice.created', made.body.id]],
    );
    assert.match(service.webhooks[0]!.headers['webhook-signature']!, /^v1,/);
    await service.advance('1 minute');
    const tried = service.webhooks.length;
    assert.ok(tried > 1, `${tried}`);
    const gaps = service.webhooks.slice(1).map(({ at }, i) => at - service.webhooks[i]!.at);
    assert.ok(
      gaps.every((gap) => gap > 0),
      `${gaps}`,
    );
    down = false;
    await service.advance('28 hours');
    assert.equal(service.webhooks.length, tried + 1);
    await service.advance('30 days');
    assert.equal(service.webhooks.length, tried + 1);
    await service.close();
  });
}

const relay = `# Relay

## Resources and their fields

### Baton

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| team | string | assigned from caller.team |
| status | state | |
| second_at | date-time | read-only |
| third_at | date-time | read-only |

## States and transitions

### Baton

| State | Kind |
| --- | --- |
| first | initial |
| second | |
| third | final |

| From | Transition | To | Trigger | Effect |
| --- | --- | --- | --- | --- |
| first | pass | second | after 10 minutes | \`second_at = now\` |
| second | finish | third | after 1 hour | \`third_at = now\` |

## Endpoints

| Operation | Method | Path | Response |
| --- | --- | --- | --- |
| create Baton | POST | /batons | 201 \`Baton\` |
| list Baton | GET | /batons | 200 \`Baton[]\` |

## Authentication

| Scheme | Kind | Sent in | Credential | Lifetime |
| --- | --- | --- | --- | --- |
| key | api key | header X-Key | key | |

| Attribute | Type |
| --- | --- |
| team | string |

| Scope | Allows | Where |
| --- | --- | --- |
| run | all Baton | \`team == caller.team\` |
`;

for (const store of ['SQLite', 'PostgreSQL']) {
  test(`a version that is gone after its sunset ends at midnight UTC, for every tenant, on ${store}`, async (t) => {
    const address = store === 'SQLite' ? {} : { store: await freshDatabase() };
    const document = `${relay}
## Errors

| Code | Status | Condition |
| --- | --- | --- |
| old_version | 410 | retired version |

## Versioning

| Version | Status | Sunset | After sunset |
| --- | --- | --- | --- |
| 3 | current | | |
| 2 | supported | 2030-01-31 | served |
| 1 | supported | 2030-02-01 | gone |

| Sent in | Name | When absent |
| --- | --- | --- |
| path | /v{version} | current |
`;
    const service = await openTest({ document, now: '2030-01-31T23:59:59Z', ...address });
    t.after(() => service.close());
    const [red, blue] = [
      await service.client({ attributes: { team: 'red' } }),
      await service.client({ attributes: { team: 'blue' } }),
    ];
    await red.post('/v1/batons');
    const answers = async (version: number) => [
      (await red.get(`/v${version}/batons`)).body.length ?? (await red.get(`/v${version}/batons`)).body.code,
      (await blue.get(`/v${version}/batons`)).body.length ?? (await blue.get(`/v${version}/batons`)).body.code,
    ];
    await service.advance(999);
    assert.deepEqual(await answers(1), [1, 0]);
    await service.advance(1);
    assert.deepEqual(await answers(1), ['old_version', 'old_version']);
    assert.deepEqual(
      [await answers(2), await answers(3)],
      [
        [1, 0],
        [1, 0],
      ],
    );
  });

  test(`streams and messages to NATS are captured, each tenant's own, on ${store}`, async (t) => {
    const example = readFileSync('examples/invoices/invoices.md', 'utf8');
    const document = example.replace(
      /^\| webhook \| each WebhookEndpoint.*$/m,
      '$&\n| nats | billing.{event}.{id} | invoice.created | cloudevents 1.0 | | |',
    );
    const address = store === 'SQLite' ? {} : { store: await freshDatabase() };
    const service = await openTest({ document, ...address });
    t.after(() => service.close());
    const [ours, theirs] = await Promise.all(
      ['a', 'b'].map((shop) => service.client({ attributes: { shop }, scheme: 'key' })),
    );
    const stream = await ours!.stream('/events');
    const customer = (await ours!.post('/customers', { name: 'Ada', email: 'ada@example.com' })).body.id;
    const lines = [{ text: 'paper', quantity: 1, price: 5 }];
    const create = () => ours!.post('/invoices', { customer, lines, due_on: '2030-02-01' });
    const made = (await create()).body.id;
    assert.deepEqual(
      stream.events.map(({ type: kind, data }) => [kind, data.data.id]),
      [['invoice.created', made]],
    );
    const later = await ours!.stream('/events', { 'Last-Event-ID': '0' });
    assert.deepEqual(later.events, stream.events);
    assert.deepEqual((await theirs!.stream('/events', { 'Last-Event-ID': '0' })).events, []);
    await assert.rejects(service.anonymous.stream('/events'), /GET \/events was answered with 401/);
    const [message, ...others] = service.messages;
    assert.deepEqual(others, []);
    assert.deepEqual(
      [message!.subject, message!.body.type, message!.body.data.id, message!.at],
      [`billing.invoice.created.${made}`, 'invoice.created', made, service.now],
    );
    assert.equal(message!.id, service.events[0]!.id);
    service.answerMessages(() => ({ problem: 'no stream takes the subject' }));
    await create();
    const before = service.messages.length;
    await service.advance('1 minute');
    assert.ok(service.messages.length > before + 1);
    assert.equal((await service.listDeliveries({ states: ['waiting'] })).length, 1);
    service.answerMessages(() => 'stored');
    await service.advance('2 minutes');
    assert.equal((await service.listDeliveries({ states: ['waiting'] })).length, 0);
    assert.equal(stream.events.length, 2);
    await later.close();
    assert.deepEqual([stream.ended, later.ended], [false, true]);
  });

  test(`keys, secrets, events and deliveries of two tenants are managed by functions, on ${store}`, async (t) => {
    const service = await openTest({
      document: 'examples/invoices/invoices.md',
      ...(store === 'SQLite' ? {} : { store: await freshDatabase() }),
    });
    t.after(() => service.close());
    const hooks: string[] = [];
    const made: string[] = [];
    for (const shop of ['a', 'b']) {
      const client = await service.client({ attributes: { shop }, scheme: 'key' });
      hooks.push((await client.post('/webhook_endpoints', { url: `https://${shop}.example.com/hook` })).body.id);
      service.answerWebhooks(({ url }) => (url.includes('//b.') ? 200 : { problem: 'timeout' }));
      const customer = (await client.post('/customers', { name: 'Ada', email: 'ada@example.com' })).body.id;
      const lines = [{ text: 'paper', quantity: 1, price: 5 }];
      made.push((await client.post('/invoices', { customer, lines, due_on: '2030-02-01' })).body.id);
    }
    // PostgreSQL numbers events when no older transaction of the server is open, of other tests either.
    for (let tries = 0; tries < 500 && service.events.length < 2; tries++) {
      await service.settle();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.deepEqual(await service.listEvents(), service.events);
    assert.deepEqual(
      (await service.listEvents({ after: 1, types: ['invoice.created'] })).map((event) => [
        event.recordId,
        event.payload.shop,
      ]),
      [[made[1], 'b']],
    );
    assert.equal((await service.listEvents({ recordId: made[0]!, limit: 1 })).length, 1);
    assert.equal((await service.listDeliveries()).length, 2);
    assert.equal(await service.replay({ event: service.events[1]!.id }), 1);
    await service.advance('2 days');
    const [failed, none] = await service.listDeliveries({ states: ['failed'] });
    assert.deepEqual([none, failed!.subscription, failed!.type], [undefined, hooks[0], 'invoice.created']);
    assert.equal(failed!.attempts.at(-1)!.problem, 'timeout');
    await assert.rejects(service.replay({}), /say which deliveries: \{ ids \}/);
    await assert.rejects(service.replay({ ids: [] }), /say which deliveries/);
    assert.equal(await service.replay({ subscriber: hooks[1]! }), 0);
    service.answerWebhooks(() => 200);
    const before = service.webhooks.length;
    const secret = await service.rotateSecret('WebhookEndpoint.secret', hooks[0]!);
    assert.match(secret, /^whsec_/);
    assert.equal(await service.replay({ all: true }), 1);
    await service.settle();
    const [again, ...rest] = service.webhooks.slice(before);
    assert.deepEqual([rest, again!.body.id, again!.url], [[], service.events[0]!.id, 'https://a.example.com/hook']);
    const signature = new Webhook(secret).sign(again!.body.id, new Date(again!.at), again!.text);
    assert.ok(again!.headers['webhook-signature']!.split(' ').includes(signature));
    await assert.rejects(service.rotateSecret('WebhookEndpoint.url', hooks[0]!), /does not have the type `secret`/);
    await assert.rejects(
      service.rotateSecret('WebhookEndpoint.secret', 'whe_1'),
      /WebhookEndpoint whe_1 does not exist/,
    );

    const key = await service.createKey({ subject: 'ada', scopes: ['invoices:read'], attributes: { shop: 'a' } });
    const status = async (text: string, of = made[0]) =>
      (await service.anonymous.get(`/invoices/${of}`, { Authorization: `Bearer ${text}` })).status;
    const { id } = (await service.listCredentials()).find(({ subject }) => subject === 'ada')!;
    const next = await service.rotate(id, { gracePeriod: 60_000 });
    assert.deepEqual([await status(key), await status(next), await status(next, made[1])], [200, 200, 404]);
    await service.advance('2 minutes');
    assert.deepEqual([await status(key), await status(next)], [401, 200]);
    await assert.rejects(service.rotate(id), /No active key or client has the ID/);
    await assert.rejects(service.rotate('nobody', { gracePeriod: -1 }), /a gracePeriod in milliseconds/);
    const mine = (await service.listCredentials()).find(
      ({ subject, state }) => subject === 'ada' && state === 'active',
    )!;
    await assert.rejects(service.rotate(mine.id, { lifetime: 0 }), /the lifetime must be a positive number/);
  });

  test(`a long advance stops at each moment at which the time acts, for every tenant, on ${store}`, async () => {
    const address = store === 'SQLite' ? {} : { store: await freshDatabase() };
    const service = await openTest({ document: relay, now: new Date(0), ...address });
    const [red, blue] = [
      await service.client({ attributes: { team: 'red' } }),
      await service.client({ attributes: { team: 'blue' } }),
    ];
    await red.post('/batons');
    await service.advance('5 minutes');
    await blue.post('/batons');
    await service.advance('1 day');
    const momentsOf = async (client: typeof red) => {
      const { body } = await client.get('/batons');
      return body.map((record: Record<string, string>) => [record.status, record.second_at, record.third_at]);
    };
    assert.deepEqual(await momentsOf(red), [['third', '1970-01-01T00:10:00.000Z', '1970-01-01T01:10:00.000Z']]);
    assert.deepEqual(await momentsOf(blue), [['third', '1970-01-01T00:15:00.000Z', '1970-01-01T01:15:00.000Z']]);
    const handle = toNodeHandler(service);
    assert.equal(typeof handle, 'function');
    await service.close();
    assert.throws(() => toNodeHandler(service), /not yet closed/);
  });
}
