import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Store } from '../../contracts/store.ts';
import { openStore } from '../index.ts';
import { storeSuite, storeWritesSuite } from '../suites/store.suite.ts';
import { type OpenForTest, testHost } from '../suites/surroundings.suite.ts';

function opener(durability: 'full' | 'process'): OpenForTest {
  return async (test: TestContext, plan) => {
    const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
    const stores: Store[] = [];
    test.after(async () => {
      for (const store of stores) await store.close();
      rmSync(folder, { recursive: true });
    });
    return async () => {
      const store = await openStore(`sqlite:${join(folder, 'test.db')}`, plan, { platform: testHost, durability });
      stores.push(store);
      return store;
    };
  };
}

storeSuite('SQLite, durability full', opener('full'));
storeWritesSuite('SQLite, durability process', opener('process'));
