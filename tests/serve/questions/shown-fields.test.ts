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
    return async (line: string, body?: unknown, type = 'application/json', version = '2') => {
      const got = await served.ask(line, { key, body, headers: { 'content-type': type, V: version } });
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
        latest: null,
        wins: 0,
        next_win: 1,
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
      await ana('POST /matches', { player: id, day: '2030-01-02', won: true, at: '2030-01-02T10:00:00Z' });
      await ana('POST /matches', { player: id, day: '2030-01-01' });
      const changed = await ana(`PATCH /players/${id}`, { nick: 'n' });
      const full = {
        ...one,
        nick: 'n',
        nick_seen: 'n',
        first: '2030-01-01',
        last: '2030-01-02',
        latest: '2030-01-02T10:00:00.000Z',
        wins: 1,
        next_win: 2,
        rate: 0.5,
      };
      assert.deepEqual(changed.json, full);
    });

    test('one is accepted with its present value and with no other', async (t) => {
      const { ana, bob } = await callers(t, await address());
      const { id } = (await ana('POST /players', { name: 'x', nick: 'n' })).json;
      await ana('POST /matches', { player: id, day: '2030-01-02', won: true, at: '2030-01-02T10:00:00Z' });
      for (const as of [ana, bob]) {
        const present = (await as(`GET /players/${id}`)).json;
        for (const line of [`PUT /players/${id}`, `PATCH /players/${id}`]) {
          const whole = await as(line, present);
          assert.equal(whole.status, 200, `${line} ${whole.text}`);
          assert.deepEqual(whole.json, present);
        }
        for (const field of ['last', 'latest', 'first', 'wins', 'next_win', 'rate', 'shop', 'store', 'url']) {
          if (present[field] === undefined) continue;
          const same = await as(`PATCH /players/${id}`, { name: 'x', [field]: present[field] });
          assert.equal(same.status, 200, `${field} ${same.text}`);
        }
      }
      const others = {
        wins: 2,
        next_win: 4,
        rate: 3,
        shop: 'b',
        url: '/players/1',
        last: null,
        latest: '2031-01-01T00:00:00Z',
      };
      for (const [field, value] of Object.entries(others)) {
        const other = await ana(`PATCH /players/${id}`, { name: 'y', [field]: value });
        assert.deepEqual([other.status, other.json.errors?.[0].pointer], [422, `/${field}`], other.text);
      }
      const foreign = await bob(`PATCH /players/${id}`, { shop: 'a' });
      assert.equal(foreign.status, 422);
      assert.equal((await ana(`GET /players/${id}`)).json.name, 'x');
    });

    test('an older version accepts it too, under its own name', async (t) => {
      const { ana } = await callers(t, await address());
      const { id } = (await ana('POST /players', { name: 'x' })).json;
      await ana('POST /matches', { player: id, day: '2030-01-02', won: true });
      const old = async (line: string, body?: unknown) => ana(line, body, 'application/json', '1');
      const present = (await old(`GET /players/${id}`)).json;
      assert.deepEqual([present.title, present.won, present.next_win], ['x', 1, 2]);
      for (const line of [`PUT /players/${id}`, `PATCH /players/${id}`]) {
        const whole = await old(line, { ...present, title: 'y' });
        assert.equal(whole.status, 200, `${line} ${whole.text}`);
        assert.deepEqual(whole.json, { ...present, title: 'y' });
      }
      const other = await old(`PATCH /players/${id}`, { title: 'z', won: 2 });
      assert.deepEqual([other.status, other.json.errors?.[0].pointer], [422, '/won'], other.text);
    });
  });
}
