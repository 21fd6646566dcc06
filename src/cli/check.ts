import type { Command } from 'commander';
import { gapCount, type Ledger, ledgerOf } from '../parts/gaps.ts';
import { type Document, derivedGaps } from '../parts/index.ts';
import { jsonOf } from '../problems/json.ts';
import { openDocument, printProblems } from './document.ts';
import { counted, type Terminal } from './terminal.ts';

interface Options {
  readonly json?: true;
  readonly gaps: boolean;
}

/** `nonet check FILE…` */
export function addCheck(program: Command, terminal: Terminal): void {
  program
    .command('check')
    .description('Check documents: what is wrong, where, and what would be right.')
    .argument('<file...>', 'documents')
    .option('--json', 'print problems and gaps as JSON')
    .option('--no-gaps', 'gaps too make the exit status 1')
    .addHelpText(
      'after',
      `
Exit status: 0 no error, 1 a document has errors (or, with --no-gaps, gaps), 2 a file could not be read.

Examples:
  $ nonet check invoices.md
  $ nonet check --no-gaps *.md
  $ nonet check --json invoices.md | jq '.problems[].message'`,
    )
    .action((files: string[], options: Options) => {
      const documents = files.map((file) => ({ file, document: openDocument(file) }));
      const seen = documents.map(({ file, document }) => ({
        file,
        document,
        ledger: ledgerOf(document.service, derivedGaps(document.service)),
      }));
      if (options.json) terminal.out(JSON.stringify(jsonReport(seen), null, 2));
      else for (const { file, document, ledger } of seen) printReport(file, document, ledger, terminal);
      for (const { document, ledger } of seen) {
        const wrong = document.problems.some((problem) => problem.severity === 'error');
        if (wrong || (!options.gaps && gapCount(ledger) > 0)) terminal.end(1);
      }
    });
}

function jsonReport(seen: readonly { document: Document; file: string; ledger: Ledger }[]): object {
  return {
    problems: seen.flatMap(({ document }) => document.problems.map((problem) => jsonOf(document.source, problem))),
    gaps: seen.flatMap(({ file, ledger }) => [
      ...ledger.aspects
        .filter(({ status }) => status === 'not shown' || status === 'missing')
        .map(({ part, aspect, status, line }) => ({ file, part, aspect, status, line })),
      ...ledger.cells.map(({ part, subject, column, line }) => ({
        file,
        part,
        subject,
        column,
        status: 'not shown',
        line,
      })),
    ]),
  };
}

function printReport(file: string, document: Document, ledger: Ledger, terminal: Terminal): void {
  printProblems(document, document.problems, terminal);
  const errors = document.problems.filter((problem) => problem.severity === 'error').length;
  const warnings = document.problems.length - errors;
  const gaps = gapCount(ledger);
  const facts = [
    errors === 0 ? 'no error' : counted(errors, 'error'),
    warnings === 0 ? '' : counted(warnings, 'warning'),
    gaps === 0 ? 'no gap' : `${counted(gaps, 'gap')} (nonet gaps ${file} lists them)`,
  ];
  terminal.out(`${file}: ${facts.filter((fact) => fact !== '').join(', ')}`);
}
