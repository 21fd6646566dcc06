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
/** Problems of one document that are printed as pictures. */
const mostShown = 1000;

/** Reads a document from a file; throws `CommandError` when there is none that could be read. */
export function openDocument(path: string): Document {
  return readDocument(createSource(path, readText(path)));
}

/** The name of standard input in messages. */
export const inputName = '<stdin>';

/** Reads a document from standard input; throws `CommandError` when it cannot be one. */
export async function openInput(terminal: Terminal): Promise<Document> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of terminal.input?.() ?? []) {
    size += piece.length;
    if (size > largest) throw new CommandError(`${inputName} has more than 5 MiB; a document has at most 5 MiB.`);
    pieces.push(piece);
  }
  return readDocument(createSource(inputName, decode(inputName, Buffer.concat(pieces))));
}

/** The text of a document's file; throws `CommandError` when it cannot be one. */
export function readText(path: string): string {
  let bytes: Buffer;
  try {
    const { size } = statSync(path);
    if (size > largest) throw new CommandError(`${path} has ${size} bytes; a document has at most 5 MiB.`);
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
    throw new CommandError(`${path} is not UTF-8 text. A document is a Markdown file in UTF-8.`);
  }
}

function explainReadFailure(path: string, error: NodeJS.ErrnoException): string {
  if (path === '') return 'An empty word names no file.';
  if (error.code === 'ENOENT') return `There is no file ${path}. ${suggestDocument(path)}`;
  if (error.code === 'EISDIR') return `${path} is a folder; name the document in it, a Markdown file.`;
  if (error.code === 'EACCES') return `${path} may not be read by this user.`;
  return `${path} cannot be read (${error.code ?? 'unknown reason'}).`;
}

/** The document beside a path that is probably meant, else how a new one is made. */
function suggestDocument(path: string): string {
  const isDocument = /\.(md|markdown)$/i.test(path);
  try {
    const documents = readdirSync(dirname(path)).filter((name) => /\.(md|markdown)$/i.test(name));
    const name = basename(path);
    const meant = documents.find((document) => document === `${name}.md`) ?? findNearest(name, documents);
    if (meant !== undefined) return `Did you mean ${join(dirname(path), meant)}?`;
  } catch {}
  return isDocument
    ? `\`nonet init ${path}\` writes a fresh document.`
    : 'A document is a Markdown file, such as invoices.md.';
}

/** Does the same with each file; one that cannot be worked on is told, sets exit status 2, and the others follow. */
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

/** Prints problems as pictures on standard error, an empty line behind each; of very many the first ones, and how many more. */
export function printDiagnostics(document: Document, diagnostics: readonly Diagnostic[], terminal: Terminal): void {
  for (const diagnostic of diagnostics.slice(0, mostShown)) {
    terminal.err({ drawing: formatDiagnostics(document.source, diagnostic, terminal.colours.err) });
  }
  if (diagnostics.length <= mostShown) return;
  const more = formatCount(diagnostics.length - mostShown, 'problem');
  const lists = `nonet check --json ${document.source.name} lists up to ${mostOfCode} of each code`;
  terminal.err(`and ${more} more: ${lists} and counts the others`);
  terminal.err('');
}

/** The document's errors, warnings left out. */
export function listErrors(document: Document): readonly Diagnostic[] {
  return document.diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
}

/** The plan of a document without errors; else prints them, sets exit status 1 and gives nothing. */
export function planOrDiagnostics(document: Document, terminal: Terminal, planned = buildPlan): Plan | undefined {
  const errors = listErrors(document);
  if (errors.length === 0) return planned(document.service);
  printDiagnostics(document, errors, terminal);
  terminal.err(`${document.source.name}: ${formatCount(errors.length, 'error')}`);
  terminal.end(1);
  return undefined;
}

/** The failure of a command whose flag names a version that the document does not list, and which it may mean. */
export function createUnknownVersionError({ service }: Document, version: string): CommandError {
  const names = service.versioning.versions.map(({ name }) => name.value);
  if (names.length === 0) return new CommandError(`There is no version '${version}': the document lists none.`);
  const near = findNearest(version, names);
  const listed = names.slice(0, 20).join(', ');
  const hint = near === undefined ? `The document lists ${listed}.` : `Did you mean ${near}?`;
  return new CommandError(`There is no version '${version}'. ${hint}`);
}
