import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { silent } from '../../../src/operator/silent.ts';
import { openAdmin } from '../../../src/serve/admin.ts';
import { families, processFamilies } from '../../../src/serve/metrics/families.ts';
import { createNodePlatform } from '../../../src/serve/platform-node.ts';
import { exchange } from '../../security/errors.fixture.ts';
import { planFor } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { type Scraped, watch, watched } from './admin.fixture.ts';

const requests = 'nonet_http_request_duration_seconds';
const countOf = (scraped: Scraped, operation: string, status: string): number | undefined =>
  scraped.get(`${requests}_count{operation="${operation}",status="${status}"}`);

for (const [name, address] of everyStore) {
  describe(`the admin port ${name}`, () => {
    test('counts the requests of two tenants exactly, by operation, status class, code and limit', async (t) => {
      const { ask, scrape, address: own } = await watch(t, await address());
      for (const shop of ['north', 'south']) {
        const statuses: number[] = [];
        for (let i = 0; i < 5; i++) statuses.push(await ask('POST /notes', shop, { text: 'x' }));
        assert.deepEqual(statuses, [201, 201, 201, 429, 429]);
        assert.equal(await ask('PATCH /notes/none', shop, { text: 'y' }), 404);
        assert.equal(await ask('POST /hooks', shop, { url: 1 }), 422);
        assert.equal(await ask('GET /nowhere', shop), 404);
      }
      assert.equal((await fetch(`${own}/notes`, { method: 'POST', body: '{}' })).status, 401);
      const scraped = await scrape();
      assert.equal(countOf(scraped, 'create Note', '2xx'), 6);
      assert.equal(countOf(scraped, 'create Note', '4xx'), 5);
      assert.equal(countOf(scraped, 'update Note', '4xx'), 2);
      assert.equal(countOf(scraped, 'create Hook', '4xx'), 2);
      assert.equal(countOf(scraped, '', '4xx'), 2);
      assert.equal(scraped.get('nonet_http_refusals_total{operation="create Note",code="slow_down"}'), 4);
      assert.equal(scraped.get('nonet_http_refusals_total{operation="create Note",code=""}'), 1);
      assert.equal(scraped.get('nonet_http_refusals_total{operation="create Hook",code="invalid"}'), 2);
      assert.equal(scraped.get('nonet_limit_rejections_total{limit="notes"}'), 4);
      assert.ok(scraped.get('nonet_store_write_duration_seconds_count')! >= 6);
      assert.equal(scraped.get('nonet_store_writes_in_progress'), 0);
      assert.equal(scraped.get('nonet_store_up'), 1);
      const bucket = (le: string) => scraped.get(`${requests}_bucket{operation="create Note",status="2xx",le="${le}"}`);
      assert.equal(bucket('+Inf'), 6);
      assert.ok(bucket('0.001')! <= bucket('30')!);
      assert.ok(scraped.get(`${requests}_sum{operation="create Note",status="2xx"}`)! > 0);
      assert.ok(scraped.get('process_resident_memory_bytes')! > 0);
      assert.ok(scraped.has('nonet_eventloop_lag_seconds_count'));
    });

    test('shows deliveries by state, due timed transitions and open streams', async (t) => {
      let status = 500;
      const service = await watch(t, await address(), () => ({ status }));
      const { ask, scrape, until, clock } = service;
      for (const shop of ['north', 'south']) {
        assert.equal(await ask('POST /hooks', shop, { url: 'https://x.example/', kinds: ['note.made'] }), 201);
        assert.equal(await ask('POST /notes', shop, { text: 'x' }), 201);
      }
      const failing = await until((scraped) => scraped.get('nonet_delivery_attempts_total{result="retried"}') === 2);
      assert.equal(failing.get('nonet_deliveries{state="waiting"}'), 2);
      assert.equal(failing.get('nonet_deliveries{state="failed"}'), 0);
      assert.equal(failing.get('nonet_timers_due{transition="age Note"}'), 0);
      status = 410;
      clock.now += 3_600_000;
      await until((scraped) => scraped.get('nonet_deliveries{state="failed"}') === 2);
      await until((scraped) => countOf(scraped, 'create Note', '2xx') === 2);
      const ending = new AbortController();
      const headers = { Authorization: `Bearer ${await service.key('north')}` };
      const stream = await fetch(`${service.address}/heard`, { headers, signal: ending.signal });
      assert.equal(stream.status, 200);
      await until((scraped) => scraped.get('nonet_streams_open') === 1);
      ending.abort();
      await until((scraped) => scraped.get('nonet_streams_open') === 0);
      assert.equal((await scrape()).get('nonet_delivery_attempts_total{result="failed"}'), 2);
    });

    test('is not ready while the store takes no writes, which is tried every five seconds', async (t) => {
      let trials = 0;
      let isFull = false;
      const through = (store: import('../../../src/contracts/store.ts').Store) => ({
        ...store,
        async probeWrite() {
          trials++;
          if (isFull) throw new Error('database or disk is full');
          await store.probeWrite();
        },
      });
      const { look, clock } = await watch(t, await address(), undefined, through);
      const reasons = async () => (JSON.parse((await look('/readyz')).text) as { reasons?: string[] }).reasons;
      assert.equal(await reasons(), undefined);
      isFull = true;
      clock.now += 4_999;
      assert.deepEqual([await reasons(), trials], [undefined, 1]);
      clock.now += 1;
      assert.deepEqual([await reasons(), await reasons(), trials], [['store not writable'], ['store not writable'], 2]);
      isFull = false;
      clock.now += 5_000;
      assert.deepEqual([await reasons(), trials], [undefined, 3]);
    });

    test('is ready while the store answers, and says why it is not', async (t) => {
      let down = false;
      const through = (store: import('../../../src/contracts/store.ts').Store) => ({
        ...store,
        alive: () => (down ? false : store.alive()),
      });
      const { admin, look, scrape, store } = await watch(t, await address(), undefined, through);
      const ready = await look('/readyz');
      assert.deepEqual([ready.status, JSON.parse(ready.text)], [200, { status: 'ready' }]);
      down = true;
      const lost = await look('/readyz');
      assert.deepEqual(
        [lost.status, JSON.parse(lost.text)],
        [503, { status: 'not ready', reasons: ['store unreachable'] }],
      );
      const scraped = await scrape();
      assert.equal(scraped.get('nonet_store_up'), 0);
      assert.equal(scraped.get('nonet_deliveries{state="waiting"}'), undefined);
      down = false;
      assert.equal((await look('/readyz')).status, 200);
      await store.close();
      assert.equal((await look('/readyz')).status, 503);
      assert.equal((await look('/healthz')).status, 200);
      admin.ends('shutting down');
      assert.deepEqual(JSON.parse((await look('/readyz')).text).reasons, ['shutting down']);
    });
  });
}

