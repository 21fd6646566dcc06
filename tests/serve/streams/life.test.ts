import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { EventSource, type FetchLike } from 'eventsource';
import { formatPosition } from '../../../src/parts/events/serve/position.ts';
import { fetchOf } from '../../../src/serve/http/fetch.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { changed } from '../handlers/coded.fixture.ts';
import { type Served, serve } from '../support/served.fixture.ts';
import { handlers, type Reading, readStream, streaming } from './streams.fixture.ts';

/** The shop with a limit on its stream. */
const limited = (row: string): string =>
  changed(
    streaming,
    [
      '| page | page size | all | | 2, at most 3 | clamp |',
      `| page | page size | all | | 2, at most 3 | clamp |\n| own | ${row} |`,
    ],
    ['| too_large | 413 |', '| busy | 429 | concurrency limit; rate limit | | |\n| too_large | 413 |'],
  );

const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
after(() => rmSync(folder, { recursive: true }));
const addresses = [
  ['on SQLite', async () => `sqlite:${join(folder, 'streams.db')}`],
  ['on PostgreSQL', freshDatabase],
] as const;
const scopes = ['read', 'write', 'hear'];

const makeCustomer = async (served: Served, key: string): Promise<string> => {
  const body = { name: 'Ann', email: `${Math.random()}@x.example` };
  const got = await served.ask('POST /customers', { key, body });
  assert.equal(got.status, 201, got.text);
  return got.json.id;
};
const idsOf = async (reading: Reading, count: number): Promise<string[]> =>
  (await reading.events(count)).map(({ data }) => JSON.parse(data!).data.id);

for (const [name, address] of addresses) {
  describe(`streams of several instances ${name}`, () => {
    let instance: Served;
    let other: Served;
    let ours: string;
    let theirs: string;
    let at: string;
    const open: Reading[] = [];

    before(async () => {
      at = await address();
      instance = await serve(streaming, {}, undefined, at, handlers);
      other = await serve(streaming, {}, undefined, at, handlers);
      ours = await instance.key(scopes, { shop: 'a' });
      theirs = await instance.key(scopes, { shop: 'b' });
    });
    after(async () => {
      for (const reading of open) reading.stop();
      await instance?.close();
      await other?.close();
    });
    const stream = async (served: Served, key: string, headers: Record<string, string> = {}): Promise<Reading> => {
      const reading = await readStream(fetch, `${served.address}/stream`, key, headers);
      open.push(reading);
      return reading;
    };

    test('what happens at one instance is told at every one, to its own tenant, and resumed at another', async () => {
      const [here, there, foreign] = [
        await stream(instance, ours),
        await stream(other, ours),
        await stream(other, theirs),
      ];
      const made = [await makeCustomer(instance, ours), await makeCustomer(other, ours)];
      const strange = await makeCustomer(instance, theirs);
      for (const reading of [here, there]) assert.deepEqual((await idsOf(reading, 2)).toSorted(), made.toSorted());
      assert.deepEqual(await idsOf(foreign, 1), [strange]);
      const [first] = await here.events(1);
      const resumed = await stream(other, ours, { 'Last-Event-ID': first!.id! });
      assert.deepEqual(await resumed.events(1), (await here.events(2)).slice(1));
    });

    test('a revoked credential ends its streams on every instance, and no other', async () => {
      const leaving = await instance.key(scopes, { shop: 'a' });
      const readings = [await stream(instance, leaving), await stream(other, leaving)];
      const stays = await stream(other, ours);
      assert.equal(await instance.service.keys.revoke('key-3', Date.now()), true);
      await Promise.all(readings.map(({ ended }) => ended));
      assert.equal((await readStream(fetch, `${other.address}/stream`, leaving)).status, 401);
      const made = await makeCustomer(instance, ours);
      assert.deepEqual(await idsOf(stays, 1), [made]);
    });

    test('the fetch of a service gives the stream as a body that can be cancelled', async () => {
      const ask = fetchOf(other.service);
      const reading = await readStream((request) => ask(request, '127.0.0.1'), 'http://localhost/stream', ours);
      const made = await makeCustomer(instance, ours);
      assert.deepEqual(await idsOf(reading, 1), [made]);
      const request = new Request('http://localhost/stream', { headers: { Authorization: `Bearer ${ours}` } });
      const { body } = await ask(request, '127.0.0.1');
      const reader = body!.getReader();
      assert.match(new TextDecoder().decode((await reader.read()).value), /^retry: \d+\nid: \d+-[0-9a-f]{8}\n\n$/);
      await reader.cancel();
      const head = await ask(new Request(request, { method: 'HEAD' }), '127.0.0.1');
      assert.deepEqual([head.status, head.headers.get('Content-Type'), head.body], [200, 'text/event-stream', null]);
    });

    test('an instance that stops ends its streams in order, and its readers go on at the other', async () => {
      const leaving = await serve(streaming, {}, undefined, at, handlers);
      const reading = await readStream(fetch, `${leaving.address}/stream`, ours);
      const made = await makeCustomer(leaving, ours);
      const [told] = await reading.events(1);
      await leaving.close();
      assert.equal(await reading.ended, 'in order');
      const missed = await makeCustomer(instance, ours);
      const resumed = await stream(other, ours, { 'Last-Event-ID': told!.id! });
      assert.deepEqual([JSON.parse(told!.data!).data.id, ...(await idsOf(resumed, 1))], [made, missed]);
    });
  });
}

