import type { FileStore } from '../contracts/files.ts';
import type { Platform } from '../contracts/platform.ts';
import { listFileFields } from '../plan/files/file-fields.ts';
import type { Plan } from '../plan/plan.ts';
import { isS3Address } from './files/s3-address.ts';
import { StoreError } from './store-error.ts';

/** How the contents of files are stored. */
export interface FileStoreOptions {
  /** The folder, or the address of an S3 store, `s3://bucket/prefix`; undefined: next to the database. */
  readonly folder?: string | undefined;
  readonly durability: 'full' | 'process';
  readonly platform: Pick<Platform, 'now'>;
}

const needsFolder = 'Name a folder with `--files` (`files`): all instances of the service share it.';

/**
 * Opens the contents of the files of a plan, whose records are in the store at an address; undefined if it has none. Without an address,
 * somebody else opened the store. Throws a `StoreError` where a folder has to be named.
 */
export async function openFileStore(
  plan: Plan,
  address: string | undefined,
  { folder, durability, platform }: FileStoreOptions,
): Promise<FileStore | undefined> {
  if (listFileFields(plan).length === 0) return undefined;
  const path = folder ?? findFolder(address);
  if (path !== undefined && isS3Address(path)) return (await import('./files/s3.ts')).openS3(path);
  if (path === undefined) return (await import('./files/memory.ts')).openFileMemory(() => platform.now());
  return (await import('./files/folder.ts')).openFolder(path, durability);
}

/** Returns the folder next to a database; undefined for one in memory. */
export function findFolder(address: string | undefined): string | undefined {
  if (address === undefined)
    throw new StoreError(`The document has files, and its store was opened before. ${needsFolder}`);
  if (address === 'sqlite::memory:') return undefined;
  const path = /^sqlite:(.+)$/.exec(address)?.[1];
  if (path === undefined)
    throw new StoreError(`The document has files, which PostgreSQL does not store. ${needsFolder}`);
  return `${path}-files`;
}
