import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Asked, type Got, serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { createPaymentCode, writePayments } from './kept-errors.fixture.ts';

const problemOf = ({ status, json: { instance, ...rest } }: Got): unknown => ({ http: status, ...rest });
const declined = {
  http: 402,
  type: '/docs#errors-card_declined',
  title: 'The card was declined',
  status: 402,
  code: 'card_declined',
};
const withKey = { 'Idempotency-Key': '"8e03978e-40d5-43dd-bc93-6894a57f9324"' };

async function start(t: TestContext, address: string, body?: string) {
  const code = createPaymentCode();
  const served = await serveIn(t, writePayments(body), {}, undefined, address, code.module);
  const key = await served.key(['all'], {});
  const ask = (line: string, sent?: unknown, headers: Asked['headers'] = {}): Promise<Got> =>
    served.ask(line, { key, headers, ...(sent === undefined ? {} : { body: sent }) });
  const create = async (): Promise<string> => `/payments/${(await ask('POST /payments', { card: 'good' })).json.id}`;
  const read = async (path: string): Promise<unknown[]> => {
    const all = (await ask('GET /payments')).json as { id: number; status: string; tries: number; card: string }[];
    const found = all.find(({ id }) => `/payments/${id}` === path);
    return found === undefined ? [] : [found.status, found.tries, found.card];
  };
  return { ask, create, read, code };
}

for (const [name, address] of everyStore) {
  describe(`an error that keeps the change ${name}`, () => {
    test('is the response of a transition whose state, effect, event and hook stay', async (t) => {
      const { ask, create, read, code } = await start(t, await address());
      const path = await create();
      const refused = await ask(`POST ${path}/pay`, { card: 'bad' });
      assert.deepEqual(problemOf(refused), declined);
      assert.equal(refused.headers.get('content-type'), 'application/problem+json');
      assert.deepEqual([refused.headers.get('etag'), refused.headers.get('x-tries')], [null, null]);
      assert.match(refused.headers.get('nonet-explain') ?? '', /^shop\.md:\d+$/);
      assert.deepEqual(await read(path), ['declined', 1, 'good']);
      const paid = await ask(`POST ${path}/pay`, { card: 'good' });
      assert.deepEqual([paid.status, paid.json.status, paid.headers.get('x-tries')], [200, 'paid', '2']);
      const seen = async (): Promise<unknown> => {
        for (;;) {
          const { data } = (await ask('GET /events')).json;
          if (data.length >= 3 && code.after.length === 2)
            return data.map(({ type, data: { tries } }: { type: string; data: { tries?: number } }) => [type, tries]);
          await sleep(20);
        }
      };
      assert.deepEqual(await seen(), [
        ['payment_made', undefined],
        ['payment_tried', 1],
        ['payment_tried', 2],
      ]);
      assert.deepEqual(code.after, ['declined', 'paid']);
    });

    test('is a response of creates, updates, replaces, deletes and reads', async (t) => {
      const { ask, create, read } = await start(t, await address());
      assert.deepEqual(problemOf(await ask('POST /payments', { card: 'bad' })), declined);
      const [made] = (await ask('GET /payments')).json;
      assert.equal(made.card, 'bad');
      const path = await create();
      for (const method of ['PATCH', 'PUT']) {
        assert.equal((await ask(`${method} ${path}`, { card: 'good' })).status, 200);
        assert.deepEqual(problemOf(await ask(`${method} ${path}`, { card: 'bad' })), declined);
        assert.deepEqual(await read(path), ['open', 0, 'bad']);
      }
      for (let tried = 0; tried < 3; tried++) await ask(`POST ${path}/pay`, { card: 'bad' });
      assert.deepEqual([(await ask(`GET ${path}`)).status, (await ask(`GET ${path}`)).json.code], [409, 'too_many']);
      const deleted = await ask(`DELETE ${path}`);
      assert.deepEqual([deleted.status, deleted.json.code], [409, 'too_many']);
      assert.deepEqual(await read(path), []);
    });

    test('is stored for an idempotency key: the change happens once', async (t) => {
      const { ask, create, read, code } = await start(t, await address());
      const path = await create();
      const first = await ask(`POST ${path}/pay`, { card: 'bad' }, withKey);
      const again = await ask(`POST ${path}/pay`, { card: 'bad' }, withKey);
      assert.deepEqual(problemOf(first), declined);
      assert.deepEqual([again.status, again.text], [402, first.text]);
      assert.deepEqual(await read(path), ['declined', 1, 'good']);
      assert.equal((await ask(`POST ${path}/pay`, { card: 'good' }, withKey)).status, 422);
      assert.deepEqual(code.after, ['declined']);
      for (const _ of [1, 2]) {
        assert.equal((await ask('POST /payments', { card: 'bad' }, withKey)).status, 402);
        assert.equal((await ask(`POST ${path}/retry`, undefined, withKey)).status, 402);
      }
      assert.equal((await ask('GET /payments')).json.length, 2);
      assert.deepEqual(await read(path), ['declined', 2, 'good']);
    });

    test('is a response of a handler, unless `answer` chooses another one', async (t) => {
      const { ask, create, read, code } = await start(t, await address());
      const path = await create();
      assert.deepEqual(problemOf(await ask(`POST ${path}/retry`)), declined);
      assert.deepEqual(await read(path), ['declined', 1, 'good']);
      code.status = 202;
      assert.equal((await ask(`POST ${path}/retry`)).status, 202);
      assert.deepEqual(await read(path), ['declined', 2, 'good']);
      code.status = 402;
      assert.equal((await ask(`POST ${path}/retry`)).status, 500);
      assert.deepEqual(await read(path), ['declined', 2, 'good']);
    });

    test('has the code of the version, and the body of the document', async (t) => {
      const { ask, create } = await start(t, await address(), '`{ error: { code: code, message: message } }`');
      const path = await create();
      const bodies = [undefined, '2', '1'].map(async (version) => {
        const { status, json } = await ask(`POST ${path}/pay`, { card: 'bad' }, version ? { V: version } : {});
        return [status, json];
      });
      assert.deepEqual(await Promise.all(bodies), [
        [402, { error: { code: 'card_declined', message: 'The card was declined' } }],
        [402, { error: { code: 'declined', message: 'The card was declined' } }],
        [400, { error: { code: 'payment_failed', message: 'It failed' } }],
      ]);
    });
  });
}
