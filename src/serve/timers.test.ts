import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshDatabase } from '../../tests/support/postgres.ts';
import type { Store } from '../steps/store.ts';
import { openStore } from '../stores/index.ts';
import type { OpenForTest } from '../stores/surroundings.suite.ts';
import { nodeHost } from './host-node.ts';
import { timersSuite } from './timers.suite.ts';

const host = nodeHost({ info() {}, warn() {}, error() {} });

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
      const store = await openStore(address, plan, { host, durability: 'process' });
      stores.push(store);
      return store;
    };
  };
}

timersSuite(
  'on SQLite',
  opener(async (folder) => `sqlite:${join(folder, 'test.db')}`),
);
timersSuite('on PostgreSQL', opener(freshDatabase));