test('a stream holds a place of a limit on requests under way for as long as it is open', async () => {
  const document = limited('concurrency | stream events | credential | 2 | busy');
  const served = await serve(document, {}, undefined, undefined, handlers);
  try {
    const key = await served.key(scopes, { shop: 'a' });
    const ask = (): Promise<Reading> => readStream(fetch, `${served.address}/stream`, key);
    const [one, two] = [await ask(), await ask()];
    assert.equal((await ask()).status, 429);
    assert.equal((await served.ask('HEAD /stream', { key })).status, 429);
    one.stop();
    const end = performance.now() + 5_000;
    let again = await ask();
    while (again.status === 429 && performance.now() < end) again = await ask();
    assert.equal(again.status, 200);
    for (const reading of [two, again]) reading.stop();
  } finally {
    await served.close();
  }
});

test('a stream counts once for a rate, whatever it is sent', async () => {
  const document = limited('rate | stream events | credential | 2 per hour | busy');
  const served = await serve(document, {}, undefined, undefined, handlers);
  try {
    const key = await served.key(scopes, { shop: 'a' });
    const ask = (): Promise<Reading> => readStream(fetch, `${served.address}/stream`, key);
    const reading = await ask();
    const made = [await makeCustomer(served, key), await makeCustomer(served, key)];
    assert.deepEqual(await idsOf(reading, 2), made);
    assert.deepEqual([(await ask()).status, (await ask()).status], [200, 429]);
  } finally {
    await served.close();
  }
});

test('the timeout of a request is over when a stream has begun', async () => {
  const served = await serve(streaming, { serverLimits: { maxRequestTime: 300 } }, undefined, undefined, handlers);
  try {
    const key = await served.key(scopes, { shop: 'a' });
    const reading = await readStream(fetch, `${served.address}/stream`, key);
    await new Promise((resolve) => setTimeout(resolve, 600));
    const made = await makeCustomer(served, key);
    assert.deepEqual(await idsOf(reading, 1), [made]);
  } finally {
    await served.close();
  }
});

test('a reader of the package eventsource resumes by itself when it is cut off, and misses nothing', async () => {
  const served = await serve(streaming, {}, undefined, undefined, handlers);
  const key = await served.key(scopes, { shop: 'a' });
  const foreign = await served.key(scopes, { shop: 'b' });
  const asked: (string | undefined)[] = [];
  let cut = (): void => undefined;
  const ask: FetchLike = async (url, init) => {
    asked.push((init.headers as Record<string, string>)['Last-Event-ID']);
    const response = await fetch(url, { ...init, headers: { ...init.headers, Authorization: `Bearer ${key}` } });
    const cutting = new TransformStream<Uint8Array, Uint8Array>({
      start(controller) {
        cut = () => controller.terminate();
      },
    });
    const body = response.body!.pipeThrough(cutting as never);
    return new Response(body as never, response);
  };
  const seen: string[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const come = (count: number): Promise<void> => new Promise((resolve) => waiting.push({ count, resolve }));
  const source = new EventSource(`${served.address}/stream`, { fetch: ask });
  try {
    source.addEventListener('customer.changed', (event) => {
      seen.push(`${event.lastEventId} ${JSON.parse(event.data).data.id}`);
      for (const { count, resolve } of waiting) if (seen.length >= count) resolve();
    });
    await new Promise((resolve) => source.addEventListener('open', resolve, { once: true }));
    const made = [await makeCustomer(served, key)];
    await come(1);
    cut();
    made.push(await makeCustomer(served, key));
    await makeCustomer(served, foreign);
    made.push(await makeCustomer(served, key));
    await come(3);
    const stored = [1, 2, 4].map((number) => served.store.events.idAt(number));
    const positions = (await Promise.all(stored)).map((id, nth) =>
      formatPosition(served.platform, { sequence: [1, 2, 4][nth]!, id }),
    );
    assert.deepEqual(
      seen,
      positions.map((position, nth) => `${position} ${made[nth]}`),
    );
    assert.deepEqual(asked, [undefined, positions[0]]);
  } finally {
    source.close();
    await served.close();
  }
});
