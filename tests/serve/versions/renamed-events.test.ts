import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bothStores } from '../support/both-stores.fixture.ts';
import { four } from './told.fixture.ts';
import { as, life, type Open, services, url } from './told.suite.ts';

/** The kinds and versions that came to an address. */
const come = (told: Open, name: string): readonly string[] =>
  told.of(name).map(({ kind, version }) => `${kind} ${version}`);

/** Waits until first attempts have failed. */
const waiting = (told: Open, count: number): Promise<void> =>
  told.one.until(async () => {
    const found = await told.one.store.deliveries.list({ states: ['waiting'] }, 99);
    return found.filter(({ tries }) => tries === 1).length === count;
  }, 'the first attempts');

const made = async (told: Open, shop = 'north'): Promise<string> =>
  (await told.one.ask('POST /bills', { memo: 'a', cents: 100 }, shop, as(undefined))).json.id;

for (const [name, open] of bothStores) {
  describe(`events with other names in other versions, ${name}`, () => {
    test('subscriptions of ended versions keep the events that they list', async (t) => {
      const next = await services(t, open);
      const before = await next();
      await before.hook('one', '1', { kinds: ['bill.paid'] });
      await before.hook('two', '2', { kinds: ['bill.paid', 'bill.dropped'] }, 'south');
      await before.hook('made', '1', { kinds: ['bill.made'] });
      await before.one.close();
      const told = await next({ versions: '| 3 | current |\n| 2 | retired |\n| 1 | retired |' });
      await told.hook('last', undefined);
      await life(told, 'south');
      await life(told);
      await told.one.until(() => ['two', 'one', 'made', 'last'].flatMap(told.kinds).length === 7);
      assert.deepEqual(come(told, 'one'), ['bill.settled 3']);
      assert.deepEqual(come(told, 'two'), ['bill.settled 3', 'bill.dropped 3']);
      assert.deepEqual(come(told, 'made'), ['bill.made 3']);
    });

    test('events and deliveries from before a release have the names of each version after it', async (t) => {
      const next = await services(t, open);
      const before = await next();
      for (const version of ['1', '2', '3']) await before.hook(`hook${version}`, version, {}, 'south');
      before.receiver.status = 500;
      const bill = await made(before, 'south');
      assert.equal((await before.one.ask(`PATCH /bills/${bill}`, { cents: 200 }, 'south', as('3'))).status, 200);
      await waiting(before, 3);
      await before.one.end();
      const versions = four.versions!.replace('| 1 | retired |', '| 1 | supported |');
      const told = await next({ ...four, versions });
      told.receiver.status = 204;
      await told.one.until(() => ['hook1', 'hook2', 'hook3'].flatMap(told.kinds).length === 6);
      assert.deepEqual(come(told, 'hook1'), ['bill.made 1', 'bill.paid 1']);
      assert.deepEqual(come(told, 'hook2'), ['bill.made 2', 'bill.paid 2']);
      assert.deepEqual(come(told, 'hook3'), ['bill.made 3', 'bill.settled 3']);
      assert.deepEqual(told.of('hook1')[1]!.data, { id: bill, shop: 'south', note: 'a', cents: '200' });
      assert.equal((await told.one.ask(`PATCH /bills/${bill}`, { cents: 300 }, 'south', as('4'))).status, 200);
      for (const [version, kind, cents] of [
        ['4', 'bill.closed', [200, 300]],
        ['3', 'bill.settled', [200, 300]],
        ['2', 'bill.paid', ['200', '300']],
        ['1', 'bill.paid', ['200', '300']],
      ] as const) {
        let data: { readonly id: string; readonly kind: string; readonly data: { readonly cents: unknown } | null }[] =
          [];
        await told.one.until(async () => {
          ({ data } = (await told.one.ask('GET /events', undefined, 'south', as(version))).json);
          return data.length === 3;
        });
        const shown = data.slice(1).map((event) => [event.kind, event.data?.cents]);
        assert.deepEqual(
          shown,
          cents.map((value) => [kind, value]),
        );
        const read = await told.one.ask(`GET /events/${data[1]!.id}`, undefined, 'south', as(version));
        assert.deepEqual([read.json.kind, read.json.data?.cents], [kind, cents[0]]);
      }
      assert.deepEqual((await told.one.ask('GET /events', undefined, 'north', as('4'))).json.data, []);
    });

    test('deliveries that wait for the second version of a document are sent in the first one', async (t) => {
      const next = await services(t, open);
      const before = await next({ versions: '| 3 | current |', changes: '' });
      await before.hook('north', undefined, { kinds: ['bill.made', 'bill.settled'] });
      await before.hook('south', undefined, {}, 'south');
      before.receiver.status = 500;
      for (const shop of ['north', 'south']) {
        const bill = await made(before, shop);
        assert.equal((await before.one.ask(`PATCH /bills/${bill}`, { cents: 200 }, shop)).status, 200);
      }
      await waiting(before, 2);
      await before.one.end();
      const told = await next({ versions: '| 4 | current |\n| 3 | supported |', changes: '', changed: 'bill.closed' });
      told.receiver.status = 204;
      await told.one.until(() => told.kinds('north').length + told.kinds('south').length === 4);
      for (const shop of ['north', 'south']) assert.deepEqual(come(told, shop), ['bill.made 3', 'bill.settled 3']);
    });

    test('a caller of an older version may list events for a subscription of a newer one', async (t) => {
      const told = await (await services(t, open))();
      const hook = await told.hook('newer', '3', { kinds: ['bill.made'] });
      await told.hook('south', '3', { kinds: ['bill.made'] }, 'south');
      const changed = await told.one.ask(`PATCH ${hook}`, { kinds: ['bill.paid'] }, 'north', as('1'));
      assert.deepEqual([changed.status, changed.json.kinds], [200, ['bill.paid']]);
      await life(told);
      await life(told, 'south');
      await told.one.until(() => told.kinds('newer').length + told.kinds('south').length === 2);
      assert.deepEqual(come(told, 'newer'), ['bill.settled 3']);
      assert.deepEqual(come(told, 'south'), ['bill.made 3']);
    });

    test('the document and code name events as the document does, whatever the version of the request', async (t) => {
      const told = await (await services(t, open))({ kinds: 'default ["bill.settled", "bill.dropped"]' });
      for (const [version, shop] of [
        ['1', 'north'],
        ['3', 'north'],
        ['1', 'south'],
      ] as const) {
        await told.hook(`default${version}${shop}`, version, {}, shop);
        const coded = await told.one.ask('POST /subscribe', { url: `${url}?coded` }, shop, as(version));
        assert.deepEqual([coded.status, coded.json.kinds], [200, ['bill.settled']]);
      }
      const refused = await told.one.ask('POST /hooks', { url, kinds: ['bill.settled'] }, 'north', as('1'));
      assert.deepEqual([refused.status, refused.json.errors[0].pointer], [422, '/kinds/0']);
      await life(told);
      await life(told, 'south');
      await told.one.until(
        () => ['default1north', 'default3north', 'default1south', 'coded'].flatMap(told.kinds).length === 7,
      );
      assert.deepEqual(come(told, 'default1north'), ['bill.paid 1']);
      assert.deepEqual(come(told, 'default3north'), ['bill.settled 3', 'bill.dropped 3']);
      assert.deepEqual(come(told, 'default1south'), ['bill.paid 1']);
      assert.deepEqual(come(told, 'coded').toSorted(), ['bill.paid 1', 'bill.paid 1', 'bill.settled 3']);
    });
  });
}
