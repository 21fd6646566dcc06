import { basename } from 'node:path';
import { readAsyncapi } from './asyncapi/read.ts';
import type { Catalog } from './database/catalog.ts';
import { makeDatabasePage } from './database/page.ts';
import { createLosses, drawUpLedger, type Ledger, type Losses } from './ledger/ledger.ts';
import type { Api } from './openapi/api.ts';
import { joinApis } from './openapi/join.ts';
import { makePage } from './openapi/page.ts';
import { readApi } from './openapi/read.ts';
import { type Recognized, recognizeSource } from './openapi/recognize.ts';
import type { Page } from './page/model.ts';
import { settlePage } from './page/settle.ts';
import { formatTitle } from './page/text.ts';
import { type Given, type OpenOptions, type OpenReference, openSources } from './source/sources.ts';
import type { Tree } from './source/tree.ts';

export { type Conflict, mergePages } from './merge/merge.ts';
export { type FetchFile, FileFault, type Given, type ReadFile } from './source/sources.ts';

/** How a source is imported. */
export interface ImportOptions extends OpenOptions {
  /** Recognizes no resources: each operation is a handler. */
  readonly plain?: boolean;
}

/** Something that was recognized, and why. */
export interface Finding {
  /** The line of the source. */
  readonly line: number;
  readonly sentence: string;
}

/** The kind of a source, and why it is of this kind. */
export interface Recognition {
  readonly kind: string;
  readonly version: string;
  readonly why: string;
}

/** A source as a page, with its account. */
export interface Imported {
  readonly recognized: Recognition;
  /** The other descriptions, if several are given. */
  readonly others: readonly (Recognition & { readonly file: string })[];
  readonly text: string;
  readonly ledger: Ledger;
  readonly findings: readonly Finding[];
  /** References that were not followed. */
  readonly open: readonly OpenReference[];
}

/** A source that is nothing that import reads. */
export interface NotImported {
  readonly file: string;
  readonly recognized: Extract<Recognized, { readonly kind: 'unknown' }>;
}

/**
 * Imports descriptions of one service: its page, which `nonet check` accepts, and the account of its facts. Throws a `FileFault` if a file is
 * neither JSON nor YAML.
 */
export async function importSource(
  given: readonly [Given, ...Given[]],
  { plain = false, ...options }: ImportOptions = {},
): Promise<Imported | NotImported> {
  const sources = await openSources(given, options);
  const losses = createLosses();
  const apis: Api[] = [];
  const kinds: Exclude<Recognized, { readonly kind: 'unknown' }>[] = [];
  for (const root of sources.roots) {
    const recognized = recognizeSource(root);
    if (recognized.kind === 'unknown') return { recognized, file: root.file.name };
    kinds.push(recognized);
    apis.push(
      recognized.kind === 'AsyncAPI'
        ? readAsyncapi(sources, root, recognized.dialect, losses)
        : readApi(sources, root, recognized.dialect, losses),
    );
  }
  const [first, ...others] = apis;
  const { page, findings } = makePage(joinApis([first!, ...others], losses), losses, plain);
  const [recognized, ...rest] = kinds.map(({ kind, version, why }): Recognition => ({ kind, version, why }));
  return {
    recognized: recognized!,
    others: rest.map((one, index) => ({ ...one, file: sources.roots[index + 1]!.file.name })),
    ...settle(sources.trees, page, losses),
    findings,
    open: sources.open,
  };
}

/** Imports the tables of a database as resources. Its facts are those of the catalog, as JSON. */
export async function importCatalog(name: string, catalog: Catalog): Promise<Imported> {
  const { roots, trees, open } = await openSources([{ name, text: JSON.stringify(catalog, null, 2) }]);
  const losses = createLosses();
  const title = formatTitle(basename(name).replace(/\.[^.]*$/, ''));
  const page = makeDatabasePage(roots[0]!, title === '' ? 'Database' : title, losses);
  const recognized = { kind: catalog.database, version: '', why: 'it is a database with tables' };
  return { recognized, others: [], ...settle(trees, page, losses), findings: [], open };
}

function settle(trees: readonly Tree[], page: Page, losses: Losses): Pick<Imported, 'text' | 'ledger'> {
  const settled = settlePage(page, (says, instead, why) => {
    for (const tree of says) losses.lose(tree, instead, why);
  });
  return { text: settled.text, ledger: drawUpLedger(trees, settled.placed, page, losses) };
}
