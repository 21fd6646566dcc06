import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Billed, billed } from './billed.fixture.ts';

/** What callers of older versions are answered, on a store at an address. */
export function versionsSuite(store: string, address: () => string | Promise<string>): void {
  describe(`older versions ${store}`, () => {
    let served: Billed['served'];
    let other: Billed['other'];
    let client: Billed['client'];
    let ask: Billed['ask'];
    let bill: Billed['bill'];
    before(async () => {
      ({ served, other, client, ask, bill } = await billed(await address()));
    });
    after(() => served.close());
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
          got.json.errors.map((error: { pointer: string }) => error.pointer),
          pointers,
          got.text,
        );
      }
      const path = await bill();
      const patched = await ask(`PATCH ${path}`, '1', { client: 'cli_00000000000000000000000000', cents: '-1' });
      assert.deepEqual(
        patched.json.errors.map((error: { pointer: string }) => error.pointer),
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
  });
}
