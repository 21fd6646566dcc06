import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HTTP } from 'cloudevents';
import { Webhook } from 'standardwebhooks';
import type { StoredDelivery } from '../../../src/contracts/deliveries.ts';
import type { Outgoing, OutgoingResponse } from '../../../src/contracts/platform.ts';
import { type Store, StoreUnavailableError } from '../../../src/contracts/store.ts';
import type { OpenForTest } from '../../../src/stores/suites/surroundings.suite.ts';
import { type Hooked, hooked, hookedService, storesFor } from './deliveries.fixture.ts';

const url = 'https://receiver.example.com/hook';
const hour = 3_600_000;
/** So many deliveries to one subscriber are leased, however many of them each query finds: more are leased while at most half of 32 are. */
const leasable = 16;

interface Made {
  readonly id: string;
  readonly secret: string;
}

async function hookOf(service: Hooked, shop = 'north', more: object = {}): Promise<Made> {
  const made = await service.ask('POST /hooks', { url, ...more }, shop);
  assert.equal(made.status, 201, JSON.stringify(made.json));
  return made.json;
}

async function noteOf(service: Hooked, text: string, shop = 'north'): Promise<string> {
  const made = await service.ask('POST /notes', { text }, shop);
  assert.equal(made.status, 201, JSON.stringify(made.json));
  return made.json.id;
}

const typeOf = ({ body }: Outgoing): string => `${JSON.parse(body).type} ${JSON.parse(body).data.text ?? ''}`.trim();

