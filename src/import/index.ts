import { basename } from 'node:path';
import { readAsyncapi } from './asyncapi/read.ts';
import type { Catalog } from './database/catalog.ts';
import { makeDatabasePage } from './database/page.ts';
import { createLosses, drawUpLedger, type Ledger, type Losses } from './ledger/ledger.ts';
import { makePage } from './openapi/page.ts';
import { readApi } from './openapi/read.ts';
import { type Recognized, recognizeSource } from './openapi/recognize.ts';
import type { Page } from './page/model.ts';
import { settlePage } from './page/settle.ts';
import { formatTitle } from './page/text.ts';
import { type OpenReference, openSources, type ReadFile } from './source/sources.ts';
import type { Tree } from './source/tree.ts';

export { FileFault } from './source/sources.ts';

/** How a source is imported. */
export interface ImportOptions {
  /** Reads other files of the source; left out, no file is opened. */
  readonly readFile?: ReadFile;
  /** Recognizes no resources: each operation is a handler. */
  readonly plain?: boolean;
}

/** Something that was recognized, and why. */
export interface Finding {
  /** The line of the source. */
  readonly line: number;
  readonly sentence: string;
}

/** A source as a page, with its account. */
export interface Imported {
  readonly recognized: { readonly kind: string; readonly version: string; readonly why: string };
  readonly text: string;
  readonly ledger: Ledger;
  readonly findings: readonly Finding[];
  /** References that were not followed. */
  readonly open: readonly OpenReference[];
}

/** A source that is nothing that import reads. */
export interface NotImported {
  readonly recognized: Extract<Recognized, { readonly kind: 'unknown' }>;
}

/**
 * Imports a description: its page, which `nonet check` accepts, and the account of its facts. Throws a `FileFault` if a file is neither JSON
 * nor YAML.
 */
export async function importSource(
  name: string,
  text: string,
  { readFile, plain = false }: ImportOptions = {},
): Promise<Imported | NotImported> {
  const sources = await openSources(name, text, readFile);
  const recognized = recognizeSource(sources);
  if (recognized.kind === 'unknown') return { recognized };
  const losses = createLosses();
  const { kind, version, why } = recognized;
  const api =
    recognized.kind === 'AsyncAPI'
      ? readAsyncapi(sources, recognized.dialect, version, losses)
      : readApi(sources, recognized.dialect, version, losses);
  const { page, findings } = makePage(api, losses, plain);
  return {
    recognized: { kind, version, why },
    ...settle(sources.trees, page, losses),
    findings,
    open: sources.open,
  };
}

/** Imports the tables of a database as resources. Its facts are those of the catalog, as JSON. */
export async function importCatalog(name: string, catalog: Catalog): Promise<Imported> {
  const { root, trees, open } = await openSources(name, JSON.stringify(catalog, null, 2));
  const losses = createLosses();
  const title = formatTitle(basename(name).replace(/\.[^.]*$/, ''));
  const page = makeDatabasePage(root, title === '' ? 'Database' : title, losses);
  const recognized = { kind: catalog.database, version: '', why: 'it is a database with tables' };
  return { recognized, ...settle(trees, page, losses), findings: [], open };
}

function settle(trees: readonly Tree[], page: Page, losses: Losses): Pick<Imported, 'text' | 'ledger'> {
  const settled = settlePage(page, (says, instead, why) => {
    for (const tree of says) losses.lose(tree, instead, why);
  });
  return { text: settled.text, ledger: drawUpLedger(trees, settled.placed, page, losses) };
}
