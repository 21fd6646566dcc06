import type { FileStore } from '../../contracts/files.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { Store } from '../../contracts/store.ts';
import type { Plan } from '../../plan/plan.ts';

/** The milliseconds between two searches for uploads whose time is over, and the number that is read at once. */
const [sweepTime, batch] = [30_000, 100];
/** A draft without an upload is removed after this time, in milliseconds. */
const draftAge = 3_600_000;

/** Removes uploads whose time is over, and returns their space, every half minute; returns what ends it. */
export function sweepUploads(
  { versioning, operations }: Plan,
  { uploads }: Pick<Store, 'uploads'>,
  files: FileStore,
  platform: Platform,
): () => Promise<void> {
  let cancel: (() => void) | undefined;
  let running: Promise<unknown> | undefined;
  let ended = false;
  // A document that takes no uploads any more looks once for those of an earlier one.
  const all = [operations, ...(versioning.older ?? []).map((version) => version.interface.operations)].flat();
  const repeats = all.some(({ resumable }) => resumable !== undefined);
  const run = (): void => {
    if (ended) return;
    running = removeExpired(uploads, files, platform.now(), () => ended)
      .catch((error: unknown) => platform.log.warn({ error: String(error) }, 'failed to remove expired uploads'))
      .finally(() => {
        running = undefined;
        if (!ended && repeats) cancel = platform.after(sweepTime, run);
      });
  };
  cancel = platform.after(1_000, run);
  return async () => {
    ended = true;
    cancel?.();
    await running;
  };
}

/** Removes uploads whose time is over, and drafts of no upload that goes on; returns the number of uploads. */
export async function removeExpired(
  uploads: Store['uploads'],
  files: FileStore,
  now: number,
  isEnded: () => boolean = () => false,
): Promise<number> {
  let count = 0;
  for (;;) {
    const expired = await uploads.expired(now, batch);
    for (const id of expired) {
      if (isEnded()) return count;
      await uploads.remove(id);
      await files.uploads.remove(id);
      count += 1;
    }
    if (expired.length < batch) break;
  }
  for await (const id of files.uploads.old(draftAge)) {
    if (isEnded()) break;
    if ((await uploads.find(id))?.done !== false) await files.uploads.remove(id);
  }
  return count;
}
