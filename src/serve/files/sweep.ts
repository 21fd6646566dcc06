import type { Compiled } from '../../contracts/compiled.ts';
import type { FileStore } from '../../contracts/files.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { Store } from '../../contracts/store.ts';
import { listFileFields } from '../../plan/files/file-fields.ts';
import { isStoredFile, readStoredFile } from '../../plan/files/stored-file.ts';
import type { Plan } from '../../plan/plan.ts';

/** The dependencies of a sweep. */
export interface Sweeping {
  readonly plan: Plan;
  readonly compiled: Pick<Compiled, 'resources'>;
  readonly store: Pick<Store, 'prepare' | 'planDigest' | 'uploads'>;
  readonly files: FileStore;
}

/** Content that no record names is removed after this time, in milliseconds, and looked for as often. */
const keptFor = 3_600_000;
/** The number of rows that are read at once. */
const pageSize = 1_000;

/** Removes content that no record names, at once and then every hour; returns what ends it. */
export function sweepFiles(sweeping: Sweeping, platform: Platform): () => Promise<void> {
  let cancel: (() => void) | undefined;
  let running: Promise<unknown> | undefined;
  let ended = false;
  const run = (): void => {
    if (ended) return;
    running = removeUnnamed(sweeping, keptFor, () => ended)
      .catch((error: unknown) => platform.log.warn({ error: String(error) }, 'failed to remove unused files'))
      .finally(() => {
        running = undefined;
        if (!ended) cancel = platform.after(keptFor, run);
      });
  };
  cancel = platform.after(1_000, run);
  return async () => {
    ended = true;
    cancel?.();
    await running;
  };
}

/** Removes content that no record names and that was stored longer ago than an age in milliseconds; returns the number. */
export async function removeUnnamed(
  sweeping: Sweeping,
  age: number,
  isEnded: () => boolean = () => false,
): Promise<number> {
  const { files, plan, store } = sweeping;
  await files.tidy(age);
  // A newer document may have files of which this one knows nothing.
  const isCurrent = async (): Promise<boolean> => (await store.planDigest()) === plan.digest;
  if (!(await isCurrent())) return 0;
  const unnamed = new Set<string>();
  const named = await collectNamed(sweeping, isEnded);
  for await (const hash of files.old(age)) {
    if (isEnded()) return 0;
    if (!named.has(hash)) unnamed.add(hash);
  }
  if (unnamed.size === 0) return 0;
  // A record may have got the file of another between two pages: what is not named twice is not named.
  for (const hash of await collectNamed(sweeping, isEnded)) unnamed.delete(hash);
  let count = 0;
  for (const hash of unnamed) {
    if (isEnded() || !(await isCurrent())) break;
    if (await files.remove(hash, age)) count += 1;
  }
  return count;
}

/** Collects the hashes of all files that records name, soft-deleted ones too, and those of uploads whose operation has not succeeded. */
async function collectNamed({ plan, compiled, store }: Sweeping, isEnded: () => boolean): Promise<Set<string>> {
  const named = new Set((await store.uploads.files()).map((file) => readStoredFile(file).hash));
  const fieldsOf = Map.groupBy(listFileFields(plan), ({ resource }) => resource);
  for (const [name, fields] of fieldsOf) {
    const { identity } = plan.resources.find((resource) => resource.name === name)!;
    const { toRecord } = compiled.resources.get(name)!;
    const order = [{ field: identity, descending: false }];
    const first = store.prepare({ resource: name, conditions: [], order });
    const next = store.prepare({ resource: name, conditions: [], order, after: true });
    let after: readonly unknown[] | undefined;
    do {
      const at = after === undefined ? {} : { after };
      const { rows } = await (after === undefined ? first : next).many({
        conditions: [],
        now: 0,
        limit: pageSize,
        ...at,
      });
      let last: unknown;
      for (const row of rows) {
        const record = toRecord(row);
        last = record[identity];
        for (const { field } of fields) {
          const file = record[field];
          if (isStoredFile(file)) named.add(file.hash);
        }
      }
      after = rows.length < pageSize || isEnded() ? undefined : [last];
    } while (after !== undefined);
  }
  return named;
}
