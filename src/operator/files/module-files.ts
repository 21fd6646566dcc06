import { statSync } from 'node:fs';

const extensions = ['.ts', '.mts', '.js', '.mjs'];

/** Returns the possible paths of a document's module, in order of precedence: `invoices.ts` next to `invoices.md`. */
export function listModuleFiles(document: string): readonly string[] {
  const base = document.replace(/\.(md|markdown)$/i, '');
  return extensions.map((extension) => base + extension);
}

/** Returns the path of a document's module; undefined if there is none. */
export function findModuleFile(document: string): string | undefined {
  return listModuleFiles(document).find((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
}

/** Returns the path of a document's module; if there is none, the expected path. */
export function getModuleFile(document: string): string {
  return findModuleFile(document) ?? listModuleFiles(document)[0]!;
}
