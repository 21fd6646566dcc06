import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { countOf, mostOfCode } from '../../diagnostics/list.ts';
import { formatDiagnostics } from '../../diagnostics/terminal.ts';
import { CommandError } from '../../operator/command-error.ts';
import { buildPlan, type Document, readDocument } from '../../parts/index.ts';
import type { Plan } from '../../plan/plan.ts';
import { createSource } from '../../text/location.ts';
import { findNearest } from '../../text/nearest.ts';
import { decodeText, maxDocumentBytes, readText } from './read-text.ts';
import { formatCount, printFailure, type Terminal } from './terminal.ts';

/** The maximum number of diagnostics printed for one document. */
const mostShown = 100;

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
    if (size > maxDocumentBytes)
      throw new CommandError(`${inputName} is larger than 5 MiB, the maximum size of a document.`);
    pieces.push(piece);
  }
  return readDocument(createSource(inputName, decodeText(inputName, Buffer.concat(pieces))));
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

/**
 * Prints diagnostics with their source lines, at most `mostShown`, then how many more: on standard error, or on standard output where they are
 * the result.
 */
export function printDiagnostics(
  document: Document,
  diagnostics: readonly Diagnostic[],
  terminal: Terminal,
  stream: 'out' | 'err' = 'err',
): void {
  const print = terminal[stream];
  for (const diagnostic of diagnostics.slice(0, mostShown)) {
    const style = { colours: terminal.colours[stream], columns: terminal.columns };
    print({ drawing: formatDiagnostics(document.source, diagnostic, style) });
  }
  const more = Math.max(0, diagnostics.length - mostShown) + document.more.reduce((sum, { count }) => sum + count, 0);
  if (more === 0) return;
  print(`and ${more} more. To list up to ${mostOfCode} of each code, run nonet check --json ${document.source.name}`);
  print('');
}

/** The document's errors, warnings left out. */
export function listErrors(document: Document): readonly Diagnostic[] {
  return document.diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
}

/** Counts the document's errors, also the unlisted ones. */
export function countErrors({ diagnostics, more }: Document): number {
  return countOf('error', diagnostics, more);
}

/** Returns the plan of a document. If the document has errors, prints them, sets exit status 1 and returns undefined. */
export function planOrDiagnostics(document: Document, terminal: Terminal, planned = buildPlan): Plan | undefined {
  const errors = listErrors(document);
  if (errors.length === 0) return planned(document.service);
  printDiagnostics(document, errors, terminal);
  terminal.err(`${document.source.name}: ${formatCount(countErrors(document), 'error')}`);
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
