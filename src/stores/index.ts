import type { Store } from '../contracts/store.ts';
import type { Plan } from '../plan/plan.ts';
import type { MadeFrom, MigrationStore } from './migration/store.ts';
import type { StoreOptions } from './options.ts';
import { StoreError } from './store-error.ts';

type Open = (rest: string, plan: Plan, options: StoreOptions) => Promise<Store>;
type OpenMigration = (rest: string) => Promise<MigrationStore | undefined> | MigrationStore | undefined;

/** A kind of store; its modules are loaded when a store is opened. */
interface StoreKind {
  open(): Promise<Open>;
  /** Loads the function that opens a store to change its tables. */
  migration(): Promise<OpenMigration>;
  /** Why it cannot read from a replica; left out if it can. */
  readonly noReplica?: string;
}

const sqlite: StoreKind = {
  open: async () => (await import('./sqlite/open.ts')).openSqlite,
  migration: async () => (await import('./sqlite/migrate.ts')).openSqliteMigration,
  noReplica:
    'A SQLite database has no replica. Leave out `--read-from` (`readFrom`), or let `--store` (`store`) name a PostgreSQL database.',
};
const postgres: StoreKind = {
  open: async () => (await import('./postgres/open.ts')).openPostgres,
  migration: async () => (await import('./postgres/migrate.ts')).openPostgresMigration,
};

/** The stores by the scheme of their address. */
const stores: ReadonlyMap<string, StoreKind> = new Map([
  ['sqlite', sqlite],
  ['postgres', postgres],
  ['postgresql', postgres],
]);

/**
 * Opens the store at an address: `sqlite:path`, `sqlite::memory:` for one that ends with the process, or
 * `postgres://user:password@host:port/database`. Throws a StoreError when no store has this scheme, or when the
 * database does not fit the plan.
 */
export async function openStore(address: string, plan: Plan, options: StoreOptions): Promise<Store> {
  const { kind, rest } = findStore(address);
  if (options.readFrom !== undefined && kind.noReplica !== undefined) throw new StoreError(kind.noReplica);
  return (await kind.open())(rest, plan, options);
}

/**
 * Opens a store to change its tables as a document has changed; undefined where there is no such database yet. Throws a
 * StoreError as `openStore` does.
 */
export async function openMigration(address: string): Promise<MigrationStore | undefined> {
  const { kind, rest } = findStore(address);
  return (await kind.migration())(rest);
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

function findStore(address: string): { readonly kind: StoreKind; readonly rest: string } {
  const colon = address.indexOf(':');
  const kind = stores.get(address.slice(0, Math.max(colon, 0)));
  const rest = address.slice(colon + 1);
  if (kind === undefined || rest === '') {
    // The address after the scheme may contain a password.
    const shown = colon < 0 ? address : address.slice(0, colon + 1);
    const wrong = kind === undefined ? 'is not the address of a store that is supported' : 'has no file or database';
    const file = colon < 0 && address !== '' ? address : 'invoices.db';
    throw new StoreError(
      `\`${shown}\` ${wrong}. Write \`sqlite:${file}\` for a file, \`sqlite::memory:\` for a store that ends with the process, or \`postgres://user@host/database\`.`,
    );
  }
  return { kind, rest };
}

/** An address as it may be printed: without its password. */
export function redactAddress(address: string): string {
  return address.replace(/^([a-z]+:\/\/)(?:([^:@/]*):.*@)/i, '$1$2@');
}
