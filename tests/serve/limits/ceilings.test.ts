import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Got, serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { laborious, unbounded } from './ceilings.fixture.ts';

const large = 'makes the record larger than 100000 characters';
const part = 'x'.repeat(40_000);

function refusedAt(got: Got, pointer: string, message: string): void {
  assert.equal(got.status, 422, got.text.slice(0, 300));
  assert.equal(got.json.code, 'wrong');
  assert.deepEqual(got.json.errors, [{ pointer, message }]);
}

for (const [name, address] of everyStore) {
  describe(`the ceiling of a record ${name}`, () => {
    test('holds whatever adds to it, for each tenant, and a larger one may still shrink', async (t) => {
      const place = await address();
      const served = await serveIn(t, unbounded(), {}, undefined, place);
      const { ask, store } = served;
      for (const shop of ['north', 'south']) {
        const key = await served.key(['all'], { shop });
        const made = await ask('POST /notes', { key, body: { text: part, words: ['a'], data: {}, labels: {} } });
        assert.equal(made.status, 201, made.text.slice(0, 300));
        const { id } = made.json;
        const patch = (body: object): Promise<Got> => ask(`PATCH /notes/${id}`, { key, body });
        assert.equal((await patch({ data: { a: part } })).status, 200);
        refusedAt(await patch({ data: { b: part } }), '/data', large);
        refusedAt(await patch({ labels: { a: part } }), '/labels', large);
        refusedAt(await patch({ words: [part] }), '/words', large);
        refusedAt(await ask(`POST /notes/${id}/grow`, { key }), '/text', large);
        const kept = await ask(`GET /notes/${id}`, { key });
        assert.deepEqual([kept.json.text, kept.json.data, kept.json.labels], [part, { a: part }, {}]);
        const query = store.prepare({ resource: 'Note', conditions: [{ kind: 'equal', field: 'id' }] });
        const row = (await query.one({ conditions: [id], now: 0 }))!;
        await store.write(async (transaction) => {
          const cells = row.map((cell) => (cell === part ? 'y'.repeat(300_000) : cell));
          const much = [Number(row[0]) + 1, ...cells.slice(1)];
          return { result: await transaction.update('Note', id, much), undo: false };
        });
        refusedAt(await patch({ words: ['a', 'b'] }), '/words', large);
        assert.equal((await ask(`POST /notes/${id}/shut`, { key })).status, 200);
        assert.equal((await patch({ words: [] })).status, 200);
        assert.equal((await patch({ text: 'short' })).status, 200);
        assert.equal((await patch({ labels: { a: part } })).status, 200);
      }
    });

    test('holds for what expressions make, and none of them takes long', async (t) => {
      const served = await serveIn(t, unbounded(), {}, undefined, await address());
      const { ask } = served;
      const beyond = 'cannot be computed';
      for (const shop of ['north', 'south']) {
        const key = await served.key(['all'], { shop });
        const words = Array.from({ length: 4000 }, () => 'a');
        const made = await ask('POST /notes', { key, body: { text: part, words } });
        assert.equal(made.status, 201, made.text.slice(0, 300));
        const does = (what: string): Promise<Got> => ask(`POST /notes/${made.json.id}/${what}`, { key });
        assert.equal((await does('grow')).status, 200);
        refusedAt(await does('grow'), '/text', large);
        refusedAt(await does('swell'), '/text', beyond);
        refusedAt(await does('multiply'), '/words', beyond);
        refusedAt(await does('pile'), '/words', large);
        const busy = await does('seek');
        assert.deepEqual([busy.status, busy.json.code], [409, 'busy']);
        assert.equal((await ask(`GET /notes/${made.json.id}`, { key })).json.text, part + part);
      }
    });

    test('holds for time: a request whose time is over while expressions are evaluated writes nothing', async (t) => {
      const served = await serveIn(
        t,
        laborious('| soon | timeout | guest | 1 second |'),
        {},
        undefined,
        await address(),
      );
      const { ask } = served;
      const words = Array.from({ length: 200 }, () => 'a');
      const made = new Map<string, string>();
      const keys = {
        north: await served.key(['all'], { shop: 'north' }),
        south: await served.key(['all'], { shop: 'south' }),
      };
      for (const [shop, key] of Object.entries(keys)) {
        made.set(shop, (await ask('POST /notes', { key, body: { text: 'x'.repeat(50_000), words } })).json.id);
      }
      const key = await served.key(['guest'], { shop: 'north' });
      const id = made.get('north');
      const labor = await ask(`POST /notes/${id}/labor`, { key });
      assert.deepEqual([labor.status, labor.json.code], [503, 'late'], labor.text.slice(0, 300));
      // The second of a guest is only for the labor: this machine may be slow.
      const { north, south } = keys;
      const kept = (await ask(`GET /notes/${id}`, { key: north })).json;
      assert.deepEqual([kept.text.length, kept.n0, kept.size], [50_000, undefined, 200]);
      assert.equal((await ask(`POST /notes/${made.get('south')}/shut`, { key: south })).status, 200);
      assert.equal((await ask(`POST /notes/${id}/shut`, { key: north })).status, 200);
      const whole = await ask(`GET /notes/${id}/whole`, { key: north });
      assert.deepEqual([whole.status, whole.json.code], [503, 'away'], 'an answer beyond the bounds of expressions');
      assert.ok(served.logged.some((line) => line.includes('too large')));
    });

    test('holds for pages: one of large records ends early and goes on behind its cursor', async (t) => {
      const served = await serveIn(t, unbounded(), {}, undefined, await address());
      const { ask, store } = served;
      const query = store.prepare({ resource: 'Note', conditions: [{ kind: 'equal', field: 'id' }] });
      const north = await served.key(['all'], { shop: 'north' });
      const south = await served.key(['all'], { shop: 'south' });
      assert.equal((await ask('POST /notes', { key: south, body: { text: 'x', words: [] } })).status, 201);
      const ids: string[] = [];
      for (let at = 0; at < 10; at++) {
        ids.push((await ask('POST /notes', { key: north, body: { text: 'x', words: [] } })).json.id);
      }
      for (const id of ids) {
        const row = (await query.one({ conditions: [id], now: 0 }))!;
        const cells = row.slice(1).map((cell) => (cell === 'x' ? 'y'.repeat(1_000_000) : cell));
        await store.write(async (transaction) => {
          return { result: await transaction.update('Note', id, [2, ...cells]), undo: false };
        });
      }
      const shown: string[][] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { status, json } = await ask(`GET /notes?limit=10${cursor}`, { key: north });
        assert.equal(status, 200);
        shown.push(json.data.map((note: { id: string }) => note.id));
        cursor = json.next === null ? null : `&cursor=${encodeURIComponent(json.next)}`;
      }
      assert.deepEqual(
        shown.map(({ length }) => length),
        [8, 2],
      );
      assert.deepEqual(shown.flat().toSorted(), ids.toSorted());
      assert.equal((await ask('GET /notes?limit=10', { key: south })).json.data.length, 1);
    });
  });
}
