import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { StoreUnavailableError, type Transaction, type Written } from '../../contracts/store.ts';
import {
  asking,
  customer,
  fill,
  get,
  invoice,
  keep,
  type OpenForTest,
  openShops,
  value,
} from './surroundings.suite.ts';

/** The tests of writing that every store passes. */
export function writeSuite(open: OpenForTest): void {
  describe('writing', () => {
    test('a row is read as it was written, in every storage class', async (t) => {
      const store = await openShops(t, open);
      const all = {
        number: -(2 ** 53 - 1),
        memo: "Robert'); DROP TABLE invoice;-- \u{1F600}",
        big: 9223372036854775807n,
        ratio: 1e300,
        paid: true,
        tags: '["a", 1]',
        kind: "it's",
        version: 'mine',
        order: 'first',
        'say "hi"': '"',
        toString: '$1 ? :a',
      };
      await fill(store, 'Invoice', [invoice('a', 'north', all), invoice('b', 'south')]);
      const row = await get(store, 'Invoice', 'a');
      const expected = invoice('a', 'north', { ...all, big: '9223372036854775807', paid: 1 });
      assert.deepEqual(
        row?.map((cell) => (cell === true ? 1 : cell)),
        expected,
      );
      assert.deepEqual(await get(store, 'Invoice', 'b'), invoice('b', 'south'));
      await keep(store, (part) =>
        part.update('Invoice', 'a', invoice('a', 'north', { big: '-9223372036854775808' }, 2)),
      );
      assert.equal(value(await get(store, 'Invoice', 'a'), 'big'), '-9223372036854775808');
    });

    test('an update replaces the whole row of its version and of no other record', async (t) => {
      const store = await openShops(t, open);
      await fill(store, 'Invoice', [invoice('a', 'north', { memo: 'x' }), invoice('b', 'south', { memo: 'x' })]);
      await keep(store, (part) => part.update('Invoice', 'a', invoice('a', 'north', { memo: 'y' }, 2)));
      assert.deepEqual(await get(store, 'Invoice', 'a'), invoice('a', 'north', { memo: 'y' }, 2));
      assert.deepEqual(await get(store, 'Invoice', 'b'), invoice('b', 'south', { memo: 'x' }));
      const stale = keep(store, (part) => part.update('Invoice', 'a', invoice('a', 'north', { memo: 'z' }, 2)));
      await assert.rejects(stale, /no Invoice `a` has the version 1/);
      assert.equal(value(await get(store, 'Invoice', 'a'), 'memo'), 'y');
    });

    test('an update that is told what was there changes what differs and keeps the rest', async (t) => {
      const store = await openShops(t, open);
      const values = { memo: 'x', big: 7n, paid: true, ratio: 0.5, tags: '[1]' };
      await fill(store, 'Invoice', [invoice('a', 'north', values), invoice('b', 'south', values)]);
      const steps: readonly Record<string, unknown>[] = [
        { ...values, memo: 'y' },
        { ...values, memo: null, paid: false },
        { ...values, memo: null, paid: false, big: 8n },
        { ...values, memo: '', paid: null, big: null, tags: '[]' },
        { ...values, memo: '', paid: null, big: null, tags: '[]' },
      ];
      for (const [at, next] of steps.entries()) {
        const row = invoice('a', 'north', next, at + 2);
        const was = await get(store, 'Invoice', 'a');
        assert.equal(await keep(store, (part) => part.update('Invoice', 'a', row, was)), undefined);
        const found = await get(store, 'Invoice', 'a');
        const shown = invoice('a', 'north', { ...next, big: next.big && String(next.big) }, at + 2);
        assert.deepEqual(
          found?.map((cell, i) => (typeof shown[i] === 'boolean' ? Boolean(cell) : cell)),
          shown,
        );
      }
      assert.equal(value(await get(store, 'Invoice', 'b'), 'memo'), 'x');
    });

    test('what a job wrote is undone when it throws, later fails or says so, and the others of its group stay', async (t) => {
      const store = await openShops(t, open);
      const kept = keep(store, (part) => part.insert('Invoice', invoice('a', 'north')));
      const thrown = keep(store, (part) => {
        part.insert('Invoice', invoice('b', 'south'));
        throw new Error('planted');
      });
      const later = keep(store, async (part) => {
        await part.insert('Invoice', invoice('c', 'south'));
        throw new Error('planted later');
      });
      const undone = store.write(async (part) => {
        await part.insert('Invoice', invoice('d', 'south'));
        return { result: 'turned down', undo: true };
      });
      const last = keep(store, async (part) => {
        await part.insert('Invoice', invoice('e', 'south'));
        return part.bind(store.prepare({ resource: 'Invoice', conditions: [] })).count(asking());
      });
      await Promise.all([
        kept,
        assert.rejects(thrown, /^Error: planted$/),
        assert.rejects(later, /^Error: planted later$/),
        undone.then((result) => assert.equal(result, 'turned down')),
        // A store may run jobs beside each other: the first may not be there yet.
        last.then((seen) => assert.ok(seen === 1 || seen === 2, String(seen))),
      ]);
      assert.equal(await store.prepare({ resource: 'Invoice', conditions: [] }).count(asking()), 2);
      for (const [id, there] of Object.entries({ a: true, b: false, c: false, d: false, e: true })) {
        assert.equal((await get(store, 'Invoice', id)) !== undefined, there, id);
      }
    });

    test('a job alone in its group is undone as well', async (t) => {
      const store = await openShops(t, open);
      const write = (undo: boolean) =>
        store.write((part) => {
          part.insert('Invoice', invoice('a', 'north'));
          return { result: undo, undo };
        });
      assert.equal(await write(true), true);
      assert.equal(await get(store, 'Invoice', 'a'), undefined);
      assert.equal(await write(false), false);
      assert.notEqual(await get(store, 'Invoice', 'a'), undefined);
    });

    test('a job that awaits something other than its store is undone alone and told so', async (t) => {
      const store = await openShops(t, open);
      const { promise: late, resolve, reject } = Promise.withResolvers<void>();
      const work = async (part: Transaction): Promise<Written<undefined>> => {
        await part.insert('Invoice', invoice('a', 'north'));
        // One store looks at the turn of the event loop, another at a second.
        await new Promise((done) => setTimeout(done, 1_500));
        const refused = async () => part.insert('Invoice', invoice('b', 'north'));
        await assert.rejects(refused, /the transaction is over/).then(resolve, reject);
        return { result: undefined, undo: false };
      };
      const slow = store.write(work, { code: true });
      const other = keep(store, (part) => part.insert('Invoice', invoice('c', 'south')));
      await Promise.all([
        assert.rejects(slow, /awaited something other than its store inside the transaction/),
        other,
        late,
      ]);
      assert.equal(await get(store, 'Invoice', 'a'), undefined);
      assert.equal(await get(store, 'Invoice', 'b'), undefined);
      assert.notEqual(await get(store, 'Invoice', 'c'), undefined);
    });

    test('more jobs than a group takes are all done, each once', async (t) => {
      const store = await openShops(t, open);
      const rows = Array.from({ length: 400 }, (_, index) => invoice(`i${index}`, index % 2 === 0 ? 'north' : 'south'));
      await fill(store, 'Invoice', rows);
      const query = store.prepare({ resource: 'Invoice', conditions: [{ kind: 'equal', field: 'shop' }] });
      assert.equal(await query.count(asking('north')), 200);
      assert.equal(await query.count(asking('south')), 200);
    });

    test('a taken identity or unique value is a conflict that names which, and nothing is written', async (t) => {
      const store = await openShops(t, open);
      const insert = (...row: Parameters<typeof invoice>) =>
        keep(store, (part) => part.insert('Invoice', invoice(...row)));
      assert.equal(await insert('a', 'north', { number: 1, kind: 'b', order: 'x' }), undefined);
      assert.equal(await insert('b', 'south', { number: 1, kind: "it's", order: 'x' }), undefined);
      assert.equal(await insert('c', 'north', { number: null }), undefined);
      assert.equal(await insert('d', 'north', { number: null, order: 'x' }), undefined);
      const refused = (unique: number) => ({ kind: 'not unique', unique });
      assert.deepEqual(await insert('a', 'south', { number: 1 }), refused(-1));
      assert.deepEqual(await insert('e', 'north', { number: 1 }), refused(0));
      assert.deepEqual(await insert('e', 'south', { kind: 'b', order: 'x' }), refused(1));
      assert.deepEqual(await insert('e', 'north', { kind: "it's", order: 'x' }), refused(2));
      const moved = keep(store, (part) => part.update('Invoice', 'c', invoice('c', 'south', { number: 1 }, 2)));
      assert.deepEqual(await moved, refused(0));
      assert.equal(await get(store, 'Invoice', 'e'), undefined);
      assert.deepEqual(await get(store, 'Invoice', 'c'), invoice('c', 'north'));
    });

    test('a conflict leaves the rest of its job to be kept', async (t) => {
      const store = await openShops(t, open);
      await keep(store, async (part) => {
        await part.insert('Invoice', invoice('a', 'north'));
        assert.notEqual(await part.insert('Invoice', invoice('a', 'south')), undefined);
        await part.insert('Invoice', invoice('b', 'south'));
      });
      assert.equal(value(await get(store, 'Invoice', 'a'), 'shop'), 'north');
      assert.notEqual(await get(store, 'Invoice', 'b'), undefined);
    });

    test('a record that another refers to is not deleted, and is when none does any more', async (t) => {
      const store = await openShops(t, open);
      await fill(store, 'Customer', [customer('c', 'north'), customer('d', 'south')]);
      await fill(store, 'Invoice', [invoice('a', 'north', { customer: 'c' })]);
      const erase = (resource: string, id: string) => keep(store, (part) => part.delete(resource, id));
      const conflict = { kind: 'still referenced', resource: 'Invoice', field: 'customer' };
      assert.deepEqual(await erase('Customer', 'c'), conflict);
      assert.equal(await erase('Customer', 'd'), undefined);
      assert.equal(await erase('Invoice', 'a'), undefined);
      assert.equal(await erase('Customer', 'c'), undefined);
      assert.equal(await get(store, 'Customer', 'c'), undefined);
      const dangling = keep(store, (part) => part.insert('Invoice', invoice('b', 'north', { customer: 'c' })));
      await assert.rejects(dangling);
      assert.equal(await get(store, 'Invoice', 'b'), undefined);
    });

    test('numbers of a sequence have no gaps under undone jobs, and each of the values within counts alone', async (t) => {
      const store = await openShops(t, open);
      const take = (shop: string, undo: boolean) =>
        store.write(async (part) => ({ result: await part.next('Invoice', 'number', [shop]), undo }));
      const jobs = Array.from({ length: 60 }, (_, index) => ({
        shop: index % 2 === 0 ? 'north' : '"south"',
        undo: index % 3 === 0,
      }));
      const numbers = await Promise.all(jobs.map(({ shop, undo }) => take(shop, undo)));
      for (const shop of ['north', '"south"']) {
        const kept = numbers.filter((_, index) => jobs[index]!.shop === shop && !jobs[index]!.undo);
        assert.deepEqual(
          kept.sort((left, right) => left - right),
          Array.from({ length: 20 }, (_, index) => index + 1),
        );
      }
      assert.equal(await take('north', false), 21);
      assert.equal(await keep(store, (part) => part.next('Invoice', 'number', ['"south"', 5n, null])), 1);
    });

    test('a closed store finishes what it took and takes nothing more', async (t) => {
      const opened = await open(t, (await import('../../../tests/support/plans.ts')).shops);
      const store = await opened();
      const taken = fill(store, 'Invoice', [invoice('a', 'north'), invoice('b', 'south')]);
      await store.close();
      await taken;
      await assert.rejects(
        keep(store, (part) => part.insert('Invoice', invoice('c', 'north'))),
        StoreUnavailableError,
      );
      assert.equal(await store.alive(), false);
      await assert.rejects(store.probeWrite(), StoreUnavailableError);
      const again = await opened();
      assert.equal(await again.alive(), true);
      await again.probeWrite();
      assert.notEqual(await get(again, 'Invoice', 'a'), undefined);
      assert.notEqual(await get(again, 'Invoice', 'b'), undefined);
    });
  });
}
