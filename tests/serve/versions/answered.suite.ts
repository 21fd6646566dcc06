import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Billed, billed } from './billed.fixture.ts';

/** How operations, lists, tags, limits and events are for callers of older versions, on a store at an address. */
export function versionsAnsweredSuite(store: string, address: () => string | Promise<string>): void {
  describe(`what older versions have ${store}`, () => {
    let served: Billed['served'];
    let client: Billed['client'];
    let ask: Billed['ask'];
    let bill: Billed['bill'];
    before(async () => {
      ({ served, client, ask, bill } = await billed(await address()));
    });
    after(() => served.close());

    test('paths, operations, statuses and codes are those of the version', async () => {
      const path = await bill();
      assert.equal((await ask(`POST ${path}/chase`, '1')).status, 404);
      assert.equal((await ask(`POST ${path}/settle`, '2', { cents: '100' })).status, 404);
      assert.equal((await ask(`POST ${path}/pay`, '3', { cents: 100 })).status, 404);
      const wrong = await ask(`POST ${path}/pay`, '2', { cents: '99' });
      assert.deepEqual([wrong.status, wrong.json.code], [409, 'conflict']);
      const now = await ask(`POST ${path}/settle`, '3', { cents: 99 });
      assert.deepEqual([now.status, now.json.code], [409, 'wrong_sum']);
      const paid = await ask(`POST ${path}/pay`, '1', { cents: '100' });
      assert.deepEqual([paid.status, paid.json.status], [200, 'paid']);
      const late = await ask(`PATCH ${path}`, '1', { note: 'late' });
      assert.deepEqual([late.status, late.json.code], [409, 'bill_is_paid']);
    });

    test('filters and sorts are turned by name and value', async () => {
      const mine = await served.key(['clerk'], { shop: 'east' });
      const own = (await ask('POST /clients', '3', { title: 'Eve' }, { key: mine })).json.id;
      for (const [memo, kind, cents] of [
        ['a', 'goods', 1],
        ['b', 'services', 2],
        ['c', 'gifts', 3],
      ] as const) {
        await ask('POST /bills', '3', { client: own, memo, kind, cents }, { key: mine });
      }
      const notes = async (query: string, version: string): Promise<unknown> => {
        const got = await ask(`GET /bills?${query}`, version, undefined, { key: mine });
        return (
          got.json.data?.map((record: { note?: string; memo?: string }) => record.note ?? record.memo) ??
          got.json.errors
        );
      };
      const all = await ask('GET /bills', '3', undefined, { key: mine });
      assert.equal((await ask(`POST /bills/${all.json.data[0].id}/chase`, '3', undefined, { key: mine })).status, 200);
      assert.deepEqual(await notes('state=open', '3'), ['b', 'c']);
      assert.deepEqual(await notes('state=open', '2'), ['a', 'b', 'c']);
      assert.deepEqual(await notes('status=open', '1'), ['a', 'b', 'c']);
      assert.deepEqual(await notes('state_not=open', '2'), []);
      assert.deepEqual(await notes('state_not=paid', '2'), ['a', 'b', 'c']);
      assert.deepEqual(await notes('state_not=open', '3'), ['a']);
      assert.deepEqual(await notes('kind=wares,gifts', '1'), ['a', 'c']);
      assert.deepEqual(await notes('cents=2', '2'), ['b']);
      assert.deepEqual(await notes('sort=-note', '1'), ['c', 'b', 'a']);
      const parameterOf = (found: unknown): unknown => (found as { parameter: string }[])[0]?.parameter;
      assert.equal(parameterOf(await notes('cents_from=2', '2')), 'cents_from');
      assert.equal(parameterOf(await notes('state=overdue', '2')), 'state');
      assert.equal(parameterOf(await notes('state=open', '1')), 'state');
      assert.equal(parameterOf(await notes('sort=memo', '2')), 'sort');
      assert.equal(parameterOf(await notes('sort=note', '3')), 'sort');
      const embedded = await ask('GET /bills?expand=client&limit=1', '1', undefined, { key: mine });
      assert.equal(embedded.json.data[0].client.name, 'Eve');
    });

    test('a cursor and a tag belong to their version, and If-Match is met by that of any', async () => {
      await bill();
      await bill();
      const first = await ask('GET /bills?limit=1', '2');
      const cursor = first.json.next as string;
      assert.equal((await ask(`GET /bills?limit=1&cursor=${cursor}`, '2')).status, 200);
      assert.equal((await ask(`GET /bills?limit=1&cursor=${cursor}`, '3')).status, 422);
      const path = await bill();
      const [old, now] = [await ask(`GET ${path}`, '1'), await ask(`GET ${path}`, '3')];
      const tag = old.headers.get('etag')!;
      assert.notEqual(tag, now.headers.get('etag'));
      assert.equal((await ask(`GET ${path}`, '1', undefined, { headers: { 'If-None-Match': tag } })).status, 304);
      assert.equal((await ask(`GET ${path}`, '3', undefined, { headers: { 'If-None-Match': tag } })).status, 200);
      const matched = await ask(`PATCH ${path}`, '3', { memo: 'x' }, { headers: { 'If-Match': tag } });
      assert.equal(matched.status, 200, matched.text);
      assert.equal((await ask(`PATCH ${path}`, '2', { note: 'y' }, { headers: { 'If-Match': tag } })).status, 412);
    });

    test('the version is part of what an idempotency key stands for', async () => {
      const headers = { 'Idempotency-Key': `k-${served.platform.now()}` };
      const body = { client, cents: '9' };
      const [first, again] = [
        await ask('POST /bills', '1', body, { headers }),
        await ask('POST /bills', '1', body, { headers }),
      ];
      assert.deepEqual([first.status, again.status, again.text], [200, 200, first.text]);
      assert.equal(again.headers.get('api-version'), '1');
      assert.equal((await ask('POST /bills', '2', body, { headers })).status, 409);
    });

    test('older callers keep the older value of a limit', async () => {
      const paths = await Promise.all([1, 2, 3, 4].map(() => bill()));
      assert.equal((await ask(`DELETE ${paths[0]}`, '1')).status, 204);
      assert.equal((await ask(`DELETE ${paths[1]}`, '1')).status, 429);
      assert.equal((await ask(`DELETE ${paths[1]}`, '3')).status, 204);
      assert.equal((await ask(`DELETE ${paths[2]}`, '3')).status, 204);
    });

    test('events are shown by name and payload as the version had them', async () => {
      const mine = await served.key(['clerk'], { shop: 'west' });
      const own = (await ask('POST /clients', '3', { title: 'Wim' }, { key: mine })).json.id;
      const made = await ask('POST /bills', '3', { client: own, cents: 8, memo: 'm' }, { key: mine });
      await ask(`POST /bills/${made.json.id}/chase`, '3', undefined, { key: mine });
      await ask(`POST /bills/${made.json.id}/settle`, '3', { cents: 8 }, { key: mine });
      const events = async (version: string, count: number) => {
        for (let i = 0; ; i++) {
          const { json } = await ask('GET /events', version, undefined, { key: mine });
          if (json.data.length >= count || i === 100) return json.data;
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      };
      const now = await events('3', 3);
      const kinds = (all: readonly { kind: string }[]): readonly string[] => all.map(({ kind }) => kind);
      assert.deepEqual(kinds(now), ['bill.made', 'bill.chased', 'bill.settled']);
      assert.deepEqual([now[0].data.memo, now[2].data.sum, now[2].version], ['m', 8, '3']);
      const then = await events('1', 2);
      assert.deepEqual(kinds(then), ['bill.made', 'bill.paid']);
      assert.deepEqual([then[0].data.note, then[1].data.sum, then[1].version], ['m', '8', '1']);
    });
  });
}
