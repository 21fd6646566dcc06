import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Asked, type Got, type Served, serve } from './served.fixture.ts';
import { versioned } from './versions.fixture.ts';

/** What callers of older versions are answered, on a store at an address. */
export function versionsSuite(store: string, address: () => string | Promise<string>): void {
  describe(`older versions ${store}`, () => {
    let served: Served;
    let key: string;
    let other: string;
    let client: string;
    before(async () => {
      served = await serve(versioned(), {}, undefined, await address());
      key = await served.key(['clerk'], { shop: 'north' });
      other = await served.key(['clerk'], { shop: 'south' });
      client = (await ask('POST /clients', '3', { title: 'Ann' })).json.id;
    });
    after(() => served.close());

    const ask = (line: string, version: string | undefined, body?: unknown, more: Asked = {}): Promise<Got> =>
      served.ask(line, {
        key,
        body,
        ...more,
        headers: { ...(version === undefined ? {} : { 'Api-Version': version }), ...more.headers },
      });
    const bill = async (more: object = {}): Promise<string> => {
      const got = await ask('POST /bills', '3', { client, cents: 100, memo: 'one', tags: ['k'], ...more });
      assert.equal(got.status, 201, got.text);
      return `/bills/${got.json.id}`;
    };
    const shown = async (path: string, version: string): Promise<Record<string, unknown>> =>
      (await ask(`GET ${path}`, version)).json;

    test('a record is shown as each version knew it', async () => {
      const path = await bill({ kind: 'goods', urgent: true });
      const { id, link, shop, ...now } = await shown(path, '3');
      assert.deepEqual(now, {
        client,
        memo: 'one',
        cents: 100,
        kind: 'goods',
        tags: ['k'],
        urgent: true,
        status: 'open',
      });
      assert.equal(link, path);
      const two = await shown(path, '2');
      assert.deepEqual(two, {
        id,
        shop,
        client,
        note: 'one',
        cents: '100',
        kind: 'goods',
        urgent: true,
        status: 'open',
        link,
      });
      const one = await shown(path, '1');
      assert.deepEqual(one, {
        id,
        shop,
        client,
        note: 'one',
        cents: '100',
        kind: 'wares',
        rush: true,
        status: 'open',
        link,
      });
      assert.equal((await ask(`GET ${path}`, '1', undefined, { key: other })).status, 404);
    });

    test('what an older caller sends is stored as it is now, and answered as it was then', async () => {
      const body = { client, note: 'two', cents: '250', kind: 'wares', rush: true };
      const made = await ask('POST /bills', '1', body);
      assert.equal(made.status, 200, made.text);
      const { id, link, shop, status, ...sent } = made.json;
      assert.deepEqual(sent, body);
      assert.equal(made.headers.get('location'), `/bills/${id}`);
      const now = await shown(`/bills/${id}`, '3');
      assert.deepEqual([now.memo, now.cents, now.kind, now.urgent, now.tags], ['two', 250, 'goods', true, undefined]);
      const named = await ask('POST /clients', '1', { name: 'Bea' });
      assert.deepEqual(Object.keys(named.json), ['id', 'shop', 'name']);
    });

    test('what is wrong is told by the names of the version, wherever it is found', async () => {
      const cases: readonly (readonly [version: string, body: object, pointers: readonly string[]])[] = [
        ['1', { client, note: '', cents: 5, urgent: true }, ['/note', '/cents', '/urgent']],
        ['2', { client, cents: '5', rush: true }, ['/rush']],
        ['2', { client, cents: 'five' }, ['/cents']],
        ['2', { client, cents: '-5' }, ['/cents']],
        ['3', { client, cents: 5, note: 'n' }, ['/note']],
        ['1', { client: 'cli_00000000000000000000000000', cents: '5' }, ['/client']],
        ['1', { client, cents: '5', kind: 'goods' }, ['/kind']],
      ];
      for (const [version, body, pointers] of cases) {
        const got = await ask('POST /bills', version, body);
        assert.equal(got.status, 422, got.text);
        assert.deepEqual(
          got.json.errors.map((one: { pointer: string }) => one.pointer),
          pointers,
          got.text,
        );
      }
      const path = await bill();
      const patched = await ask(`PATCH ${path}`, '1', { client: 'cli_00000000000000000000000000', cents: '-1' });
      assert.deepEqual(
        patched.json.errors.map((one: { pointer: string }) => one.pointer),
        ['/cents'],
      );
    });

    test('of a patch only what it changes of the older record is written', async () => {
      const path = await bill({ kind: 'gifts', urgent: false });
      const before = await ask(`GET ${path}`, '3');
      const same = await ask(`PATCH ${path}`, '1', { note: 'one', cents: '100', rush: false, kind: 'gifts' });
      assert.equal(same.status, 200, same.text);
      assert.equal((await ask(`GET ${path}`, '3')).headers.get('etag'), before.headers.get('etag'));
      const changed = await ask(`PATCH ${path}`, '1', { note: 'other' });
      assert.equal(changed.json.note, 'other');
      assert.deepEqual(await shown(path, '3'), { ...before.json, memo: 'other' });
      const cleared = await ask(`PATCH ${path}`, '1', { note: null, rush: true });
      assert.equal(cleared.status, 200, cleared.text);
      const { memo, ...rest } = before.json;
      assert.equal(memo, 'one');
      assert.deepEqual(await shown(path, '3'), { ...rest, urgent: true });
    });

    test('a JSON Patch is applied to the record as its version shows it', async () => {
      const path = await bill();
      const headers = { 'Content-Type': 'application/json-patch+json' };
      const operations = [
        { op: 'test', path: '/cents', value: '100' },
        { op: 'move', from: '/note', path: '/note' },
        { op: 'replace', path: '/cents', value: '300' },
      ];
      const got = await ask(`PATCH ${path}`, '2', operations, { headers });
      assert.equal(got.status, 200, got.text);
      assert.deepEqual([got.json.cents, (await shown(path, '3')).cents], ['300', 300]);
      const newer = await ask(`PATCH ${path}`, '2', [{ op: 'replace', path: '/memo', value: 'x' }], { headers });
      assert.equal(newer.status, 422, newer.text);
      assert.equal((await shown(path, '3')).memo, 'one');
    });

    test('a replace keeps what its version does not know', async () => {
      const path = await bill({ kind: 'gifts' });
      const got = await ask(`PUT ${path}`, '1', { client, note: 'new', cents: '7', kind: 'wares', rush: true });
      assert.equal(got.status, 200, got.text);
      const now = await shown(path, '3');
      assert.deepEqual([now.memo, now.cents, now.kind, now.urgent, now.tags], ['new', 7, 'goods', true, ['k']]);
      const less = await ask(`PUT ${path}`, '1', { client, cents: '7', kind: 'wares' });
      assert.equal(less.status, 200, less.text);
      const { memo, tags } = await shown(path, '3');
      assert.deepEqual([memo, tags], [undefined, ['k']]);
    });

    test('forms are read by the names and types of the version', async () => {
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const text = `client=${client}&note=form&cents=42&rush=true`;
      const got = await ask('POST /bills', '1', undefined, { headers, text });
      assert.equal(got.status, 200, got.text);
      const now = await shown(`/bills/${got.json.id}`, '3');
      assert.deepEqual([now.memo, now.cents, now.urgent], ['form', 42, true]);
    });

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
        return got.json.data?.map((one: { note?: string; memo?: string }) => one.note ?? one.memo) ?? got.json.errors;
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
      const headers = { 'Idempotency-Key': `k-${served.host.now()}` };
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