test('the admin port answers GET and HEAD on three paths, without a cache', async (t) => {
  const { look } = await watch(t, 'sqlite::memory:');
  const health = await look('/healthz?x=1');
  assert.deepEqual([health.status, health.text], [200, '{"status":"ok"}\n']);
  assert.equal(health.headers.get('Cache-Control'), 'no-store');
  const head = await look('/metrics', { method: 'HEAD' });
  assert.deepEqual([head.status, head.text], [200, '']);
  assert.match(head.headers.get('Content-Type')!, /^text\/plain; version=0\.0\.4/);
  assert.equal((await look('/metrics', { method: 'POST' })).status, 405);
  assert.equal((await look('/constructor')).status, 404);
});

test('the labels of metrics are names of the plan alone, whatever clients send', async (t) => {
  const { ask, scrape } = await watch(t, 'sqlite::memory:');
  for (const path of ['/a', '/b', '/notes/x?y=z', '/notes/%00', '//']) {
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE', 'BREW'])
      await ask(`${method} ${path}`, 'north').catch(() => 0);
  }
  const plan = planFor(watched);
  const operations = new Set(['', ...plan.operations.map((operation) => operation.name)]);
  const codes = new Set(['', ...plan.errors.codes.map(({ code }) => code)]);
  const own = [...(await scrape()).keys()].filter((key) => key.startsWith('nonet_'));
  for (const key of own) {
    const [, operation] = /operation="([^"]*)"/.exec(key) ?? [];
    const [, code] = /code="([^"]*)"/.exec(key) ?? [];
    assert.ok(operation === undefined || operations.has(operation), key);
    assert.ok(code === undefined || codes.has(code), key);
  }
  const all = Object.values({ ...families, ...processFamilies });
  const names = new Set(own.map((key) => key.replace(/\{.*/, '').replace(/_(bucket|sum|count)$/, '')));
  for (const found of names)
    assert.ok(
      all.some((family) => family.name === found),
      found,
    );
});

test('S74: the admin port answers for names of this machine and addresses only, and in no frame', async (t) => {
  const admin = await openAdmin({ host: '127.0.0.1', port: 0 }, createNodePlatform(silent));
  t.after(() => admin.close());
  const { port } = new URL(admin.address);
  const ask = (host: string): Promise<string> =>
    exchange(admin.address, `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  for (const host of ['localhost', `127.0.0.1:${port}`, `[::1]:${port}`, '192.0.2.1'])
    assert.match(
      await ask(host),
      /^HTTP\/1\.1 200 [\s\S]*\r\nContent-Security-Policy: frame-ancestors 'none'\r\n/,
      host,
    );
  for (const host of ['evil.example', `localhost.evil.example:${port}`])
    assert.match(
      await ask(host),
      /^HTTP\/1\.1 421 [\s\S]*Host does not name this machine: use 127\.0\.0\.1 or localhost/,
      host,
    );
});
