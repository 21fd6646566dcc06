import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import type { Settings } from '../../../src/serve/settings.ts';
import { type Served, serve, serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { limitedShop } from './limited.fixture.ts';

for (const [name, address] of everyStore) {
  describe(`limits on requests ${name}`, () => {
    const opened = async (
      t: { after(work: () => Promise<void>): void },
      rows: readonly string[],
      settings: Settings = {},
      limitHeaders?: string,
    ): Promise<Served & { move(milliseconds: number): void }> => {
      let now = Date.UTC(2026, 10, 21);
      const served = await serveIn(t, limitedShop(rows, limitHeaders), settings, () => now, await address());
      return Object.assign(served, {
        move(milliseconds: number) {
          now += milliseconds;
        },
      });
    };
    const statuses = async (count: number, ask: () => Promise<{ readonly status: number }>): Promise<number[]> => {
      const found: number[] = [];
      for (let i = 0; i < count; i++) found.push((await ask()).status);
      return found;
    };
    const shop1 = { shop: 'north' };

    test('per credential each has its own bucket, whatever the other does, and requests without a credential have none', async (t) => {
      const served = await opened(t, ['calm | rate | all | credential | 3 per minute | slow_down']);
      const [one, two] = [
        await served.key(['read', 'tags'], shop1),
        await served.key(['read', 'tags'], { shop: 'south' }),
      ];
      const list = (key?: string) => () => served.ask('GET /customers', { key });
      assert.deepEqual(await statuses(4, list(one)), [200, 200, 200, 429]);
      assert.deepEqual(await statuses(4, list(two)), [200, 200, 200, 429]);
      const anyone = () => served.ask('GET /public/tags');
      assert.deepEqual(await statuses(5, anyone), [200, 200, 200, 200, 200]);
      assert.deepEqual(await statuses(2, list()), [401, 401]);
      const refused = await served.ask('GET /public/tags', { key: one });
      assert.deepEqual(
        [refused.status, refused.json.code, refused.headers.get('Retry-After')],
        [429, 'slow_down', '20'],
      );
      served.move(20_000);
      assert.deepEqual(await statuses(2, list(one)), [200, 429]);
    });

    test('per attribute all credentials of one tenant share a bucket, and no other tenant feels it', async (t) => {
      const served = await opened(t, ['calm | rate | Customer | caller.shop | 3 per minute | slow_down']);
      const [one, two] = [await served.key(['read'], shop1), await served.key(['read'], shop1)];
      const other = await served.key(['read'], { shop: 'south' });
      assert.deepEqual(await statuses(2, () => served.ask('GET /customers', { key: one })), [200, 200]);
      assert.deepEqual(await statuses(2, () => served.ask('GET /customers', { key: two })), [200, 429]);
      assert.deepEqual(await statuses(4, () => served.ask('GET /customers', { key: other })), [200, 200, 200, 429]);
      assert.equal((await served.ask('GET /invoices', { key: one })).status, 200);
    });

    test('what is admitted counts though a later step refuses it; the limits of a caller are taken all or none', async (t) => {
      const served = await opened(t, [
        'calm | rate | all | credential | 4 per minute | slow_down',
        'few | rate | list Customer | caller.shop | 2 per minute | slow_down',
      ]);
      const key = await served.key(['read'], shop1);
      const list = () => served.ask('GET /customers', { key });
      assert.deepEqual(await statuses(5, list), [200, 200, 429, 429, 429]);
      const lost = () => served.ask('GET /customers/cus_00000000000000000000000000', { key });
      assert.deepEqual(await statuses(3, lost), [404, 404, 429]);
    });

    test('a limit of a scope counts the callers that hold it', async (t) => {
      const served = await opened(t, ['bulk | rate | tags | | 3 per minute | slow_down']);
      const [tags, reader] = [await served.key(['tags'], shop1), await served.key(['read'], shop1)];
      const other = await served.key(['tags', 'read'], { shop: 'south' });
      assert.deepEqual(await statuses(2, () => served.ask('GET /reminders', { key: tags })), [200, 200]);
      assert.deepEqual(await statuses(2, () => served.ask('GET /customers', { key: other })), [200, 429]);
      assert.deepEqual(await statuses(4, () => served.ask('GET /customers', { key: reader })), [200, 200, 200, 200]);
    });

    test('S31: per address every request that names the operation counts, wrong credentials too, and other operations go on', async (t) => {
      const served = await opened(t, ['guessing | rate | list Customer | ip | 3 per minute | slow_down']);
      const key = await served.key(['read'], shop1);
      const wrong = () => served.ask('GET /customers', { key: 'key_nonsense' });
      assert.deepEqual(await statuses(100, wrong), [401, 401, 401, ...Array<number>(97).fill(429)]);
      assert.equal((await served.ask('GET /customers', { key })).status, 429);
      assert.equal((await served.ask('GET /invoices', { key })).status, 200);
    });

    test('S31: wrong attempts from one address do not lock the rightful user out at another', async (t) => {
      const rows = ['guessing | rate | list Customer | ip | 3 per minute | slow_down'];
      const served = await opened(t, rows, { trustedProxies: ['127.0.0.0/8'] });
      const key = await served.key(['read'], shop1);
      const from = (address: string, asked: string) =>
        served.ask('GET /customers', { key: asked, headers: { 'X-Forwarded-For': `8.8.8.8, ${address}` } });
      assert.equal(
        (await statuses(100, () => from('192.0.2.1', 'key_nonsense'))).filter((status) => status === 401).length,
        3,
      );
      assert.equal((await from('192.0.2.1', key)).status, 429);
      assert.equal((await from('192.0.2.2', key)).status, 200);
    });

    test('the address that a request forwards is nothing without a trusted proxy', async (t) => {
      const served = await opened(t, ['guessing | rate | list Customer | ip | 3 per minute | slow_down']);
      let count = 0;
      const forged = () => served.ask('GET /customers', { headers: { 'X-Forwarded-For': `192.0.2.${count++}` } });
      assert.deepEqual(await statuses(4, forged), [401, 401, 401, 429]);
    });

    test('all per address counts requests for routes beside the document before any work on them', async (t) => {
      let worked = 0;
      const answer = async () => {
        worked++;
        return new Promise<never>(() => undefined);
      };
      const settings = { routes: new Map([['/slow', answer]]) };
      const served = await opened(t, ['calm | rate | all | ip | 3 per minute | slow_down'], settings);
      const slow = ['/slow', '/slow', '/slow'].map((path) => fetch(served.address + path).catch(() => undefined));
      while (worked < 3) await new Promise((resolve) => setImmediate(resolve));
      assert.equal((await served.ask('GET /slow')).status, 429, 'those that are still worked on count');
      assert.equal(worked, 3);
      await served.close();
      await Promise.all(slow);
    });

    test('all per address counts requests that name no operation, and heads that could not be read', async (t) => {
      const served = await opened(t, ['calm | rate | all | ip | 6 per minute | slow_down']);
      const raw = (bytes: string): Promise<string> =>
        new Promise((resolve) => {
          const socket = connect(Number(new URL(served.address).port), '127.0.0.1', () => socket.write(bytes));
          let got = '';
          socket.on('data', (chunk) => {
            got += chunk;
          });
          socket.on('close', () => resolve(got));
        });
      assert.equal((await served.ask('GET /nothing')).status, 404);
      assert.equal((await served.ask('DELETE /invoices')).status, 405);
      assert.match(await raw('GET / HTTP/1.1\r\nHost: a\r\nA : b\r\n\r\n'), /^HTTP\/1.1 400/);
      assert.match(
        await raw(`GET /${'a'.repeat(9000)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`),
        /^HTTP\/1.1 414/,
      );
      assert.deepEqual(await statuses(3, () => served.ask('OPTIONS /invoices')), [204, 204, 204]);
      assert.equal((await served.ask('GET /public/tags')).status, 200);
      const told = await served.ask('GET /nothing');
      assert.deepEqual([told.status, told.headers.get('RateLimit')], [404, '"calm";r=0;t=60']);
      const refused = await served.ask('GET /nothing');
      assert.deepEqual(
        [refused.status, refused.json.code, refused.headers.get('Retry-After')],
        [429, 'slow_down', '10'],
      );
      assert.equal((await served.ask('GET /public/tags')).status, 429);
    });

    test('a limit for all together holds over all callers, and one address cannot use it up alone', async (t) => {
      const served = await opened(
        t,
        [
          'everybody | rate | list Tag | | 6 per minute | slow_down',
          'each | rate | list Tag | ip | 4 per minute | slow_down',
        ],
        { trustedProxies: ['127.0.0.1'] },
      );
      const from = (address: string) => () =>
        served.ask('GET /public/tags', { headers: { Forwarded: `for=${address};proto=http` } });
      assert.deepEqual(await statuses(9, from('192.0.2.1')), [200, 200, 200, 200, 429, 429, 429, 429, 429]);
      assert.deepEqual(await statuses(3, from('192.0.2.2')), [200, 200, 429]);
    });

    test('replays of a request with an idempotency key count, and are told how the limits stand by then', async (t) => {
      const document = limitedShop(['calm | rate | all | credential | 3 per minute | ']).replace(
        '### Preconditions',
        '### Idempotency\n\n| Operations | Key | Kept for | When absent |\n| --- | --- | --- | --- |\n| create Customer | header Idempotency-Key | 24 hours | allowed |\n\n### Preconditions',
      );
      const now = Date.UTC(2026, 10, 21);
      const served = await serveIn(t, document, {}, () => now, await address());
      const key = await served.key(['write'], shop1);
      const asked = { key, body: { name: 'a', email: 'a@x.org' }, headers: { 'Idempotency-Key': '"one"' } };
      const got = [];
      for (let i = 0; i < 4; i++) got.push(await served.ask('POST /customers', asked));
      assert.deepEqual(
        got.map(({ status }) => status),
        [201, 201, 201, 429],
      );
      assert.deepEqual(
        got.map(({ headers }) => headers.get('X-RateLimit-Remaining')),
        ['2', '1', '0', '0'],
      );
      assert.equal(got[0]!.text, got[2]!.text);
      assert.equal(got[3]!.json.code, 'per_shop');
    });

    // A file of SQLite is served by one process.
    if (name === 'on SQLite') return;

    test('two instances share the buckets of one store', async (t) => {
      const [where, now] = [await address(), Date.UTC(2026, 10, 21)];
      const document = limitedShop(['calm | rate | all | ip | 10 per minute | slow_down']);
      const both = [await serve(document, {}, () => now, where), await serve(document, {}, () => now, where)];
      t.after(async () => {
        for (const service of both) await service.close();
      });
      const got = await Promise.all(Array.from({ length: 30 }, (_, i) => both[i % 2]!.ask('GET /public/tags')));
      assert.equal(got.filter(({ status }) => status === 200).length, 10);
      assert.ok(got.every(({ status }) => status === 200 || status === 429));
    });
  });
}
