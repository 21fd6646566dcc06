import { open } from 'node:fs/promises';
import { StoreUnavailableError } from '../../contracts/store.ts';

/** Waits for work on the disk. A refusal of the disk is an outage of a store: it is full, gone, or has no more descriptors. */
export async function reach<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new StoreUnavailableError(`the folder of files: ${(error as Error).message}`, { cause: error });
  }
}

/** Makes the entries of a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Returns undefined for a file that is not there; rethrows any other error. */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
