import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import type { Settings } from '../../../src/serve/settings.ts';
import { type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { limitedShop } from './limited.fixture.ts';

/** The operation waits in its hook until the test lets it go. */
const slow = '| list Tag | GET | /public/tags | | 200 `{ data: Tag[] }` | |';
const document = (rows: readonly string[]): string =>
  limitedShop(rows).replace(slow, `${slow}\n| paint Tag (handler) | POST | /tags/{name}/paint | | 200 \`Tag\` | |`);

interface Held {
  readonly served: Served;
  /** Lets every request go that waits, and all that come. */
  release(): void;
  /** Resolves when so many wait. */
  waiting(count: number): Promise<void>;
}

/** Serves a shop whose `paint Tag` waits; `fails` has its handler throw. */
async function held(rows: readonly string[], address: string, settings: Settings = {}, fails = false): Promise<Held> {
  let count = 0;
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const handlers = {
    async 'paint Tag'({ record }: { record: unknown }) {
      if (fails) throw new Error('out of paint');
      return record;
    },
    before: {
      async 'paint Tag'() {
        count++;
        await gate;
      },
    },
  };
  const served = await serve(document(rows), settings, undefined, address, handlers);
  return {
    served,
    release: () => open(),
    async waiting(wanted) {
      const end = performance.now() + 10_000;
      while (count < wanted) {
        if (performance.now() > end) throw new Error(`${count} of ${wanted} wait`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
  };
}

const rows = ['few | concurrency | paint Tag | caller.shop | 2 | busy'];
const north = { shop: 'north' };

/** Asks until the answer has another status than 429; places come back a moment behind the answer. */
async function soon(ask: () => Promise<{ readonly status: number }>): Promise<number> {
  const end = performance.now() + 10_000;
  for (;;) {
    const { status } = await ask();
    if (status !== 429 || performance.now() > end) return status;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

for (const [name, addressOf] of everyStore) {
  describe(`requests at the same time ${name}`, () => {
    const ready = async (
      t: { after(work: () => Promise<void>): void },
      ...[settings, fails]: [Settings?, boolean?]
    ): Promise<Held & { paint(key?: string): ReturnType<Served['ask']>; readonly keys: readonly string[] }> => {
      const instance = await held(rows, await addressOf(), settings, fails);
      t.after(async () => {
        instance.release();
        await instance.served.close();
      });
      const keys = [await instance.served.key(['tags'], north), await instance.served.key(['tags'], { shop: 'south' })];
      for (const [i, key] of keys.entries()) await instance.served.ask(`PUT /tags/t${i}`, { key, body: {} });
      const paint = (key = keys[0]!) => instance.served.ask(`POST /tags/t${keys.indexOf(key)}/paint`, { key });
      return { ...instance, paint, keys };
    };

    test('no more than the limit are under way, one tenant does not take the places of another, and all come back', async (t) => {
      const { paint, waiting, release, keys } = await ready(t);
      const first = [paint(), paint()];
      await waiting(2);
      const third = await paint();
      assert.deepEqual([third.status, third.json.code, third.headers.get('Retry-After')], [429, 'busy', '1']);
      const other = paint(keys[1]);
      await waiting(3);
      release();
      for (const response of await Promise.all([...first, other])) assert.equal(response.status, 200, response.text);
      assert.equal(await soon(paint), 200);
      assert.equal(await soon(paint), 200);
    });

    test('a place comes back when the handler throws', async (t) => {
      const { paint, release } = await ready(t, {}, true);
      release();
      for (let i = 0; i < 5; i++) assert.equal(await soon(paint), 500);
    });

    test('a place comes back when the time is over, and when the client goes away', async (t) => {
      const { paint, waiting, served, keys } = await ready(t, { serverLimits: { maxRequestTime: 400 } });
      const late = await paint();
      assert.equal(late.status, 503);
      const port = Number(new URL(served.address).port);
      for (let i = 0; i < 2; i++) {
        const socket = connect(port, '127.0.0.1');
        socket.write(
          `POST /tags/t0/paint HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${keys[0]}\r\nContent-Length: 0\r\n\r\n`,
        );
        await waiting(2 + i);
        socket.destroy();
      }
      assert.equal(await soon(paint), 503);
    });

    test('a request takes no place while it waits for the response to another one of its connection', async (t) => {
      const { waiting, served, keys, release } = await ready(t);
      const socket = connect(Number(new URL(served.address).port), '127.0.0.1');
      const head = (path: string): string =>
        `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${keys[0]}\r\nContent-Length: 0\r\n\r\n`;
      socket.write(head('/tags/t0/paint') + head('/tags/none/paint'));
      await waiting(1);
      const { counting } = served.store;
      const place = { name: 'few', key: '"north"', instance: 'other' };
      const held = async (): Promise<number> => {
        for (let most = 1; ; most++) {
          if (!(await counting.enter({ ...place, most, now: Date.now() }))) continue;
          await counting.leave(place);
          return most - 1;
        }
      };
      const until = async (wanted: number): Promise<void> => {
        const end = performance.now() + 10_000;
        while ((await held()) !== wanted && performance.now() < end) await new Promise((next) => setTimeout(next, 5));
        assert.equal(await held(), wanted);
      };
      await until(1);
      socket.destroy();
      await until(1);
      release();
      await until(0);
    });

    // A file of SQLite is served by one process.
    if (name === 'on SQLite') return;

    test('instances share the places of one store, and those of one that was killed are free after five seconds', async (t) => {
      const where = await addressOf();
      const [one, two] = [await held(rows, where), await held(rows, where)];
      t.after(async () => {
        for (const each of [one, two]) {
          each.release();
          await each.served.close();
        }
      });
      const key = await one.served.key(['tags'], north);
      await one.served.ask('PUT /tags/t0', { key, body: {} });
      const paint = (held: Held) => held.served.ask('POST /tags/t0/paint', { key });
      const first = [paint(one), paint(one)];
      await one.waiting(2);
      assert.equal((await paint(two)).status, 429);
      // The word of the first one is as old as if it had been killed.
      const { counting } = one.served.store;
      const asked = { name: 'few', key: '"north"', instance: 'other', most: 2 };
      assert.equal(await counting.enter({ ...asked, now: Date.now() }), false);
      assert.equal(await counting.enter({ ...asked, now: Date.now() + 6_000 }), true);
      await counting.end('other');
      one.release();
      for (const answer of await Promise.all(first)) assert.equal(answer.status, 200, answer.text);
      two.release();
      assert.equal(await soon(() => paint(two)), 200);
    });
  });
}
