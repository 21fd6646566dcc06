import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { compile } from '../../../src/codegen/compile.ts';
import { fetchOf } from '../../../src/serve/http/fetch.ts';
import { openService } from '../../../src/serve/service.ts';
import { type Served, serveIn } from '../support/served.fixture.ts';
import { type Place, placedStores, searched, words } from './slow-lists.fixture.ts';

const milliseconds = 1500;

async function opened(t: TestContext, place: Place): Promise<Served> {
  const served = await serveIn(t, searched, {}, undefined, place.address);
  return served;
}

for (const [name, placed] of placedStores) {
  describe(`a list that no index answers ${name}`, () => {
    test('finds what was written before it was asked, for its tenant only, and is marked in the plan', async (t) => {
      const served = await opened(t, await placed(t));
      const list = served.plan.operations.find((operation) => operation.name === 'list Customer')!;
      assert.deepEqual(
        list.unbounded?.map(({ words }) => words),
        ['words: search in name', 'part: name contains', 'the response: total count counts all records that hold'],
      );
      const keys = [
        await served.key(['read', 'write'], { shop: 's1' }),
        await served.key(['read', 'write'], { shop: 's2' }),
      ];
      for (const [at, key] of [...keys, ...keys, ...keys].entries()) {
        const body = { name: `Ämil ${at}`, email: `${at}@x.org` };
        assert.equal((await served.ask('POST /customers', { key, body })).status, 201);
        for (const query of ['words=%C3%A4mil', 'part=mil', 'limit=1&words=mil']) {
          const got = await served.ask(`GET /customers?${query}`, { key });
          assert.equal(got.status, 200, got.text);
          assert.equal(got.json.count, 1 + Math.floor(at / 2));
          assert.ok(got.json.data.every((customer: { name: string }) => Number(customer.name.at(-1)) % 2 === at % 2));
        }
      }
    });

    test('reads on over records that do not match, for at most half of the time of the request', async (t) => {
      const place = await placed(t);
      const served = await opened(t, place);
      const [key, other] = [
        await served.key(['read', 'write'], { shop: 's1' }),
        await served.key(['read', 'write'], { shop: 's2' }),
      ];
      await place.fill();
      for (const [name, by] of [
        ['Zoë of one', key],
        ['Zoë of two', other],
      ] as const) {
        const created = await served.ask('POST /customers', { key: by, body: { name, email: 'z@x.org' } });
        assert.equal(created.status, 201, created.text);
      }
      const path = 'customers?part=Zo%C3%AB';
      const found = await served.ask(`GET /${path}`, { key });
      assert.deepEqual(
        found.json.data.map(({ name }: { name: string }) => name),
        ['Zoë of one'],
      );
      assert.equal(found.json.next, null);
      const { plan, store, platform } = served;
      let now = platform.now();
      // Half of the time is over whenever the clock is asked for the second time.
      const late = openService({
        plan,
        compiled: compile(plan),
        store,
        platform: { ...platform, now: () => (now += 20_000) },
      });
      t.after(() => late.close());
      const fetch = fetchOf(late);
      const pages: string[][] = [];
      for (let next: string | null = ''; next !== null; ) {
        const cursor: string = next === '' ? '' : `&cursor=${encodeURIComponent(next)}`;
        const response = await fetch(
          new Request(`http://x/${path}${cursor}`, { headers: { Authorization: `Bearer ${key}` } }),
        );
        assert.equal(response.status, 200);
        const page = (await response.json()) as { data: { name: string }[]; next: string | null };
        pages.push(page.data.map(({ name }) => name));
        next = page.next;
      }
      assert.deepEqual(pages, [...Array.from({ length: 10 }, () => []), ['Zoë of one']]);
    });

    test('ends at the timeout as `timed out` while reads and writes are answered, and the next one is answered', async (t) => {
      const place = await placed(t);
      const served = await opened(t, place);
      const key = await served.key(['read', 'write'], { shop: 's1' });
      await place.fill();
      const { plan, store, platform } = served;
      const settings = { serverLimits: { maxRequestTime: milliseconds } };
      const hurried = openService({ plan, compiled: compile(plan), store, platform, settings });
      let over = false;
      const headers = { Authorization: `Bearer ${key}` };
      const slow = fetchOf(hurried)(new Request(`http://x/customers?words=${words}`, { headers })).finally(() => {
        over = true;
      });
      const id = `cus_${'2'.padStart(26, '0')}`;
      const line = { text: 'x', quantity: 1, price: 100 };
      const body = { customer: id, currency: 'EUR', due_on: '2999-01-01', lines: [line] };
      assert.equal((await served.ask(`GET /customers/${id}`, { key })).status, 200);
      assert.equal((await served.ask('POST /invoices', { key, body })).status, 201);
      assert.equal((await served.ask('GET /customers/cus_3', { key })).status, 404);
      assert.equal(over, false);
      assert.equal((await slow).status, 503);
      await hurried.close();
      assert.deepEqual(
        served.logged.filter((text) => text.includes('failed') || text.includes('reached')),
        [],
      );
      const next = await served.ask('GET /invoices', { key });
      assert.equal(next.json.data.length, 1);
      const counted = served.store.prepare({ resource: 'Invoice', conditions: [], slowTimeout: 10_000 });
      assert.equal(await counted.count({ conditions: [], now: 0 }), 1);
    });

    test('a count by a hook holds up nobody', async (t) => {
      const place = await placed(t);
      const where = `name.contains("${'words very '.repeat(40)}nowhere") || name.contains("${'many words '.repeat(40)}")`;
      const handlers = {
        before: {
          'create Customer': async ({ store }: { store: { count(name: string, asking: object): Promise<number> } }) => {
            assert.equal(await store.count('Customer', { where }), 0);
          },
        },
      };
      const served = await serveIn(t, searched, {}, undefined, place.address, handlers);
      const key = await served.key(['read', 'write'], { shop: 's1' });
      await place.fill();
      const id = `cus_${'2'.padStart(26, '0')}`;
      const read = async (): Promise<void> => {
        assert.equal((await served.ask(`GET /customers/${id}`, { key })).status, 200);
      };
      // The first read also compiles its checks.
      await read();
      let over = false;
      const slow = served.ask('POST /customers', { key, body: { name: 'Ada', email: 'a@x.org' } }).finally(() => {
        over = true;
      });
      // The first may be answered before the count begins; were they held up, the others would come after its end.
      let answered = 0;
      for (let i = 0; i < 8; i++) {
        await read();
        if (!over) answered++;
      }
      assert.ok(answered >= 3, `${answered} reads were answered during the count`);
      assert.equal((await slow).status, 201);
    });
  });
}
