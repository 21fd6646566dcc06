import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { shops } from '../../../tests/support/plans.ts';
import type { OpenForTest } from './surroundings.suite.ts';

/** The tests of the keys that a service signs with, which every store passes. */
export function signingKeysSuite(open: OpenForTest): void {
  describe('signing keys', () => {
    test('keys are kept under their names, in whose order they are listed, for every instance', async (t) => {
      const opened = await open(t, shops);
      const [left, right] = [await opened(), await opened()];
      assert.deepEqual(await left.signingKeys.list(), []);
      await left.signingKeys.add('2', '{"key":"two, with ä"}');
      await right.signingKeys.add('1', '{"key":"one"}');
      for (const { signingKeys } of [left, right]) {
        assert.deepEqual(await signingKeys.list(), ['{"key":"one"}', '{"key":"two, with ä"}']);
      }
      await right.signingKeys.replace('1', '{"key":"another one, with ö"}');
      await right.signingKeys.replace('nothing', '{}');
      assert.deepEqual(await left.signingKeys.list(), ['{"key":"another one, with ö"}', '{"key":"two, with ä"}']);
      await right.signingKeys.remove('1');
      await right.signingKeys.remove('nothing');
      assert.deepEqual(await left.signingKeys.list(), ['{"key":"two, with ä"}']);
    });

    test('of two instances that make the first key at once, one does', async (t) => {
      const opened = await open(t, shops);
      const stores = [await opened(), await opened()];
      await Promise.all(stores.map(({ signingKeys }, i) => signingKeys.add('first', `key ${i}`)));
      const [left, right] = await Promise.all(stores.map(({ signingKeys }) => signingKeys.list()));
      assert.equal(left!.length, 1);
      assert.deepEqual(left, right);
    });

    test('secrets of other kinds are no signing keys', async (t) => {
      const store = await (await open(t, shops))();
      store.secret('signing');
      store.secret('zzz');
      assert.deepEqual(await store.signingKeys.list(), []);
    });
  });
}
