import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { allNumbered } from '../src/stores/suites/events.suite.ts';
import { readStream } from './serve/streams/streams.fixture.ts';
import { type Got, type Served, serve } from './serve/support/served.fixture.ts';
import { everyStore } from './serve/support/stores.fixture.ts';
import { root } from './support/process.ts';

const document = readFileSync(join(root, 'examples/service-broker/service-broker.md'), 'utf8');
const day = 24 * 60 * 60_000;
const hint = 'service_id=db';
const async = 'accepts_incomplete=true';

for (const [name, address] of everyStore) {
  describe(`a service broker ${name}`, () => {
    let served: Served;
    let moment = Date.parse('2030-01-01T12:00:00Z');
    let count = 0;
    const credentials = new Map<string, Promise<string>>();
    before(async () => {
      served = await serve(document, {}, () => moment, await address());
      const put = (path: string, body: object) => must('catalog', `PUT /catalog/${path}`, body);
      await put('services/db', { name: 'database', description: 'A database', plan_updateable: true });
      await put('services/fixed', { name: 'fixed', description: 'A database of one plan' });
      const plan = { description: 'A plan', service: 'db' };
      await put('plans/small', { ...plan, name: 'small' });
      await put('plans/large', { ...plan, name: 'large', free: false });
      await put('plans/own', { ...plan, name: 'own', free: false, dedicated: true });
      await put('plans/only', { ...plan, name: 'only', service: 'fixed' });
      await put('plans/second', { ...plan, name: 'second', service: 'fixed' });
    });
    after(() => served?.close());

    /** The password of a platform, by its name and that of its tenant. */
    const passwordOf = async (platform: string): Promise<string> => {
      const rights = { scopes: ['platform'], attributes: { platform } };
      const asked = { kind: 'secret', scheme: 'platform', client: platform, ...rights } as const;
      const { text } = await served.service.keys.make(asked, moment);
      return `Basic ${btoa(`${platform}:${text}`)}`;
    };
    const credentialOf = (who: string): Promise<string> => {
      const isKey = who === 'worker' || who === 'catalog';
      const found =
        credentials.get(who) ?? (isKey ? served.key([who], {}).then((key) => `Bearer ${key}`) : passwordOf(who));
      credentials.set(who, found);
      return found;
    };
    const ask = async (who: string, line: string, body?: object, version = '2.17'): Promise<Got> =>
      served.ask(line, {
        headers: { Authorization: await credentialOf(who), 'X-Broker-API-Version': version },
        ...(body === undefined ? {} : { body }),
      });
    const must = async (who: string, line: string, body?: object): Promise<Got['json']> => {
      const got = await ask(who, line, body);
      assert.ok(got.status < 300, `${line}: ${got.text}`);
      return got.json;
    };
    const refused = async (expected: string, who: string, line: string, body?: object): Promise<void> => {
      const { status, json } = await ask(who, line, body);
      assert.equal(`${status} ${json?.error}`, expected, line);
    };
    const order = (plan_id: string, more: object = {}): object => ({
      service_id: 'db',
      plan_id,
      organization_guid: 'org',
      space_guid: 'space',
      ...more,
    });
    const next = (): string => `/v2/service_instances/instance-${++count}`;
    const workOn = (path: string): string => path.replace(/.*\/(service_\w+\/)/, 'POST /work/$1');
    const state = async (path: string): Promise<object> => must('cf', `GET ${path}/last_operation?operation=x`);
    /** An instance that is ready. */
    const instance = async (plan: string): Promise<string> => {
      const path = next();
      const { status } = await ask('cf', `PUT ${path}?${async}`, order(plan));
      if (status === 202) await must('worker', `${workOn(path)}/finish`);
      return path;
    };

    test('the catalog shows services with their plans, in each version of the API', async () => {
      const { services } = await must('cf', 'GET /v2/catalog');
      const [first] = services;
      assert.deepEqual([first.id, first.bindable, first.plan_updateable], ['db', true, true]);
      assert.deepEqual(first.plans[1], { id: 'own', name: 'own', description: 'A plan', free: false });
      assert.equal(
        (await ask('cf', 'GET /v2/catalog', undefined, '2.13')).text,
        (await ask('cf', 'GET /v2/catalog')).text,
      );
      const late = await ask('cf', 'GET /v2/catalog', undefined, '3.0');
      assert.deepEqual([late.status, late.json.error], [412, 'VersionUnknown']);
      const headers = { Authorization: await credentialOf('cf') };
      assert.equal((await served.ask('GET /v2/catalog', { headers })).status, 400);
      assert.equal((await served.ask('GET /v2/catalog')).status, 401);
      await refused('403 Forbidden', 'cf', 'PUT /catalog/services/mine', { name: 'mine', description: 'Mine' });
    });

    test('a database on a shared server is there at once, and again for the same order', async () => {
      const path = next();
      const body = order('small', { parameters: { size: 1 }, context: { platform: 'cloudfoundry' }, unknown: 1 });
      const made = await ask('cf', `PUT ${path}`, body);
      assert.equal(made.status, 201);
      assert.equal(made.json.dashboard_url, `https://dashboard.example/${path.split('/').at(-1)}`);
      const again = await ask('cf', `PUT ${path}?${async}`, body);
      assert.deepEqual([again.status, again.json], [200, made.json]);
      await refused('409 Conflict', 'cf', `PUT ${path}`, order('large'));
      await refused('409 Conflict', 'cf', `PUT ${path}`, order('small', { parameters: { size: 2 } }));
      await refused('400 BadRequest', 'cf', `PUT ${next()}`, order('only'));
      await refused('400 BadRequest', 'cf', `PUT ${next()}`, order('none'));
      await refused('400 BadRequest', 'cf', `PUT ${next()}`, { service_id: 'db', plan_id: 'small' });
      const { plan_id, parameters } = await must('cf', `GET ${path}`);
      assert.deepEqual([plan_id, parameters], ['small', { size: 1 }]);
      assert.deepEqual(await state(path), { state: 'succeeded' });

      await refused('400 BadRequest', 'cf', `DELETE ${path}`);
      await refused('400 BadRequest', 'cf', `DELETE ${path}?${hint}&plan_id=large`);
      const gone = await ask('cf', `DELETE ${path}?${hint}&plan_id=small`);
      assert.deepEqual([gone.status, gone.json], [200, {}]);
      await refused('410 Gone', 'cf', `DELETE ${path}?${hint}&plan_id=small`);
      await refused('410 Gone', 'cf', `DELETE ${next()}?${hint}&plan_id=small`);
      await refused('410 Gone', 'cf', `GET ${path}/last_operation`);
      await refused('404 NotFound', 'cf', `GET ${path}`);
      await refused('409 Conflict', 'cf', `PUT ${path}`, body);
      moment += 7 * day;
      for (let waits = 0; (await ask('cf', `GET ${path}/last_operation`)).status !== 404; waits++) {
        assert.ok(waits < 100);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      assert.equal((await ask('cf', `PUT ${path}`, body)).status, 201);
    });

    test('of equal orders at once one makes the database', async () => {
      const path = next();
      const got = await Promise.all(Array.from({ length: 6 }, () => ask('cf', `PUT ${path}`, order('small'))));
      assert.deepEqual(got.map(({ status }) => status).sort(), [200, 200, 200, 200, 200, 201]);
    });

    test('a server of its own takes time, and platforms ask until it is done', async () => {
      const path = next();
      await refused('422 AsyncRequired', 'cf', `PUT ${path}`, order('own'));
      await refused('404 NotFound', 'cf', `GET ${path}/last_operation`);
      const made = await ask('cf', `PUT ${path}?${async}`, order('own'));
      assert.deepEqual([made.status, made.json.operation], [202, 'provision']);
      const again = await ask('cf', `PUT ${path}?${async}`, order('own'));
      assert.deepEqual([again.status, again.json], [202, made.json]);
      await refused('409 Conflict', 'cf', `PUT ${path}?${async}`, order('small'));
      assert.deepEqual(await state(path), { state: 'in progress' });
      await refused('404 NotFound', 'cf', `GET ${path}`);
      await refused('422 ConcurrencyError', 'cf', `PATCH ${path}?${async}`, { service_id: 'db', plan_id: 'own' });
      const { data } = await must('worker', 'GET /work/service_instances?status=creating');
      assert.ok(data.some(({ id, platform }: Got['json']) => path.endsWith(id) && platform === 'cf'));
      assert.equal((await ask('worker', `${workOn(path)}/finish`)).status, 204);
      assert.deepEqual(await state(path), { state: 'succeeded' });
      assert.equal((await ask('cf', `PUT ${path}?${async}`, order('own'))).status, 200);

      await refused('422 AsyncRequired', 'cf', `DELETE ${path}?${hint}&plan_id=own`);
      for (let times = 0; times < 2; times++) {
        const gone = await ask('cf', `DELETE ${path}?${hint}&plan_id=own&${async}`);
        assert.deepEqual([gone.status, gone.json], [202, { operation: 'deprovision' }]);
      }
      assert.deepEqual(await state(path), { state: 'in progress' });
      await must('worker', `${workOn(path)}/finish`);
      await refused('410 Gone', 'cf', `GET ${path}/last_operation`);
      await refused('410 Gone', 'cf', `DELETE ${path}?${hint}&plan_id=own&${async}`);
    });

    test('an order that fails says why, and can be deleted', async () => {
      const path = next();
      await must('cf', `PUT ${path}?${async}`, order('own'));
      await must('worker', `${workOn(path)}/fail`, { problem: 'No servers left' });
      assert.deepEqual(await state(path), { state: 'failed', description: 'No servers left' });
      await refused('409 Conflict', 'cf', `PUT ${path}?${async}`, order('own'));
      await refused('404 NotFound', 'cf', `GET ${path}`);
      assert.equal((await ask('cf', `DELETE ${path}?${hint}&plan_id=own&${async}`)).status, 202);
      assert.deepEqual(await state(path), { state: 'in progress' });
    });

    test('another plan counts at once or when the server is changed, and a failed change is taken back', async () => {
      const path = await instance('small');
      const change = (plan_id: string, query = async): Promise<Got> =>
        ask('cf', `PATCH ${path}?${query}`, { service_id: 'db', plan_id, previous_values: { plan_id: 'small' } });
      assert.deepEqual([(await change('large', '')).status, (await must('cf', `GET ${path}`)).plan_id], [200, 'large']);
      const sync = await change('own', '');
      assert.deepEqual([sync.status, sync.json.error], [422, 'AsyncRequired']);
      const changed = await change('own');
      assert.deepEqual([changed.status, changed.json.operation], [202, 'update']);
      assert.equal((await change('own')).status, 202);
      assert.equal((await change('small')).json.error, 'ConcurrencyError');
      await refused('422 ConcurrencyError', 'cf', `GET ${path}`);
      await refused('422 ConcurrencyError', 'cf', `DELETE ${path}?${hint}&plan_id=own&${async}`);
      await must('worker', `${workOn(path)}/fail`, { problem: 'Too much data' });
      assert.deepEqual(await state(path), { state: 'failed', description: 'Too much data' });
      assert.equal((await must('cf', `GET ${path}`)).plan_id, 'large');
      await change('own');
      await must('worker', `${workOn(path)}/finish`);
      assert.deepEqual([await state(path), (await must('cf', `GET ${path}`)).plan_id], [{ state: 'succeeded' }, 'own']);
      await refused('400 BadRequest', 'cf', `PATCH ${path}`, { service_id: 'fixed' });
      const fixed = next();
      await must('cf', `PUT ${fixed}`, order('only', { service_id: 'fixed' }));
      const body = { service_id: 'fixed', plan_id: 'second' };
      await refused('422 PlanNotUpdateable', 'cf', `PATCH ${fixed}`, body);
    });

    test('applications get accounts, and an instance is kept as long as it is bound', async () => {
      const [path, other] = [await instance('small'), await instance('small')];
      const binding = `${path}/service_bindings/binding-${++count}`;
      const body = { service_id: 'db', plan_id: 'small', bind_resource: { app_guid: 'app' } };
      await refused('404 NotFound', 'cf', `PUT ${next()}/service_bindings/b`, body);
      await refused('400 BadRequest', 'cf', `PUT ${binding}`, { ...body, plan_id: 'large' });
      const made = await ask('cf', `PUT ${binding}`, body);
      const { username, password } = made.json.credentials;
      assert.deepEqual([made.status, username], [201, binding.split('/').at(-1)]);
      assert.ok(password.length >= 20);
      const again = await ask('cf', `PUT ${binding}`, body);
      assert.deepEqual([again.status, again.json], [200, made.json]);
      assert.deepEqual((await must('cf', `GET ${binding}`)).credentials, made.json.credentials);
      assert.equal((await must('worker', `GET /work/service_bindings/${username}`)).password, password);
      await refused('409 Conflict', 'cf', `PUT ${binding}`, { ...body, bind_resource: { app_guid: 'another' } });
      await refused('409 Conflict', 'cf', `PUT ${binding.replace(path, other)}`, body);
      await refused('404 NotFound', 'cf', `GET ${binding.replace(path, other)}`);
      await refused('422 BindingsExist', 'cf', `DELETE ${path}?${hint}&plan_id=small`);
      assert.equal((await ask('cf', `DELETE ${binding}?${hint}&plan_id=small`)).status, 200);
      await refused('410 Gone', 'cf', `DELETE ${binding}?${hint}&plan_id=small`);
      await refused('410 Gone', 'cf', `GET ${binding}/last_operation`);
      assert.equal((await ask('cf', `DELETE ${path}?${hint}&plan_id=small`)).status, 200);
    });

    test('an account on a server of its own takes time too', async () => {
      const path = await instance('own');
      const binding = `${path}/service_bindings/binding-${++count}`;
      const body = { service_id: 'db', plan_id: 'own' };
      await refused('422 AsyncRequired', 'cf', `PUT ${binding}`, body);
      const made = await ask('cf', `PUT ${binding}?${async}`, body);
      assert.deepEqual([made.status, made.json], [202, { operation: 'bind' }]);
      assert.equal((await ask('cf', `PUT ${binding}?${async}`, body)).status, 202);
      await refused('404 NotFound', 'cf', `GET ${binding}`);
      assert.deepEqual(await state(binding), { state: 'in progress' });
      await must('worker', `${workOn(binding)}/finish`);
      assert.deepEqual(await state(binding), { state: 'succeeded' });
      assert.ok((await must('cf', `GET ${binding}`)).credentials.password);
      const gone = await ask('cf', `DELETE ${binding}?${hint}&plan_id=own&${async}`);
      assert.deepEqual([gone.status, gone.json], [202, { operation: 'unbind' }]);
      await must('worker', `${workOn(binding)}/fail`, { problem: 'Still connected' });
      assert.deepEqual(await state(binding), { state: 'failed', description: 'Still connected' });
      await must('cf', `DELETE ${binding}?${hint}&plan_id=own&${async}`);
      await must('worker', `${workOn(binding)}/finish`);
      await refused('410 Gone', 'cf', `GET ${binding}/last_operation`);
    });

    test('platforms see nothing of each other, and workers hear of all orders', async () => {
      const path = await instance('small');
      await allNumbered(served.store);
      const key = (await credentialOf('worker')).slice('Bearer '.length);
      const version = { 'X-Broker-API-Version': '2.17' };
      const reading = await readStream(fetch, `${served.address}/work/events`, key, version);
      try {
        for (const line of [`GET ${path}`, `GET ${path}/last_operation`]) await refused('404 NotFound', 'k8s', line);
        await refused('409 Conflict', 'k8s', `PUT ${path}`, order('small'));
        await refused('410 Gone', 'k8s', `DELETE ${path}?${hint}&plan_id=small`);
        await refused('404 NotFound', 'k8s', `PATCH ${path}`, { service_id: 'db' });
        const body = { service_id: 'db', plan_id: 'small' };
        await refused('404 NotFound', 'k8s', `PUT ${path}/service_bindings/b-${++count}`, body);
        await refused('403 Forbidden', 'cf', `${workOn(path)}/finish`);
        await refused('403 Forbidden', 'worker', `PUT ${path}`, order('small'));
        const own = next();
        await must('k8s', `PUT ${own}?${async}`, order('own'));
        await must('cf', `PUT ${path}/service_bindings/b-${++count}`, body);
        const blocks = await reading.events(2);
        assert.deepEqual(
          blocks.map(({ data }) => JSON.parse(data!)).map(({ type, data }) => [type, data.status]),
          [
            ['instance.ordered', 'creating'],
            ['binding.ordered', 'ready'],
          ],
        );
      } finally {
        reading.stop();
      }
    });
  });
}
