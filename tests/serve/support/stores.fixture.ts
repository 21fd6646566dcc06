import { freshDatabase } from '../../support/postgres.ts';

/** The stores on which behavior that concerns records is shown, each with what gives the address of an empty one. */
export const everyStore: readonly (readonly [name: string, address: () => Promise<string>])[] = [
  ['on SQLite', async () => 'sqlite::memory:'],
  ['on PostgreSQL', freshDatabase],
];
