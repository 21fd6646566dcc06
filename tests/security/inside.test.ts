import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { compile } from '../../src/codegen/compile.ts';
import type { Compiled } from '../../src/contracts/compiled.ts';
import type { Store, Transaction } from '../../src/contracts/store.ts';
import { fetchOf } from '../../src/serve/http/fetch.ts';
import { openService, type Service } from '../../src/serve/service.ts';
import { allNumbered } from '../../src/stores/suites/events.suite.ts';
import { handlers } from '../serve/refusals/refusals-served.fixture.ts';
import { type Served, serve } from '../serve/support/served.fixture.ts';
import { everyStore } from '../serve/support/stores.fixture.ts';
import { ownBody } from './errors.fixture.ts';

// What fails between the handler and the store (S59): the writer of answers, and the writer of events.

const document = ownBody.replace(
  '## Events\n\nNone.',
  `## Events

| Event | When | Payload |
| --- | --- | --- |
| folder.made | create Folder | \`Folder\` |
| folder.left | delete Folder | \`Folder(id, name)\` |`,
);

const words = 'near "INSERT": cannot write /srv/app/secret.ts of node:fs at 10.0.0.1';
const fail = (): never => {
  throw new Error(words);
};

/** A store whose transactions cannot write events. */
function withoutEvents(store: Store): Store {
  const broken = (transaction: Transaction): Transaction =>
    new Proxy(transaction, {
      get(target, name) {
        if (name === 'events') return { record: fail, subscribe: fail };
        const found: unknown = Reflect.get(target, name, target);
        return typeof found === 'function' ? found.bind(target) : found;
      },
    });
  return { ...store, write: (work, how) => store.write((transaction) => work(broken(transaction)), how) };
}

for (const [store, addressOf] of everyStore) {
  describe(`what fails inside ${store}`, () => {
    let served: Served;
    let keys: readonly string[];
    before(async () => {
      served = await serve(document, {}, undefined, await addressOf(), handlers);
      keys = [await served.key(['all'], { shop: 'north' }), await served.key(['all'], { shop: 'south' })];
    });
    after(() => served.close());

    let count = 0;
    /** Asks a service of the same records, one piece of which fails. */
    const asked = async (service: Service, line: string, key: string, body?: object): Promise<Response> => {
      const [method = '', path = ''] = line.split(' ');
      const headers = {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': `${++count}`,
      };
      const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      return fetchOf(service)(new Request(`http://localhost${path}`, init), '127.0.0.1');
    };
    const told = async (response: Response): Promise<void> => {
      const text = await response.text();
      const { error } = JSON.parse(text) as { error: Record<string, unknown> };
      assert.deepEqual([response.status, error.code], [500, 'broken'], text);
      assert.deepEqual(Object.keys(error), ['code', 'status', 'text', 'trace']);
      const seen = `${text} ${[...response.headers].flat().join(' ')}`;
      assert.doesNotMatch(seen, /INSERT|srv|node:|10\.0\.0\.1|\bat |\.ts\b/);
      const logged = served.logged.filter((line) => line.includes(String(error.trace)));
      assert.equal(logged.length, 1);
      assert.ok(logged[0]!.includes(JSON.stringify(words).slice(1, -1)));
    };
    const using = async (changed: Partial<Compiled>, over: Store, work: (of: Service) => Promise<void>) => {
      const { plan, platform } = served;
      const service = openService({
        plan,
        compiled: { ...compile(plan), ...changed },
        store: over,
        platform,
        handlers,
      });
      try {
        await work(service);
      } finally {
        await service.close();
      }
    };

    test('S59: an answer that cannot be written is an internal error', async () => {
      const operations = [...compile(served.plan).operations].map((operation) => {
        const responses = operation.responses.map(({ status, when, headers }) => ({
          status,
          when,
          headers,
          body: fail,
        }));
        return { ...operation, responses };
      });
      await using({ operations }, served.store, async (service) => {
        for (const key of keys) await told(await asked(service, 'GET /folders', key));
      });
    });

    test('S59: where an event cannot be computed or written, its change is an internal error and undone', async () => {
      const { plan, store } = served;
      const folders = async (): Promise<readonly string[]> =>
        Promise.all(keys.map(async (key) => (await served.ask('GET /folders', { key })).text));
      const made: string[] = [];
      for (const [i, key] of keys.entries()) {
        const headers = { 'Idempotency-Key': `first-${i}` };
        const got = await served.ask('POST /folders', { key, headers, body: { name: 'kept' } });
        assert.equal(got.status, 201, got.text);
        made.push(got.json.id);
      }
      const before = await folders();
      const ways: readonly (readonly [Partial<Compiled>, Store])[] = [
        [{ events: { ...compile(plan).events, text: fail } }, store],
        [{}, withoutEvents(store)],
      ];
      for (const [changed, over] of ways) {
        await using(changed, over, async (service) => {
          for (const [i, key] of keys.entries()) {
            await told(await asked(service, 'POST /folders', key, { name: 'undone' }));
            await told(await asked(service, `DELETE /folders/${made[i]}`, key));
          }
        });
        assert.deepEqual(await folders(), before);
      }
      await allNumbered(store);
      assert.equal((await store.events.after(0, 100)).length, 2);
    });
  });
}
