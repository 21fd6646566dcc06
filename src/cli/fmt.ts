import type { Command } from 'commander';
import { format } from '../markdown/write.ts';
import { listErrors, openDocument, printDiagnostics, withEach } from './shared/document.ts';
import { formatCount, type Terminal } from './shared/terminal.ts';
import { writeText } from './shared/writing.ts';

/** `nonet fmt FILE…` */
export function addFmt(program: Command, terminal: Terminal): void {
  program
    .command('fmt')
    .description('Write documents in their canonical form; prose, comments, code and notes stay as they are.')
    .argument('<file...>', 'documents')
    .option('--check', 'change nothing; exit status 1 when a document is not in its canonical form')
    .addHelpText(
      'after',
      `
A document with errors is left as it is: mend them first (nonet check FILE).

Examples:
  $ nonet fmt invoices.md
  $ nonet fmt --check *.md`,
    )
    .action((files: string[], options: { check?: true }) => {
      withEach(files, terminal, (file) => formatOne(file, options.check === true, terminal));
    });
}

function formatOne(file: string, checkOnly: boolean, terminal: Terminal): void {
  const document = openDocument(file);
  const errors = listErrors(document);
  if (errors.length > 0) {
    printDiagnostics(document, errors, terminal);
    terminal.err(`${file}: ${formatCount(errors.length, 'error')}, left as it is`);
    terminal.end(1);
    return;
  }
  const text = format(document.content);
  if (text === document.source.text) {
    terminal.out(`${file}: in its canonical form`);
  } else if (checkOnly) {
    terminal.out(`${file}: not in its canonical form; nonet fmt ${file} writes it so`);
    terminal.end(1);
  } else {
    writeText(file, text);
    terminal.out(`${file}: formatted`);
  }
}
