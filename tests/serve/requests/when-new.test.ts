import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freshDatabase } from '../../support/postgres.ts';
import { type Asked, type Got, planFor, type Served, serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { createWhenNewCode, whenNew } from './when-new.fixture.ts';

/** A service with callers of two shops; `ask` asks as the one of the north. */
async function start(t: TestContext, address: string) {
  const noted = { before: [] as string[], after: [] as string[] };
  const served = await serveIn(t, whenNew, {}, undefined, address, createWhenNewCode(noted));
  const keys = {
    north: await served.key(['all'], { shop: 'north' }, { subject: 'ana' }),
    south: await served.key(['all'], { shop: 'south' }, { subject: 'ben' }),
    few: await served.key(['few'], { shop: 'north' }, { subject: 'eve' }),
    owner: await served.key(['owner'], { shop: 'north' }, { subject: 'own' }),
  };
  const ask = (line: string, body?: unknown, by: keyof typeof keys = 'north', more: Asked = {}): Promise<Got> =>
    served.ask(line, { key: keys[by], ...(body === undefined ? {} : { body }), ...more });
  const events = async (count: number): Promise<readonly string[]> => {
    for (;;) {
      const { data } = (await ask('GET /events')).json;
      if (data.length >= count) return data.map(({ type }: { type: string }) => type);
      await sleep(20);
    }
  };
  return { ask, events, noted };
}

const code = ({ status, json }: Got): readonly unknown[] => [status, json.code];
const made = { value: 'dark', origin: 'x' };
const options = '/shops/north/projects/1/options';

for (const [name, address] of everyStore) {
  describe(`a replace that creates ${name}`, () => {
    test('creates with all that a create does, and replaces from then on', async (t) => {
      const { ask, events } = await start(t, await address());
      const first = await ask('PUT /settings/theme', made);
      const { created_at, secret, ...shown } = first.json;
      const begun = {
        name: 'theme',
        shop: 'north',
        value: 'dark',
        level: 3,
        origin: 'x',
        hidden: false,
        status: 'draft',
      };
      assert.deepEqual([first.status, shown], [201, begun], first.text);
      assert.equal(first.headers.get('location'), '/settings/theme');
      assert.deepEqual([typeof created_at, typeof secret], ['string', 'string']);
      const second = await ask('PUT /settings/theme', { value: 'light' });
      assert.deepEqual([second.status, second.json.status, second.json.origin], [200, 'active', 'x'], second.text);
      assert.deepEqual([second.json.created_at, second.json.secret], [created_at, undefined]);
      assert.equal((await ask('PUT /settings/theme', { value: 'light', origin: 'y' })).status, 422);
      assert.deepEqual(await events(2), ['setting_made', 'setting_replaced']);
    });

    test('checks a new record as a create does', async (t) => {
      const { ask } = await start(t, await address());
      for (const body of [
        undefined,
        { value: 'dark' },
        { ...made, name: 'other' },
        { ...made, level: 'high' },
        { ...made, created_at: '2026-01-01T00:00:00Z' },
      ])
        assert.equal((await ask('PUT /settings/theme', body)).status, 422, JSON.stringify(body));
      assert.deepEqual(code(await ask('PUT /settings/theme', { ...made, level: 10 })), [409, 'rule']);
      assert.equal((await ask('GET /settings/theme')).status, 404);
      assert.equal((await ask('PUT /settings/theme', { ...made, name: 'theme', status: 'draft' })).status, 422);
      assert.equal((await ask('PUT /settings/theme', { ...made, name: 'theme' })).status, 201);
    });

    test('takes rows of part 3, effects, numbers and quotas of the create, and its own for a replace', async (t) => {
      const { ask, events } = await start(t, await address());
      await ask('POST /projects', {});
      const first = await ask(`PUT ${options}/a`, { value: 'v' });
      assert.deepEqual([first.status, first.json.number, first.json.changes], [201, 1, 0], first.text);
      const again = await ask(`PUT ${options}/a`, { value: 'v' });
      assert.deepEqual([again.status, again.json], [200, { ...first.json, changes: 1 }]);
      assert.deepEqual(code(await ask(`PUT ${options}/b`, { value: 'no' })), [409, 'refused']);
      assert.equal((await ask(`PUT ${options}/a`, { value: 'no' })).status, 200);
      assert.equal((await ask(`PUT ${options}/b`)).json.number, 2);
      assert.equal((await ask('GET /projects/1')).json.options, 2);
      assert.deepEqual(code(await ask('PUT /shops/north/projects/9/options/a', {})), [404, 'missing']);
      assert.deepEqual(await events(4), ['option_made', 'option_replaced', 'option_replaced', 'option_made']);
      const colors = '/shops/north/colors';
      assert.equal((await ask(`PUT ${colors}/red`, { code: 'f00' })).status, 201);
      assert.equal((await ask(`PUT ${colors}/red`, { code: 'f01' })).json.code, 'f01');
      assert.deepEqual(code(await ask(`PUT ${colors}/green`, { code: '0f0' })), [403, 'full']);
      assert.deepEqual(code(await ask(`PUT ${colors}/blue`, { code: '00f' })), [404, 'missing']);
    });

    test('reveals and overwrites no record that the caller may not see', async (t) => {
      const { ask } = await start(t, await address());
      assert.equal((await ask('PUT /settings/theme', made)).status, 201);
      for (const by of ['south', 'owner'] as const) {
        const body = { ...made, value: 'light', note: 'own' };
        assert.deepEqual(code(await ask('PUT /settings/theme', body, by)), [409, 'taken'], by);
        // What no new record may have is refused first: the response says nothing of the record.
        assert.deepEqual(code(await ask('PUT /settings/theme', { ...body, level: 10 }, by)), [409, 'rule']);
        assert.equal((await ask('PUT /settings/theme', { value: 'a' }, by)).status, 422);
      }
      assert.deepEqual(code(await ask('PUT /settings/theme', { ...made, note: 'ana' }, 'owner')), [403, 'denied']);
      assert.deepEqual(code(await ask('PUT /settings/fresh', { ...made, note: 'ana' }, 'owner')), [403, 'denied']);
      assert.equal((await ask('PUT /settings/fresh', { ...made, note: 'own' }, 'owner')).status, 201);
      assert.equal((await ask('GET /settings/theme')).json.value, 'dark');
      // The Where judges the old and the new record of a replace, and the new one of a create.
      assert.deepEqual(code(await ask('PUT /settings/few', { ...made, level: 7 }, 'few')), [403, 'denied']);
      assert.equal((await ask('PUT /settings/few', made, 'few')).status, 201);
      assert.deepEqual(code(await ask('PUT /settings/few', { ...made, level: 7 }, 'few')), [403, 'denied']);
      assert.equal((await ask('PUT /settings/few', { ...made, level: 7 })).status, 200);
      assert.deepEqual(code(await ask('PUT /settings/few', made, 'few')), [403, 'denied']);
      await ask('POST /projects', {});
      assert.deepEqual(code(await ask(`PUT ${options}/a`, {}, 'south')), [404, 'missing']);
      assert.deepEqual(code(await ask('PUT /shops/south/projects/1/options/a', {})), [403, 'denied']);
      assert.deepEqual(code(await ask('PUT /shops/south/colors/red', { code: 'f00' })), [403, 'denied']);
    });

    test('keeps what is soft-deleted, and its name', async (t) => {
      const { ask } = await start(t, await address());
      await ask('PUT /settings/theme', made);
      assert.equal((await ask('DELETE /settings/theme')).status, 204);
      assert.deepEqual(code(await ask('PUT /settings/theme', made)), [410, 'gone']);
      assert.deepEqual(code(await ask('PUT /settings/theme', made, 'south')), [409, 'taken']);
    });

    test('creates or replaces alone by preconditions', async (t) => {
      const { ask } = await start(t, await address());
      const put = (headers: Record<string, string>, body: object = made): Promise<Got> =>
        ask('PUT /settings/theme', body, 'north', { headers });
      assert.deepEqual(code(await put({ 'If-Match': '*' })), [412, 'failed']);
      assert.deepEqual(code(await put({ 'If-Match': '"1"' })), [412, 'failed']);
      assert.equal((await put({ 'If-None-Match': '*' })).status, 201);
      assert.deepEqual(code(await put({ 'If-None-Match': '*' })), [412, 'failed']);
      const etag = (await ask('GET /settings/theme')).headers.get('etag')!;
      assert.equal((await put({ 'If-Match': etag }, { value: 'a' })).status, 200);
      assert.deepEqual(code(await put({ 'If-Match': etag }, { value: 'b' })), [412, 'failed']);
      assert.equal((await put({ 'If-Match': '*' }, { value: 'b' })).status, 200);
    });

    test('finds and creates by identities of each type, and by the caller', async (t) => {
      const { ask } = await start(t, await address());
      for (const [path, field, value] of [
        ['/settings/a%2Fb%20%C3%A9%F0%9F%92%A1', 'name', 'a/b é💡'],
        ['/parts/9007199254740993', 'number', 9007199254740992],
        ['/items/item_01h455vb4pex5vsknk084sn02q', 'id', 'item_01h455vb4pex5vsknk084sn02q'],
      ] as const) {
        const body = { ...(field === 'name' ? made : { text: 'a' }) };
        const got = await ask(`PUT ${path}`, body);
        assert.deepEqual([got.status, got.json[field]], [201, value], got.text);
        assert.equal((await ask(`PUT ${path}`, body)).status, field === 'id' ? 204 : 200);
      }
      assert.match((await ask('PUT /parts/9007199254740993', { text: 'b' })).text, /"number":9007199254740993/);
      const text = '{"number":9007199254740995,"text":"b"}';
      assert.equal((await ask('PUT /parts/9007199254740994', undefined, 'north', { text })).status, 422);
      for (const path of ['/parts/x', '/items/inv_01h455vb4pex5vsknk084sn02q'])
        assert.deepEqual(code(await ask(`PUT ${path}`, { text: 'a' })), [404, 'missing'], path);
      assert.deepEqual(code(await ask('PUT /settings/%00', made)), [404, 'missing']);
      assert.deepEqual(code(await ask(`PUT /settings/${'a'.repeat(101)}`, made)), [404, 'missing']);
      for (const [by, id] of [
        ['north', 'ana'],
        ['south', 'ben'],
      ] as const) {
        const own = await ask('PUT /me', { city: 'a' }, by);
        assert.deepEqual([own.status, own.json.id], [201, id], own.text);
        assert.deepEqual((await ask('PUT /me', {}, by)).json, { id, shop: by });
      }
    });

    test('takes idempotency keys, forms and older requests', async (t) => {
      const { ask } = await start(t, await address());
      const headers = { 'Idempotency-Key': 'k' };
      const first = await ask('PUT /settings/theme', made, 'north', { headers });
      const again = await ask('PUT /settings/theme', made, 'north', { headers });
      assert.deepEqual([first.status, again.status, again.json], [201, 201, first.json]);
      assert.equal((await ask('PUT /settings/theme', made)).status, 200);
      const older = { headers: { V: '1' } };
      const old = await ask('PUT /settings/older', { content: 'a', origin: 'x' }, 'north', older);
      assert.deepEqual([old.status, old.json.content], [201, 'a'], old.text);
      const next = await ask('PUT /settings/older', { content: 'b' }, 'north', older);
      assert.deepEqual([next.status, next.json.content, next.json.origin], [200, 'b', 'x'], next.text);
      const lacking = await ask('PUT /settings/lacking', { content: 'b' }, 'north', older);
      assert.deepEqual([lacking.status, lacking.json.errors[0].pointer], [422, '/origin']);
      const other = await ask('PUT /parts/5', { no: 6, text: 'a' }, 'north', older);
      assert.deepEqual([other.status, other.json.errors[0].pointer], [422, '/no'], other.text);
      const part = await ask('PUT /parts/5', { no: 5, text: 'a' }, 'north', older);
      assert.deepEqual([part.status, part.json.no], [201, 5], part.text);
      const form = {
        text: 'value=a&origin=x&level=4',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      };
      const sent = await ask('PUT /settings/form', undefined, 'north', form);
      assert.deepEqual([sent.status, sent.json.level], [201, 4]);
      assert.equal((await ask('HEAD /settings/form')).status, 200);
      assert.equal((await ask('PATCH /settings/form', {})).status, 405);
    });

    test('hashes a password once, and runs hooks with the record or without one', async (t) => {
      const { ask, noted } = await start(t, await address());
      for (const [password, status] of [
        ['correct horse', 201],
        ['battery staple', 200],
      ] as const) {
        assert.equal((await ask('PUT /accounts/ana', { login: { password } })).status, status);
        const matched = await ask('POST /accounts/ana/match', { password });
        assert.equal(matched.status, 200, matched.text);
      }
      await ask('PUT /settings/theme', made);
      await ask('PUT /settings/theme', { value: 'light' });
      assert.deepEqual(noted, { before: ['undefined dark', 'dark light'], after: ['dark', 'light'] });
    });
  });
}

test('the plan says what is done for a new record', () => {
  const { steps } = planFor(whenNew).operations.find(({ name }) => name === 'replace Setting')!;
  const events = steps.flatMap(({ step, creates, words }) => (step === 'events/record' ? [[creates, words]] : []));
  assert.deepEqual(events, [
    [undefined, 'record setting_replaced with the change'],
    [true, 'record setting_made with the change'],
  ]);
});

const together = 50;
const places: readonly (readonly [name: string, address: () => Promise<string>, instances: number])[] = [
  ...everyStore.map(([name, address]) => [name, address, 1] as const),
  ['on three instances', freshDatabase, 3],
];

for (const [name, address, instances] of places) {
  test(`of fifty replaces of a new record at once exactly one creates it ${name}`, async (t) => {
    const at = await address();
    const all: Served[] = [];
    for (let i = 0; i < instances; i++)
      all.push(await serveIn(t, whenNew, {}, undefined, at, createWhenNewCode({ before: [], after: [] })));
    const [first] = all;
    const key = await first!.key(['all'], { shop: 'north' }, { subject: 'ana' });
    const owner = await first!.key(['owner'], { shop: 'north' }, { subject: 'own' });
    const race = async (path: string, bodyOf: (i: number) => object, more: (i: number) => Asked = () => ({})) => {
      const got = await Promise.all(
        Array.from({ length: together }, (_, i) =>
          all[i % instances]!.ask(`PUT ${path}`, { key, body: bodyOf(i), ...more(i) }),
        ),
      );
      const counts = [...Map.groupBy(got, ({ status }) => status)].map(([status, some]) => [status, some.length]);
      return Object.fromEntries(counts);
    };
    const one = { 200: together - 1, 201: 1 };
    await first!.ask('POST /projects', { key, body: {} });
    assert.deepEqual(await race('/settings/theme', (i) => ({ ...made, value: `v${i}` })), one);
    assert.deepEqual(
      await race(
        '/settings/keyed',
        () => made,
        (i) => ({ headers: { 'Idempotency-Key': `key-${i}` } }),
      ),
      one,
    );
    assert.deepEqual(await race(`${options}/a`, (i) => ({ value: `v${i}` })), one);
    assert.equal((await first!.ask('GET /projects/1', { key })).json.options, 1);
    assert.equal((await first!.ask(`GET ${options}/a`, { key })).json.changes, together - 1);
    assert.deepEqual(await race('/shops/north/colors/red', () => ({ code: 'f00' })), one);
    assert.deepEqual(await race('/me', (i) => ({ city: `c${i}` })), one);
    const onlyNew = () => ({ headers: { 'If-None-Match': '*' } });
    assert.deepEqual(await race('/settings/once', () => made, onlyNew), { 201: 1, 412: together - 1 });
    // Of two callers that see only their own records one owns the name.
    const mixed = (i: number) => (i % 2 === 0 ? {} : { key: owner });
    const found = await race('/settings/mine', (i) => ({ ...made, note: i % 2 === 0 ? 'ana' : 'own' }), mixed);
    assert.equal(found[201], 1);
    assert.equal((found[200] ?? 0) + (found[409] ?? 0) + (found[403] ?? 0), together - 1, JSON.stringify(found));
  });
}
