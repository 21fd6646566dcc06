import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../../../src/contracts/store.ts';
import { createNodePlatform } from '../../../src/serve/platform-node.ts';
import { openStore } from '../../../src/stores/index.ts';
import type { OpenForTest } from '../../../src/stores/suites/surroundings.suite.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { inTurns } from '../../support/runs.ts';

const platform = createNodePlatform({ info() {}, warn() {}, error() {} });

/** Opens stores at an address of its own for each test. */
function opener(addressOf: (folder: string) => Promise<string>): OpenForTest {
  return async (test, plan) => {
    const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
    const stores: Store[] = [];
    const address = await addressOf(folder);
    test.after(async () => {
      for (const store of stores) await store.close();
      rmSync(folder, { recursive: true });
    });
    return async () => {
      const store = await openStore(address, plan, { platform, durability: 'process' });
      stores.push(store);
      return store;
    };
  };
}

/** Both stores, by what tests call them, each with a database of its own for each test. */
export const bothStores = inTurns<readonly [name: string, open: OpenForTest]>([
  ['on SQLite', opener(async (folder) => `sqlite:${join(folder, 'test.db')}`)],
  ['on PostgreSQL', opener(freshDatabase)],
]);
