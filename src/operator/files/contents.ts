import { existsSync } from 'node:fs';
import type { FileStore } from '../../contracts/files.ts';
import { listFileFields } from '../../plan/files/file-fields.ts';
import { readStoredFile } from '../../plan/files/stored-file.ts';
import type { Plan } from '../../plan/plan.ts';
import { openFolder } from '../../stores/files/folder.ts';
import { openFileStore } from '../../stores/files.ts';
import { createLayout } from '../../stores/layout.ts';
import type { MigrationStore } from '../../stores/migration/store.ts';
import { readRows } from '../../stores/transfer.ts';
import { CommandError } from '../command-error.ts';

/** Names the folder with the contents that belong to a file of records, or to a copy of a database. */
export function getContentFolder(file: string): string {
  return `${file}-files`;
}

/** Opens the contents that belong to a file; undefined if there are none. */
export async function openContentsOf(file: string): Promise<FileStore | undefined> {
  const folder = getContentFolder(file);
  return existsSync(folder) ? openFolder(folder, 'full') : undefined;
}

/** Lists the hashes of all files that the records of a store name. */
export async function listNamedContents(store: MigrationStore, plan: Plan): Promise<ReadonlySet<string>> {
  const hashes = new Set<string>();
  const layout = createLayout(plan);
  const fieldsOf = Map.groupBy(listFileFields(plan), ({ resource }) => resource);
  for (const [resource, fields] of fieldsOf) {
    const table = layout.get(resource)!;
    const places = fields.map(({ field }) => table.columns.findIndex((column) => column.field === field));
    for await (const rows of readRows(store, table))
      for (const row of rows)
        for (const at of places) {
          const text = row[at];
          if (typeof text === 'string') hashes.add(readStoredFile(text).hash);
        }
  }
  return hashes;
}

/** The number of bytes that are copied at once. */
const pieceBytes = 1_048_576;

/** Copies missing contents; returns the hashes of contents that no source has. */
export async function copyContents(
  sources: readonly FileStore[],
  target: FileStore,
  hashes: Iterable<string>,
): Promise<ReadonlySet<string>> {
  const missing = new Set<string>();
  for (const hash of hashes) {
    if ((await target.find(hash)) !== undefined) continue;
    if (!(await copyContent(sources, target, hash))) missing.add(hash);
  }
  return missing;
}

async function copyContent(sources: readonly FileStore[], target: FileStore, hash: string): Promise<boolean> {
  for (const source of sources) {
    const content = await source.find(hash);
    if (content === undefined) continue;
    const draft = await target.begin();
    const open = await content.open();
    try {
      for (let at = 0; at < content.size; at += pieceBytes) await draft.write(await open.read(at, pieceBytes));
    } finally {
      await open.close();
    }
    return (await draft.keep()) === hash;
  }
  return false;
}

/** Copies contents to the folder that belongs to a file. Throws a `CommandError` if one is missing. */
export async function keepContents(files: FileStore, file: string, hashes: ReadonlySet<string>): Promise<void> {
  if (hashes.size === 0) return;
  const target = await openFolder(getContentFolder(file), 'full');
  const missing = await copyContents([files], target, hashes);
  if (missing.size > 0)
    throw new CommandError(
      `The contents of ${missing.size} files are missing in the folder of the store. Is --files right?`,
    );
}

/** Copies the contents of exported records to the folder that belongs to the exported file. */
export async function exportContents(
  plan: Plan,
  address: string,
  folder: string | undefined,
  file: string,
  hashes: ReadonlySet<string>,
): Promise<void> {
  const files = await openFileStore(plan, address, { folder, durability: 'full', platform: { now: Date.now } });
  if (files !== undefined) await keepContents(files, file, hashes);
}
