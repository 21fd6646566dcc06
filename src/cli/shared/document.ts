import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { mostOfCode } from '../../diagnostics/few.ts';
import { formatDiagnostics } from '../../diagnostics/terminal.ts';
import { buildPlan, type Document, readDocument } from '../../parts/index.ts';
import type { Plan } from '../../plan/plan.ts';
import { createSource } from '../../text/location.ts';
import { findNearest } from '../../text/nearest.ts';
import { CommandError, formatCount, printFailure, type Terminal } from './terminal.ts';

const largest = 5 * 1024 * 1024;
/** The maximum number of diagnostics printed for one document. */
const mostShown = 1000;

/** Reads a document from a file. Throws a `CommandError` if the file cannot be read. */
export function openDocument(path: string): Document {
  return readDocument(createSource(path, readText(path)));
}

/** The name of standard input in messages. */
export const inputName = '<stdin>';

/** Reads a document from standard input. Throws a `CommandError` if it is too large or not UTF-8. */
export async function openInput(terminal: Terminal): Promise<Document> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of terminal.input?.() ?? []) {
    size += piece.length;
    if (size > largest) throw new CommandError(`${inputName} is larger than 5 MiB, the maximum size of a document.`);
    pieces.push(piece);
  }
  return readDocument(createSource(inputName, decode(inputName, Buffer.concat(pieces))));
}

/** Reads the text of a file. Throws a `CommandError` if it is too large, not UTF-8 or cannot be read. */
export function readText(path: string): string {
  let bytes: Buffer;
  try {
    const { size } = statSync(path);
    if (size > largest)
      throw new CommandError(`${path} has ${size} bytes, more than 5 MiB, the maximum size of a document.`);
    bytes = readFileSync(path);
  } catch (error) {
    throw error instanceof CommandError
      ? error
      : new CommandError(explainReadFailure(path, error as NodeJS.ErrnoException));
  }
  return decode(path, bytes);
}

function decode(path: string, bytes: Buffer): string {
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

/** Runs `work` on each file. Prints a `CommandError`, sets exit status 2 and continues with the next file. */
export function withEach(files: readonly string[], terminal: Terminal, work: (file: string) => void): void {
  for (const file of files) {
    try {
      work(file);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      printFailure(terminal, error);
      terminal.end(2);
    }
  }
}

/** Prints diagnostics with their source lines on standard error; at most `mostShown`, then how many more. */
export function printDiagnostics(document: Document, diagnostics: readonly Diagnostic[], terminal: Terminal): void {
  for (const diagnostic of diagnostics.slice(0, mostShown)) {
    terminal.err({ drawing: formatDiagnostics(document.source, diagnostic, terminal.colours.err) });
  }
  if (diagnostics.length <= mostShown) return;
  const more = diagnostics.length - mostShown;
  terminal.err(
    `and ${more} more. To list up to ${mostOfCode} of each code, run nonet check --json ${document.source.name}`,
  );
  terminal.err('');
}

/** The document's errors, warnings left out. */
export function listErrors(document: Document): readonly Diagnostic[] {
  return document.diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
}

/** Returns the plan of a document. If the document has errors, prints them, sets exit status 1 and returns undefined. */
export function planOrDiagnostics(document: Document, terminal: Terminal, planned = buildPlan): Plan | undefined {
  const errors = listErrors(document);
  if (errors.length === 0) return planned(document.service);
  printDiagnostics(document, errors, terminal);
  terminal.err(`${document.source.name}: ${formatCount(errors.length, 'error')}`);
  terminal.end(1);
  return undefined;
}

/** Creates the error for a version that the document does not list, with the version that is probably meant. */
export function createUnknownVersionError({ service }: Document, version: string): CommandError {
  const names = service.versioning.versions.map(({ name }) => name.value);
  if (names.length === 0) return new CommandError(`The document has no version '${version}': it lists no versions.`);
  const near = findNearest(version, names);
  const listed = names.slice(0, 20).join(', ');
  const hint = near === undefined ? `It lists ${listed}.` : `Did you mean ${near}?`;
  return new CommandError(`The document has no version '${version}'. ${hint}`);
}
