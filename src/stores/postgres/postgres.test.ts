import type { TestContext } from 'node:test';
import { copyOf, freshDatabase, useOwnServer } from '../../../tests/support/postgres.ts';
import type { Store } from '../../contracts/store.ts';
import type { Plan } from '../../plan/plan.ts';
import { openStore } from '../index.ts';
import { storeSuite, storeWritesSuite } from '../suites/store.suite.ts';
import { type OpenForTest, testHost } from '../suites/surroundings.suite.ts';

useOwnServer();

/** The address of a database with the tables of each plan. Copies of it are opened faster than empty ones. */
const prepared = new Map<Plan, Promise<string>>();

async function prepare(plan: Plan): Promise<string> {
  const address = await freshDatabase();
  const store = await openStore(address, plan, { platform: testHost, durability: 'process' });
  await store.close();
  return address;
}

function opener(durability: 'full' | 'process'): OpenForTest {
  return async (test: TestContext, plan) => {
    if (!prepared.has(plan)) prepared.set(plan, prepare(plan));
    const address = await copyOf((await prepared.get(plan))!);
    const stores: Store[] = [];
    test.after(async () => {
      for (const store of stores) await store.close();
    });
    return async () => {
      const store = await openStore(address, plan, { platform: testHost, durability });
      stores.push(store);
      return store;
    };
  };
}

storeSuite('PostgreSQL, durability full', opener('full'));
storeWritesSuite('PostgreSQL, durability process', opener('process'));
