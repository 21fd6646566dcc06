import type { Store } from '../contracts/store.ts';
import type { Plan } from '../plan/plan.ts';
import type { MadeFrom, MigrationStore } from './migration/store.ts';
import type { StoreOptions } from './options.ts';
import { StoreError } from './store-error.ts';

type Open = (rest: string, plan: Plan, options: StoreOptions) => Promise<Store>;
type OpenMigration = (rest: string) => Promise<MigrationStore | undefined> | MigrationStore | undefined;

/** The stores by the scheme of their address; each is loaded when it is asked for. */
const schemes: ReadonlyMap<string, () => Promise<Open>> = new Map<string, () => Promise<Open>>([
  ['sqlite', async () => (await import('./sqlite/open.ts')).openSqlite],
  ['postgres', async () => (await import('./postgres/open.ts')).openPostgres],
  ['postgresql', async () => (await import('./postgres/open.ts')).openPostgres],
]);

/** How each store's tables are changed. */
const migrations: ReadonlyMap<string, () => Promise<OpenMigration>> = new Map<string, () => Promise<OpenMigration>>([
  ['sqlite', async () => (await import('./sqlite/migrate.ts')).openSqliteMigration],
  ['postgres', async () => (await import('./postgres/migrate.ts')).openPostgresMigration],
  ['postgresql', async () => (await import('./postgres/migrate.ts')).openPostgresMigration],
]);

/**
 * Opens the store at an address: `sqlite:path`, `sqlite::memory:` for one that ends with the process, or
 * `postgres://user:password@host:port/database`. Throws a StoreError when no store has this scheme, or when the
 * database does not fit the plan.
 */
export async function openStore(address: string, plan: Plan, options: StoreOptions): Promise<Store> {
  const { load, rest } = findStore(schemes, address);
  if (options.readFrom !== undefined && address.startsWith('sqlite:')) throw new StoreError(noReplica);
  return (await load())(rest, plan, options);
}

const noReplica =
  'A SQLite database has no replica. Leave out `--read-from` (`readFrom`), or let `--store` (`store`) name a PostgreSQL database.';

/**
 * Opens a store to change its tables as a document has changed; undefined where there is no such database yet. Throws a
 * StoreError as `openStore` does.
 */
export async function openMigration(address: string): Promise<MigrationStore | undefined> {
  const { load, rest } = findStore(migrations, address);
  return (await load())(rest);
}

/** A store that was opened by the document that it is served by. */
export interface StoreWithPlan {
  readonly store: Store;
  /** The plan of that document. */
  readonly plan: Plan;
}

/** Throws where work is not allowed on a database, for what that was made from. */
export type Allowed = (made: MadeFrom, store: MigrationStore) => void;

/**
 * Opens the store at an address by the document that it was last served by, so that it stays that document's: for work that only
 * manages it. Undefined where there is none yet.
 */
export async function openStoreWithPlan(
  address: string,
  options: StoreOptions,
  allowed: Allowed = () => undefined,
): Promise<StoreWithPlan | undefined> {
  const there = await openMigration(address);
  const made = await (async () => {
    try {
      const from = await there?.made();
      if (from !== undefined) allowed(from, there!);
      return from;
    } finally {
      await there?.close();
    }
  })();
  return made && { plan: made.plan, store: await openStore(address, made.plan, options) };
}

function findStore<T>(stores: ReadonlyMap<string, T>, address: string): { readonly load: T; readonly rest: string } {
  const colon = address.indexOf(':');
  const load = stores.get(address.slice(0, Math.max(colon, 0)));
  const rest = address.slice(colon + 1);
  if (load === undefined || rest === '') {
    // The address after the scheme may contain a password.
    const shown = colon < 0 ? address : address.slice(0, colon + 1);
    const wrong = load === undefined ? 'is not the address of a store that is supported' : 'has no file or database';
    const file = colon < 0 && address !== '' ? address : 'invoices.db';
    throw new StoreError(
      `\`${shown}\` ${wrong}. Write \`sqlite:${file}\` for a file, \`sqlite::memory:\` for a store that ends with the process, or \`postgres://user@host/database\`.`,
    );
  }
  return { load, rest };
}

/** An address as it may be printed: without its password. */
export function redactAddress(address: string): string {
  return address.replace(/^([a-z]+:\/\/)(?:([^:@/]*):.*@)/i, '$1$2@');
}