/** The tests of deliveries of a running service, on one store. */
export function webhooksSuite(name: string, open: OpenForTest): void {
  describe(`webhooks ${name}`, () => {
    test('a subscriber gets the events of its tenant and kinds, signed and in their envelope, and nobody else does', async (t) => {
      const got: Outgoing[] = [];
      const receive = (request: Outgoing): OutgoingResponse => {
        got.push(request);
        return { status: 204 };
      };
      const service = await hookedService(t, await storesFor(t, open), { receive });
      const north = await hookOf(service, 'north', { url: `${url}?north` });
      const some = await hookOf(service, 'north', { url: `${url}?some`, kinds: ['note.deleted'] });
      const south = await hookOf(service, 'south', { url: `${url}?south` });
      const note = await noteOf(service, 'a');
      await noteOf(service, 'b', 'south');
      assert.equal((await service.ask(`DELETE /notes/${note}`)).status, 204);
      await service.until(() => got.length === 4, 'four deliveries');
      const of = (name: string): readonly Outgoing[] => got.filter((request) => request.url.endsWith(name));
      assert.deepEqual(of('?north').map(typeOf), ['note.made a', 'note.deleted']);
      assert.deepEqual(of('?some').map(typeOf), ['note.deleted']);
      assert.deepEqual(of('?south').map(typeOf), ['note.made b']);
      for (const [name, { secret }] of Object.entries({ '?north': north, '?some': some, '?south': south })) {
        for (const { headers, body } of of(name)) {
          new Webhook(secret).verify(body, { ...headers });
          const event = HTTP.toEvent({ headers: { ...headers }, body }) as { readonly id: string };
          assert.equal(event.id, headers['webhook-id']);
          assert.equal(headers['content-type'], 'application/cloudevents+json');
          assert.ok(!body.includes('inner word') && !body.includes('secret'), body);
        }
      }
    });

    test('a failing delivery is tried by its schedule, holds back its record alone, and is listed when it is given up', async (t) => {
      const got: string[] = [];
      const ids = new Set<string | undefined>();
      const receive = (request: Outgoing): OutgoingResponse => {
        got.push(typeOf(request));
        if (!request.body.includes('"bad"')) return { status: 200 };
        ids.add(request.headers['webhook-id']);
        return { status: 500 };
      };
      const service = await hookedService(t, await storesFor(t, open), { receive });
      await hookOf(service);
      const bad = await noteOf(service, 'bad');
      await service.until(() => got.length === 1);
      await service.ask(`PATCH /notes/${bad}`, { text: 'better' });
      await noteOf(service, 'other');
      await service.until(() => got.includes('note.made other'));
      assert.ok(!got.includes('note.changed better'));
      const times = (): number => got.filter((line) => line === 'note.made bad').length;
      // An attempt may begin between a look at the clock and the count.
      for (let count = 2; count <= 8; count++) {
        await service.until(async () => {
          const [next] = await service.store.deliveries.list({ states: ['waiting'] }, 1);
          if (next !== undefined) await service.clock.advance(Math.max(0, next.dueAt - service.clock.now));
          return times() >= count;
        }, `attempt ${count}`);
      }
      await service.until(() => got.includes('note.changed better'));
      assert.equal(times(), 8);
      assert.equal(ids.size, 1);
      const failed = await service.store.deliveries.list({ states: ['failed'] }, 10);
      assert.deepEqual(
        failed.map(({ type: kind, tries, attempts }) => [kind, tries, attempts.length, attempts.at(-1)!.status]),
        [['note.made', 8, 8, 500]],
      );
      const moments = failed[0]!.attempts.map(({ at }) => at);
      const whole = moments.at(-1)! - moments[0]!;
      assert.ok(whole > 25 * hour && whole < 31 * hour, `${whole / hour} hours`);
      const first = moments[1]! - moments[0]!;
      assert.ok(first >= 4_500 && first < 7_500, `${first} milliseconds`);
      assert.equal(await service.store.deliveries.replay({ states: ['failed'] }, service.clock.now), 1);
      await service.until(async () => {
        await service.clock.advance(1_000);
        return got.at(-1) === 'note.made bad';
      }, 'the replay');
      assert.equal(ids.size, 1);
    });

    test('a webhook of one attempt gets its events although the store, or this machine, was away', async (t) => {
      const got: string[] = [];
      const away = new Set(['subscription', 'secrets', 'descriptor']);
      const receive = (request: Outgoing): OutgoingResponse => {
        if (away.delete('descriptor')) return { problem: 'too many files are open', local: true };
        got.push(typeOf(request));
        return { status: 200 };
      };
      const document = hooked(
        '| webhook | each Hook at url where `shop == event.shop` | listed in kinds | cloudevents 1.0 | standard webhooks with secret | |',
      );
      const stores = await storesFor(t, open, document);
      const fail = (what: string): void => {
        if (away.delete(what)) throw new StoreUnavailableError(`the store is away: ${what}`);
      };
      const awayOnce = async (): Promise<Store> => {
        const store = await stores();
        return {
          ...store,
          prepare(query) {
            const prepared = store.prepare(query);
            const single = query.resource === 'Hook' && query.conditions.some(({ kind }) => kind === 'equal');
            if (!single) return prepared;
            return {
              many: (values) => prepared.many(values),
              count: (values) => prepared.count(values),
              figures: (values) => prepared.figures(values),
              one(values) {
                fail('subscription');
                return prepared.one(values);
              },
            };
          },
          replacedSecrets(location, now) {
            fail('secrets');
            return store.replacedSecrets(location, now);
          },
        };
      };
      const service = await hookedService(t, awayOnce, { receive, document });
      await hookOf(service);
      await hookOf(service, 'south', { url: `${url}?south` });
      await noteOf(service, 'a');
      await noteOf(service, 'b', 'south');
      await service.until(() => got.length === 2, 'two deliveries');
      assert.deepEqual(got.toSorted(), ['note.made a', 'note.made b']);
      assert.deepEqual([...away], []);
      const delivered = (): Promise<readonly StoredDelivery[]> =>
        Promise.resolve(service.store.deliveries.list({ states: ['delivered'] }, 10));
      await service.until(async () => (await delivered()).length === 2, 'the results');
      assert.deepEqual(
        (await delivered()).map(({ tries }) => tries),
        [1, 1],
      );
    });

    test('a receiver that asks for a later attempt gets it then, and one that answers 410 gets nothing more', async (t) => {
      const got: string[] = [];
      let response: OutgoingResponse = { status: 429, retryAfter: '600' };
      const receive = (request: Outgoing): OutgoingResponse => {
        got.push(typeOf(request));
        return response;
      };
      const service = await hookedService(t, await storesFor(t, open), { receive });
      const { id } = await hookOf(service);
      await noteOf(service, 'a');
      await service.until(() => got.length === 1);
      await service.until(async () => (await service.store.deliveries.list({ states: ['waiting'] }, 1)).length === 1);
      for (let second = 0; second < 549; second += 50) await service.clock.advance(50_000);
      assert.equal(got.length, 1);
      response = { status: 410 };
      // No further than the attempt is due: a clock that runs on would end the time that it has.
      for (let second = 0; second < 60; second += 1) await service.clock.advance(1_000);
      await service.until(() => got.length === 2);
      await service.until(() => service.logged.some((line) => line.includes('410')));
      await noteOf(service, 'b');
      await service.until(async () => (await service.store.deliveries.cursor()) === 2);
      await service.clock.advance(60_000);
      assert.deepEqual(got, ['note.made a', 'note.made a']);
      response = { status: 200 };
      await service.ask(`PATCH /hooks/${id}`, { url: `${url}/other` });
      await noteOf(service, 'c');
      await service.until(() => got.length === 3);
      assert.equal(got[2], 'note.made c');
    });

    test('what waits for a subscription ends with it', async (t) => {
      const got: string[] = [];
      const receive = (request: Outgoing): OutgoingResponse => {
        got.push(request.url);
        return { problem: 'the connection was refused' };
      };
      const service = await hookedService(t, await storesFor(t, open), { receive });
      const { id } = await hookOf(service);
      await hookOf(service, 'south', { url: `${url}?south` });
      await noteOf(service, 'a');
      await noteOf(service, 'b', 'south');
      await service.until(() => got.length === 2);
      assert.equal((await service.ask(`DELETE /hooks/${id}`)).status, 204);
      // At once: another record of its identity gets none of them.
      assert.equal(
        (await service.store.deliveries.list({ states: ['waiting', 'in flight', 'blocked'] }, 10)).length,
        1,
      );
      for (let times = 0; times < 10; times += 1) await service.clock.advance(10_000);
      assert.deepEqual(got.filter((address) => address === url).length, 1);
    });

    test('two instances send each event once, at most eight at a time to one subscriber', async (t) => {
      const stores = await storesFor(t, open);
      const got: string[] = [];
      let now = 0;
      let most = 0;
      const receive = async (request: Outgoing): Promise<OutgoingResponse> => {
        most = Math.max(most, ++now);
        await new Promise((done) => setTimeout(done, 3));
        now--;
        got.push(request.headers['webhook-id']!);
        return { status: 200 };
      };
      const instances = [
        await hookedService(t, stores, { receive, still: false, settings: { webhookRate: 10_000 } }),
        await hookedService(t, stores, { receive, still: false, settings: { webhookRate: 10_000 } }),
      ] as const;
      await hookOf(instances[0]);
      await Promise.all(Array.from({ length: 60 }, (_, nth) => noteOf(instances[nth % 2]!, `n${nth}`)));
      await instances[0].until(() => got.length >= 60, 'sixty deliveries');
      assert.equal(new Set(got).size, 60);
      assert.equal(got.length, 60);
      assert.ok(most <= 8, `${most} at the same time`);
    });

    test('a setting gives the address of a delivery without subscriptions, in the envelope of the payload alone', async (t) => {
      const got: Outgoing[] = [];
      const receive = (request: Outgoing): OutgoingResponse => {
        got.push(request);
        return { status: 200 };
      };
      const document = hooked('| webhook | setting partner | note.made | | | |');
      const settings = { webhookUrls: new Map([['partner', 'http://127.0.0.1:9/in']]) };
      const service = await hookedService(t, await storesFor(t, open, document), { receive, document, settings });
      await noteOf(service, 'a');
      await noteOf(service, 'b', 'south');
      await service.until(() => got.length === 2);
      assert.deepEqual(got.map(({ body }) => JSON.parse(body).text).toSorted(), ['a', 'b']);
      assert.equal(got[0]!.url, 'http://127.0.0.1:9/in');
      assert.equal(got[0]!.headers['webhook-signature'], undefined);
      assert.ok(got[0]!.allowed('127.0.0.1'));
    });

    test('a subscription that names no address of the web, or an event that is not stated, is invalid input', async (t) => {
      const receive = (): OutgoingResponse => ({ status: 200 });
      const service = await hookedService(t, await storesFor(t, open), { receive });
      for (const wrong of ['ftp://example.com/', 'mailto:a@example.com', 'http://127.0.0.1/', 'urn:a:b']) {
        const refused = await service.ask('POST /hooks', { url: wrong });
        assert.equal(refused.status, 422, wrong);
        assert.match(JSON.stringify(refused.json), /\/url/, wrong);
      }
      const refused = await service.ask('POST /hooks', { url, kinds: ['note.made', 'note.unheard'] }, 'south');
      assert.equal(refused.status, 422);
      assert.match(JSON.stringify(refused.json), /\/kinds\/1.*note\.made, note\.changed, note\.deleted/);
      const { id } = await hookOf(service);
      assert.equal((await service.ask(`PATCH /hooks/${id}`, { url: 'http://10.0.0.1/' })).status, 422);
      assert.equal((await service.ask(`PATCH /hooks/${id}`, { url: `${url}/other` })).status, 200);
    });

    test('what is under way when a service ends is handed back, and another instance takes it at once', async (t) => {
      const stores = await storesFor(t, open);
      let hang = true;
      const got: string[] = [];
      const receive = (request: Outgoing): Promise<OutgoingResponse> =>
        new Promise((done) => {
          got.push(typeOf(request));
          if (!hang) done({ status: 200 });
          request.signal?.addEventListener('abort', () => done({ problem: 'the request was aborted' }));
        });
      const first = await hookedService(t, stores, { receive });
      await hookOf(first);
      await noteOf(first, 'a');
      await first.until(() => got.length === 1);
      await first.end();
      hang = false;
      const second = await hookedService(t, stores, { receive });
      await second.until(() => got.length === 2);
      await second.until(async () => (await second.store.deliveries.list({ states: ['delivered'] }, 10)).length === 1);
      const [delivered] = await second.store.deliveries.list({ states: ['delivered'] }, 10);
      assert.equal(delivered!.tries, 1);
    });

    test('a receiver that answers 410 gets none of the deliveries that were leased ahead, and the others get theirs', async (t) => {
      const got: string[] = [];
      let respond = (): void => undefined;
      const leased = new Promise<void>((done) => {
        respond = done;
      });
      const receive = async ({ url: address }: Outgoing): Promise<OutgoingResponse> => {
        got.push(address);
        await leased;
        return { status: address.endsWith('north') ? 410 : 200 };
      };
      const service = await hookedService(t, await storesFor(t, open), { receive, settings: { webhookRate: 10_000 } });
      await hookOf(service, 'north', { url: `${url}?north` });
      await hookOf(service, 'south', { url: `${url}?south` });
      await Promise.all(
        Array.from({ length: 2 * leasable }, (_, nth) => noteOf(service, `n${nth}`, nth % 2 === 0 ? 'north' : 'south')),
      );
      await service.until(
        async () => (await service.store.deliveries.count('in flight', 50)) === 2 * leasable,
        'the leases',
      );
      respond();
      const { deliveries } = service.store;
      await service.until(
        async () =>
          (await deliveries.list({ states: ['delivered'] }, 50)).length === leasable &&
          (await deliveries.count('unsettled', 50)) === 0,
        'the deliveries to the south and the end of those to the north',
      );
      assert.equal(got.filter((address) => address.endsWith('south')).length, leasable);
      assert.equal(got.length - leasable, 8);
    });

    test('deliveries that were leased ahead are released when a service ends, and another instance sends each', async (t) => {
      const stores = await storesFor(t, open);
      let hang = true;
      const got: string[] = [];
      const receive = (request: Outgoing): Promise<OutgoingResponse> =>
        new Promise((done) => {
          if (!hang) got.push(typeOf(request));
          if (!hang) done({ status: 200 });
          request.signal?.addEventListener('abort', () => done({ problem: 'the request was aborted' }));
        });
      const settings = { webhookRate: 10_000 };
      const first = await hookedService(t, stores, { receive, settings });
      await hookOf(first);
      await hookOf(first, 'south');
      const texts = Array.from({ length: 20 }, (_, nth) => `n${String(nth).padStart(2, '0')}`);
      await Promise.all(texts.map((text, nth) => noteOf(first, text, nth % 5 === 0 ? 'south' : 'north')));
      await first.until(async () => (await first.store.deliveries.count('in flight', 50)) === 20, 'the leases');
      await first.end();
      hang = false;
      const second = await hookedService(t, stores, { receive, settings });
      assert.equal(await second.store.deliveries.count('in flight', 50), 0);
      await second.until(() => got.length === 20, 'the deliveries');
      assert.deepEqual(
        got.toSorted(),
        texts.map((text) => `note.made ${text}`),
      );
    });
  });
}
