import type { Log } from '../contracts/platform.ts';
import type { Store } from '../contracts/store.ts';
import { runInMigration } from '../operator/records/in-migration.ts';
import { loadInto } from '../operator/records/load.ts';
import type { LoadError } from '../operator/records/loading.ts';
import { silent } from '../operator/silent.ts';
import type { Plan } from '../plan/plan.ts';
import { createCipher, createNodePlatform } from '../serve/platform-node.ts';
import { openStore as openStoreAt } from '../stores/index.ts';
import type { MigrationReport } from '../stores/migration/store.ts';

/** The options of a store. */
export interface OpenStoreOptions {
  /** `full`, the default: an answered write outlives a loss of power; `process`: the end of the process. */
  readonly durability?: 'full' | 'process';
  /** Where the store logs; nowhere if left out. */
  readonly log?: Log;
}

/**
 * Opens the store at an address, `sqlite:shop.db` or `postgres://…`, and creates its tables if it has none: several services of one
 * process may share it. Close it yourself. Rejects if its records are those of another document: `migrate` changes them.
 */
export function openStore(plan: Plan, address: string, options: OpenStoreOptions = {}): Promise<Store> {
  return openStoreAt(address, plan, {
    platform: createNodePlatform(options.log ?? silent),
    durability: options.durability ?? 'full',
  });
}

/** How a store is migrated. */
export interface MigrateOptions {
  /** Reports the steps and their blockers, and changes nothing. */
  readonly dryRun?: boolean;
  /** Fields and resources that have another name now: `Invoice.note=Invoice.memo`. */
  readonly renames?: readonly string[];
  /** Fields and resources whose data may be lost: `Invoice.memo`. */
  readonly allowDataLoss?: readonly string[];
}

/**
 * Changes the tables and records of a store to a plan, in one transaction, as `nonet migrate` does. Nothing has changed if
 * `obstacles` of the report holds anything. Rejects if a process serves from the store by the older document.
 */
export function migrate(plan: Plan, address: string, options: MigrateOptions = {}): Promise<MigrationReport> {
  const { dryRun = false, renames = [], allowDataLoss = [] } = options;
  return runInMigration(address, async (store) =>
    (await import('../stores/migration.ts')).migrate(store, plan, {
      platform: createNodePlatform(silent),
      renames,
      allowDataLoss,
      dryRun,
      again: false,
    }),
  );
}

/** The result of a load. */
export interface LoadResult {
  /** How many records; 0 if a line has a diagnostic. */
  readonly records: number;
  /** Every line that is wrong: its file, its number from 1, and why. */
  readonly errors: readonly LoadError[];
  /** The lines whose records break a rule of their resource that reads no other record. They are loaded. */
  readonly broken: readonly LoadError[];
}

/** The folder of the contents of files, where it is not the one next to a SQLite database. */
export interface ContentOptions {
  readonly contents?: string;
}

/** The options of a load. */
export interface LoadOptions extends ContentOptions {
  /** Checks the files as loading does, and leaves the store as it is. */
  readonly dryRun?: boolean;
}

/**
 * Loads files of JSON lines or comma-separated values into a store, as `nonet load` does: all lines are checked first, and if one has a
 * diagnostic nothing is loaded. Creates the store's tables if it has none. No events are recorded.
 */
export async function load(
  plan: Plan,
  address: string,
  files: readonly string[],
  { contents: folder, dryRun = false }: LoadOptions = {},
): Promise<LoadResult> {
  const { mustBeThere } = await import('../operator/records/lines.ts');
  mustBeThere(files);
  const platform = createNodePlatform(silent);
  const nothing = (): void => undefined;
  const { records, errors, broken } = await loadInto(address, {
    ...{ plan, files, folder, platform, dryRun },
    checked: nothing,
    written: nothing,
  });
  return { records, errors, broken };
}

/** The options of an export. */
export interface ExportOptions {
  /** Only these resources; all if left out. */
  readonly resources?: readonly string[];
  /** The keys, clients and tokens too, as hashes. */
  readonly credentials?: boolean;
  /** The stored events too. */
  readonly events?: boolean;
}

/**
 * Calls `line` with each record of a store as a line of JSON, all as of one moment, as `nonet export` writes them; waits for what it
 * returns. Resolves with the number of records. Rejects if the store does not exist or is another document's.
 */
export function exportRecords(
  plan: Plan,
  address: string,
  line: (json: string) => Promise<void> | void,
  options: ExportOptions = {},
): Promise<number> {
  const known = plan.resources.map(({ name }) => name);
  const { resources = known, credentials = false, events = false } = options;
  const unknown = resources.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    return Promise.reject(new Error(`the document has no resource ${unknown}; it has: ${known.join(', ')}`));
  }
  return runInMigration(address, async (store) =>
    (await import('../operator/records/exporting.ts')).exportAll(store, plan, {
      resources,
      credentials,
      events,
      line,
      progress: () => undefined,
    }),
  );
}

/**
 * Writes a consistent copy of a store to a new file, as `nonet backup` does, also while it is served: of SQLite a database, of
 * PostgreSQL lines of JSON for `load`. Rejects if the file exists.
 */
export async function backup(
  plan: Plan,
  address: string,
  target: string,
  { contents: folder }: ContentOptions = {},
): Promise<void> {
  const { writeBackup: backUp, mayBackUp } = await import('../operator/records/backup.ts');
  mayBackUp(target, plan.document, address);
  await runInMigration(address, (store) => backUp({ store, plan, address, folder, target, progress: () => undefined }));
}

/**
 * Re-encrypts every secret of a store, and the keys that sign tokens, under `secretKey`, as `nonet secrets rotate` does, also while it is
 * served with both keys. Resolves with their number. Rejects if one was encrypted under neither key.
 */
export async function encryptSecrets(
  plan: Plan,
  address: string,
  { secretKey, previousSecretKey }: { readonly secretKey: string; readonly previousSecretKey?: string },
): Promise<number> {
  const { reencryptStore } = await import('../operator/secrets/reencrypting.ts');
  return reencryptStore(plan, address, createCipher(secretKey, previousSecretKey), {
    platform: createNodePlatform(silent),
    durability: 'full',
  });
}
