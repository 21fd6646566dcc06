import type { Command } from 'commander';
import { format } from '../../markdown/write.ts';
import { writeText } from '../../operator/files/writing.ts';
import { listErrors, openDocument, printDiagnostics, withEach } from '../shared/document.ts';
import { formatCount, type Terminal } from '../shared/terminal.ts';

/** `nonet fmt FILE…` */
export function addFmt(command: Command, terminal: Terminal): void {
  command
    .argument('<file...>', 'documents')
    .option('--check', 'change nothing; fail (exit status 1) if a document is not formatted')
    .addHelpText(
      'after',
      `
A document with errors is not changed: to see the errors, run nonet check.

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
    terminal.err(`${file}: ${formatCount(errors.length, 'error')}, not changed`);
    terminal.end(1);
    return;
  }
  const text = format(document.content);
  if (text === document.source.text) {
    terminal.out(`${file}: already formatted`);
  } else if (checkOnly) {
    terminal.out(`${file}: not formatted. To format it, run nonet fmt ${file}`);
    terminal.end(1);
  } else {
    writeText(file, text);
    terminal.out(`${file}: formatted`);
  }
}
