import { join } from 'node:path';
import { freshDatabase } from '../../support/postgres.ts';
import { inTurns } from '../../support/runs.ts';

/** The stores on which behavior that concerns records is shown, each with what gives the address of an empty one. */
export const everyStore = inTurns<readonly [name: string, address: () => Promise<string>]>([
  ['on SQLite', async () => 'sqlite::memory:'],
  ['on PostgreSQL', freshDatabase],
]);

/** The stores of processes that tests start, each with what gives the address of an empty one; a file is in the folder of the test. */
export const storesInFolder = inTurns<readonly [name: string, address: (folder: string) => Promise<string>]>([
  ['SQLite', async (folder) => `sqlite:${join(folder, 'test.db')}`],
  ['PostgreSQL', () => freshDatabase()],
]);
