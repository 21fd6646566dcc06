import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { team } from './shown-fields.fixture.ts';

/** Two callers, one of which has a shop. */
async function callers(t: TestContext, address: string) {
  const served = await serveIn(t, team, {}, undefined, address);
  const as = async (attributes: Record<string, string>, subject: string) => {
    const key = await served.key(['all'], attributes, { subject });
    return async (line: string, body?: unknown, type = 'application/json') => {
      const got = await served.ask(line, { key, body, headers: { 'content-type': type } });
      assert.ok(got.status < 500, `${line} ${got.text}\n${served.logged.join('\n')}`);
      return got;
    };
  };
  return { ana: await as({ shop: 'a' }, 'ana'), bob: await as({}, 'bob') };
}

for (const [name, address] of everyStore) {
  describe(`fields that are computed where they are shown ${name}`, () => {
    test('one that may be null is null where it has no value, and another is left out', async (t) => {
      const { ana, bob } = await callers(t, await address());
      const created = await bob('POST /players', { name: 'x' });
      assert.equal(created.status, 201, created.text);
      const { id } = created.json;
      const url = `/players/${id}`;
      const bare = {
        id,
        name: 'x',
        last: null,
        wins: 0,
        rate: null,
        shop: null,
        nick_seen: null,
        url,
      };
      assert.deepEqual(created.json, bare);
      assert.deepEqual((await bob(`GET /players/${id}`)).json, bare);
      const one = { ...bare, shop: 'a', store: 'a' };
      assert.deepEqual((await ana(`GET /players/${id}`)).json, one);
      assert.deepEqual((await ana('GET /players')).json.data, [one]);
      await ana('POST /matches', { player: id, day: '2030-01-02', won: true });
      await ana('POST /matches', { player: id, day: '2030-01-01' });
      const changed = await ana(`PATCH /players/${id}`, { nick: 'n' });
      const full = { ...one, nick: 'n', nick_seen: 'n', first: '2030-01-01', last: '2030-01-02', wins: 1, rate: 0.5 };
      assert.deepEqual(changed.json, full);
    });
  });
}
