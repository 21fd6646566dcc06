import type { Document } from '../parts/index.ts';
import type { Source, Span } from '../text/location.ts';

/** A document compared with its text in the last commit. */
export interface CommitComparison {
  /** The report of `nonet compare` as Markdown. */
  readonly report: string;
  /** The text of the document with the missing rows of Changes; absent if none can be added. */
  readonly completed?: { readonly text: string; readonly rows: number };
  /** The text with also the rows that have a cell for the author, shown as `…`. */
  readonly drafted?: { readonly text: string; readonly rows: number };
}

/** The reason why something was not done. */
export interface Unavailable {
  readonly reason: string;
}

/** The settings that an editor sends as it starts the server. */
export interface EditorSettings {
  /** The URIs of the folders that it has open. */
  readonly folders: readonly string[];
  /** The initialization option `isTrusted`: the user trusts the folders, so that their repository and modules may run programs. */
  readonly isTrusted: boolean;
}

/** Access to the files around a document and to the program: the server itself reads no file and runs nothing. */
export interface Workspace {
  /** Reads a document or a module that the editor does not have open; undefined if it does not exist or must not be read. */
  read(uri: string): string | undefined;
  /** Finds the first error of a module that Node could not run. */
  findFault(module: Source): { readonly span: Span; readonly why: string } | undefined;
  /** Compares a document without errors with its text in the last commit of Git. */
  compareWithCommit(uri: string, document: Document): Promise<CommitComparison | Unavailable>;
  /** Sends example requests of an operation to the service in memory, and returns them as Markdown. */
  tryOperation(uri: string, document: Document, operation: string): Promise<string | Unavailable>;
  /** Stores a report in a temporary file for the editor to show, and returns its URI. */
  storeReport(name: string, markdown: string): string;
}

/** A workspace without files: the server then knows only the texts that the editor has open. */
export const emptyWorkspace: Workspace = {
  read: () => undefined,
  findFault: () => undefined,
  compareWithCommit: async () => ({ reason: 'The server has no access to files.' }),
  tryOperation: async () => ({ reason: 'The server has no access to files.' }),
  storeReport: (name) => `untitled:${name}`,
};

const extensions = ['.ts', '.mts', '.js', '.mjs'];
const documentEnd = /\.(md|markdown)$/i;
const moduleEnd = /\.[mc]?[tj]s$/;

/** True for the URI of a module. The server takes every other text for a document. */
export function isModule(uri: string): boolean {
  return moduleEnd.test(uri);
}

/** The URIs that the module of a document may have, in order of precedence. */
export function listModuleUris(document: string): readonly string[] {
  return extensions.map((extension) => document.replace(documentEnd, '') + extension);
}

/** The URIs that the document of a module may have. */
export function listDocumentUris(module: string): readonly string[] {
  return ['.md', '.markdown'].map((extension) => module.replace(moduleEnd, extension));
}

/** The URI of the types that `nonet generate types` writes for a document. */
export function toTypesUri(document: string): string {
  return document.replace(documentEnd, '.types.ts');
}
