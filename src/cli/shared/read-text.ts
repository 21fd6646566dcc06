import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { findNearest } from '../../text/nearest.ts';
import { CommandError } from './terminal.ts';

/** The maximum size of a document. */
export const maxDocumentBytes = 5 * 1024 * 1024;

/** Reads the text of a file. Throws a `CommandError` if it is too large, not UTF-8 or cannot be read. */
export function readText(path: string): string {
  let bytes: Buffer;
  try {
    const { size } = statSync(path);
    if (size > maxDocumentBytes)
      throw new CommandError(`${path} has ${size} bytes, more than 5 MiB, the maximum size of a document.`);
    bytes = readFileSync(path);
  } catch (error) {
    throw error instanceof CommandError
      ? error
      : new CommandError(explainReadFailure(path, error as NodeJS.ErrnoException));
  }
  return decodeText(path, bytes);
}

/** Decodes UTF-8. Throws a `CommandError` that names the path if the bytes are not UTF-8. */
export function decodeText(path: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CommandError(`${path} is not UTF-8. A document is a Markdown file in UTF-8.`);
  }
}

function explainReadFailure(path: string, error: NodeJS.ErrnoException): string {
  if (path === '') return 'The name of the file is empty.';
  if (error.code === 'ENOENT') return `${path} does not exist. ${suggestDocument(path)}`;
  if (error.code === 'EISDIR') return `${path} is a folder. Name a document in it.`;
  if (error.code === 'EACCES') return `This user must not read ${path}.`;
  return `Failed to read ${path}: ${error.code ?? 'unknown reason'}.`;
}

/** Suggests a document with a similar name, else how to create one. */
function suggestDocument(path: string): string {
  const isDocument = /\.(md|markdown)$/i.test(path);
  try {
    const documents = readdirSync(dirname(path)).filter((name) => /\.(md|markdown)$/i.test(name));
    const name = basename(path);
    const meant = documents.find((document) => document === `${name}.md`) ?? findNearest(name, documents);
    if (meant !== undefined) return `Did you mean ${join(dirname(path), meant)}?`;
  } catch {}
  return isDocument
    ? `To create it, run \`nonet init ${path}\`.`
    : 'A document is a Markdown file, such as invoices.md.';
}
