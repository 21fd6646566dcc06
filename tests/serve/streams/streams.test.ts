import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { formatPosition } from '../../../src/parts/events/serve/position.ts';
import { findUnenforced } from '../../../src/serve/unenforced.ts';
import { allNumbered } from '../../../src/stores/suites/events.suite.ts';
import { planFor, type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { handlers, type Reading, readStream, streaming } from './streams.fixture.ts';

const line = { text: 'work', quantity: 2, price: 50 };

for (const [name, address] of everyStore) {
  describe(`streams ${name}`, () => {
    let served: Served;
    let ours: string;
    let theirs: string;
    const open: Reading[] = [];

    before(async () => {
      served = await serve(streaming, { baseUrl: 'https://shop.example' }, undefined, await address(), handlers);
      ours = await served.key(['read', 'write', 'tags', 'hear'], { shop: 'a' });
      theirs = await served.key(['read', 'write', 'tags', 'hear'], { shop: 'b' });
    });
    after(async () => {
      for (const reading of open) reading.stop();
      await served?.close();
    });

    const stream = async (key: string | undefined = ours, headers: Record<string, string> = {}): Promise<Reading> => {
      const reading = await readStream(fetch, `${served.address}/stream`, key, headers);
      open.push(reading);
      return reading;
    };
    const makeCustomer = async (key = ours): Promise<string> => {
      const got = await served.ask('POST /customers', {
        key,
        body: { name: 'Ann', email: `${Math.random()}@x.example` },
      });
      assert.equal(got.status, 201, got.text);
      return got.json.id;
    };
    const makeInvoice = async (customer: string, key = ours): Promise<string> => {
      const body = { customer, currency: 'EUR', due_on: '2999-12-31', lines: [line] };
      return (await served.ask('POST /invoices', { key, body })).json.id;
    };

    test('each event comes with its number, its kind and its envelope, as it happens', async () => {
      const reading = await stream();
      assert.equal(reading.status, 200);
      assert.equal(reading.headers.get('Content-Type'), 'text/event-stream');
      assert.equal(reading.headers.get('Cache-Control'), 'no-store');
      assert.equal(reading.headers.get('X-Accel-Buffering'), 'no');
      const customer = await makeCustomer();
      const invoice = await makeInvoice(customer);
      const [made, noted] = await reading.events(2);
      await allNumbered(served.store);
      const stored = await served.store.events.after(0, 100);
      const changed = stored.find(({ recordId }) => recordId === customer)!;
      const invoiced = stored.find(({ recordId, kind }) => recordId === invoice && kind === 'invoice.noted')!;
      assert.deepEqual([made!.event, made!.id], ['customer.changed', formatPosition(served.platform, changed)]);
      const cloud = JSON.parse(made!.data!);
      assert.deepEqual(
        [cloud.specversion, cloud.id, cloud.source, cloud.data.id],
        ['1.0', changed.id, 'https://shop.example', customer],
      );
      // The first delivery that carries a kind gives its envelope, and it comes once.
      assert.equal(noted!.id, formatPosition(served.platform, invoiced));
      assert.deepEqual(JSON.parse(noted!.data!), { kind: 'invoice.noted', nth: invoiced.sequence });
      const [hello] = reading.others;
      assert.match(hello!.retry!, /^[23]\d{3}$|^4000$/);
      assert.equal(
        hello!.id,
        changed.sequence === 1 ? '0' : formatPosition(served.platform, stored[changed.sequence - 2]!),
      );
    });

    test('a subscriber is sent what its row rule lets it see as of the event, and of the kinds that are delivered', async () => {
      const [mine, other] = [await stream(ours), await stream(theirs)];
      const left = await makeCustomer(theirs);
      await makeCustomer(ours);
      assert.equal((await served.ask(`DELETE /customers/${left}`, { key: theirs })).status, 204);
      const [first] = await mine.events(1);
      const seen = await other.events(2);
      assert.deepEqual(
        seen.map(({ event, data }) => `${event} ${JSON.parse(data!).data.id === left}`),
        ['customer.changed true', 'customer.left true'],
      );
      assert.equal(JSON.parse(first!.data!).data.shop, 'a');
      await makeCustomer(ours);
      await mine.events(2);
      assert.equal(mine.blocks.length, 2);
      assert.equal(other.blocks.length, 2);
    });

    test('who comes again with Last-Event-ID misses nothing and is sent nothing twice', async () => {
      const reading = await stream();
      await makeCustomer();
      const [first] = await reading.events(1);
      reading.stop();
      for (let count = 0; count < 250; count++) await makeCustomer(count % 5 === 0 ? ours : theirs);
      const again = await stream(ours, { 'Last-Event-ID': first!.id! });
      await again.events(50);
      await makeCustomer();
      const all = await again.events(51);
      const numbers = all.map(({ id }) => Number.parseInt(id!, 10));
      assert.deepEqual(
        numbers,
        numbers.toSorted((left, right) => left - right),
      );
      assert.equal(new Set([...numbers, Number.parseInt(first!.id!, 10)]).size, 52);
      assert.ok(all.every(({ data }) => JSON.parse(data!).data.shop === 'a'));
    });

    test('an id that is malformed is invalid input; one of no event of the service, or kept no longer, is gone', async () => {
      const ask = async (id: string) => (await stream(ours, { 'Last-Event-ID': id })).status;
      const wrongs = [
        'x',
        '-1',
        '1',
        '1.5',
        '01-00000000',
        '1-0000',
        '1-0000000G',
        'evt_1',
        `${'9'.repeat(30)}-00000000`,
      ];
      for (const wrong of wrongs) assert.equal(await ask(wrong), 422, wrong);
      await allNumbered(served.store);
      const stored = await served.store.events.after(0, 1_000);
      const at = (number: number): string => formatPosition(served.platform, stored[number - 1]!);
      for (const unknown of ['1-00000000', '900000000000-00000000']) assert.equal(await ask(unknown), 410, unknown);
      assert.equal(await ask(at(2)), 200);
      assert.equal(await served.store.events.expire(served.platform.now() + 1_000, 3), 3);
      assert.equal(await ask(at(2)), 410);
      for (const id of [at(3), '0']) {
        const reading = await stream(ours, { 'Last-Event-ID': id });
        assert.deepEqual([reading.status, Number.parseInt((await reading.events(1))[0]!.id!, 10) > 3], [200, true], id);
        assert.equal(reading.others[0]!.id, id);
      }
      assert.equal((await stream(ours, { 'Last-Event-ID': at(stored.length) })).status, 200);
      assert.equal(await served.store.events.expire(served.platform.now() + 1_000, 1_000), stored.length - 3);
      assert.equal(await ask(at(stored.length - 1)), 410);
      for (const id of [at(stored.length), '0']) {
        const reading = await stream(ours, { 'Last-Event-ID': id });
        await makeCustomer();
        assert.equal(Number.parseInt((await reading.events(1))[0]!.id!, 10), stored.length + 1, id);
      }
    });

    test('a stream asks for a credential and a scope, is refused by what cannot be streamed, and answers HEAD and OPTIONS', async () => {
      const reader = await served.key(['read'], { shop: 'a' });
      assert.equal((await served.ask('GET /stream')).status, 401);
      assert.equal((await served.ask('GET /stream', { key: reader })).status, 403);
      const json = { Accept: 'application/json' };
      assert.equal((await served.ask('GET /stream', { key: ours, headers: json })).status, 406);
      assert.equal((await served.ask('GET /stream?kinds=x', { key: ours })).status, 422);
      const head = await served.ask('HEAD /stream', { key: ours });
      assert.deepEqual([head.status, head.headers.get('Content-Type'), head.text], [200, 'text/event-stream', '']);
      const options = await served.ask('OPTIONS /stream');
      assert.equal(options.headers.get('Allow'), 'GET, HEAD, OPTIONS');
      assert.equal((await served.ask('POST /stream', { key: ours, body: {} })).status, 405);
    });
  });
}

test('streams are enforced', () => {
  assert.deepEqual(findUnenforced(planFor(streaming)), []);
});
