import type { TestContext } from 'node:test';
import { freshDatabase } from '../../../tests/support/postgres.ts';
import type { Store } from '../../steps/store.ts';
import { openStore } from '../index.ts';
import { storeSuite } from '../store.suite.ts';
import { type OpenForTest, testHost } from '../surroundings.suite.ts';

function opener(durability: 'full' | 'process'): OpenForTest {
  return async (test: TestContext, plan) => {
    const address = await freshDatabase();
    const stores: Store[] = [];
    test.after(async () => {
      for (const store of stores) await store.close();
    });
    return async () => {
      const store = await openStore(address, plan, { host: testHost, durability });
      stores.push(store);
      return store;
    };
  };
}

storeSuite('PostgreSQL, durability full', opener('full'));
storeSuite('PostgreSQL, durability process', opener('process'));
