import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CommandError } from '../../operator/command-error.ts';
import { fileFaults, maxFileBytes, readRegularFile, resolveInside } from '../../operator/files/read-file.ts';
import { findNearest } from '../../text/nearest.ts';

/** The maximum size of a document. */
export const maxDocumentBytes = maxFileBytes;

/** Reads the text of a regular file. Throws a `CommandError` if it is too large, not UTF-8 or cannot be read. */
export function readText(path: string): string {
  try {
    return decodeText(path, readRegularFile(path));
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(explainReadFailure(path, error as NodeJS.ErrnoException));
  }
}

/** Reads the text of a document in the working folder or below it. Throws a `CommandError` for any other file, links resolved. */
export function readTextBelow(path: string): string {
  try {
    return readText(resolveInside(path, ['.'], documentEnd));
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(
      code === fileFaults.outside
        ? `${path} is not a document in the working folder. Name a .md or .markdown file in it, or give the text.`
        : explainReadFailure(path, error as NodeJS.ErrnoException),
    );
  }
}

const documentEnd = /\.(md|markdown)$/i;

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
  if (error.code === fileFaults.notRegular)
    return `${path} is not a regular file. To check standard input, run \`nonet check -\`.`;
  if (error.code === fileFaults.tooLarge) {
    return `${path} has ${statSync(path).size} bytes, more than 5 MiB, the maximum size of a document.`;
  }
  if (error.code === 'EACCES') return `This user must not read ${path}.`;
  return `Failed to read ${path}: ${error.code ?? 'unknown reason'}.`;
}

/** Suggests a document with a similar name, else how to create one. */
function suggestDocument(path: string): string {
  const isDocument = documentEnd.test(path);
  try {
    const documents = readdirSync(dirname(path)).filter((name) => documentEnd.test(name));
    const name = basename(path);
    const meant = documents.find((document) => document === `${name}.md`) ?? findNearest(name, documents);
    if (meant !== undefined) return `Did you mean ${join(dirname(path), meant)}?`;
  } catch {}
  return isDocument
    ? `To create it, run \`nonet init ${path}\`.`
    : 'A document is a Markdown file, such as invoices.md.';
}
