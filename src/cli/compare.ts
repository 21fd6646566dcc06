import { type Command, InvalidArgumentError, Option } from 'commander';
import { formatReportJson } from '../diff/json.ts';
import { formatReportMarkdown } from '../diff/markdown.ts';
import type { ChangeReport } from '../diff/report.ts';
import { formatRow } from '../diff/row.ts';
import { formatReport } from '../diff/terminal.ts';
import { type Document, readDocument } from '../parts/index.ts';
import { createSource } from '../text/location.ts';
import { withRows } from './compare/changes-written.ts';
import { createReport, findNewVersion, isRefused, refusedClasses } from './compare/comparing.ts';
import { listErrors, openDocument, printDiagnostics, readText } from './shared/document.ts';
import { CommandError, formatCount, type Terminal } from './shared/terminal.ts';
import { writeText } from './shared/writing.ts';

interface Options {
  readonly json?: true;
  readonly format: 'terminal' | 'markdown' | 'json';
  readonly write?: true;
  readonly sql?: true;
  readonly allow: readonly string[];
}

function collectClasses(value: string, before: readonly string[]): readonly string[] {
  const names = value.split(',').map((name) => name.trim());
  const wrong = names.find((name) => !refusedClasses.some((refusedClass) => refusedClass === name));
  if (wrong !== undefined) throw new InvalidArgumentError(`Allowed choices are ${refusedClasses.join(', ')}.`);
  return [...before, ...names];
}

/** `nonet compare OLD NEW` */
export function addCompare(program: Command, terminal: Terminal): void {
  program
    .command('compare')
    .description('Compare two documents: every difference, whether it breaks a client, and which.')
    .argument('<old>', 'the document as clients know it')
    .argument('<new>', 'the document as it shall be')
    .option('--json', 'print JSON')
    .addOption(new Option('--format <form>', 'how to print it').choices(['terminal', 'markdown']).default('terminal'))
    .option(
      '--allow <class>',
      'exit with 0 despite changes of this class: exposes or breaking; may be repeated',
      collectClasses,
      [],
    )
    .option('--sql', 'print the SQL of the migration as well')
    .option('--write', 'add the missing rows of Changes to NEW')
    .addHelpText(
      'after',
      `
Each change has a class for what clients send and for what they get: compatible, unclear or breaking. A change by which
somebody may see or do more than before has the class exposes and is printed first. Rows of Compatibility in NEW are laid
over the built-in classes. Below the changes stand the rows of Changes that are missing, wrong or unneeded, and the steps of
the migration; --sql adds the SQL of each store.

--write adds the rows to the table of NEW's newest version and leaves everything else as it is. Rows with a cell that only
you can fill (…) are not written.

Exit status: 0 nothing exposes more or breaks, or what does is allowed; 1 a change exposes more or is breaking; 2 a
document cannot be read or has errors.

Examples:
  $ nonet compare invoices.v1.md invoices.md
  $ nonet compare --allow breaking invoices.v1.md invoices.md
  $ nonet compare --format markdown old.md new.md > comment.md
  $ nonet compare --json old.md new.md | jq '.changes[] | select(.class == "breaking") | .what'
  $ git show main:invoices.md > old.md && nonet compare old.md invoices.md --write`,
    )
    .action((older: string, newer: string, options: Options) => {
      const old = requireErrorFree(older, terminal);
      const now = requireErrorFree(newer, terminal);
      if (old === undefined || now === undefined) return;
      const report = createReport(old, now);
      if (options.json) terminal.out({ json: JSON.stringify(formatReportJson(report), null, 2) });
      else if (options.format === 'markdown') {
        for (const line of formatReportMarkdown(report).trimEnd().split('\n')) terminal.out(line);
      } else
        terminal.out({ drawing: formatReport(report, { colours: terminal.colours.out, sql: options.sql === true }) });
      if (options.write) writeRows(old, now, report, terminal);
      if (isRefused(report, options.allow)) terminal.end(1);
    });
}

/** A document that can be compared; of one with errors its problems are printed, and the exit status is 2. */
function requireErrorFree(file: string, terminal: Terminal): Document | undefined {
  const document = openDocument(file);
  const errors = listErrors(document);
  if (errors.length === 0) return document;
  printDiagnostics(document, errors, terminal);
  terminal.err(`${file}: ${formatCount(errors.length, 'error')}: a document with errors cannot be compared`);
  terminal.end(2);
  return undefined;
}

function writeRows(old: Document, now: Document, { changelog: log, missing }: ChangeReport, terminal: Terminal): void {
  const file = now.source.name;
  if (!log.some(({ kind }) => kind === 'missing')) {
    if (missing.length === 0) terminal.err(`${file}: no row is missing`);
    else
      throw new CommandError(`${file} lists no versions: state them under Versioning, then --write adds their rows.`);
    return;
  }
  const version = findNewVersion(old, now);
  if (version === undefined) {
    throw new CommandError(
      `${file} names no version that ${old.source.name} does not have: add a row to its table Versions, then --write adds what changed in it.`,
    );
  }
  const rows = missing.filter(({ open }) => open === undefined);
  const left = missing.filter(({ open }) => open !== undefined);
  if (rows.length > 0) {
    const text = withRows(now, version, rows);
    refuseBroken(file, text, terminal);
    const mark = readText(file).startsWith('\ufeff') ? '\ufeff' : '';
    writeText(file, mark + text);
    terminal.err(`${file}: ${formatCount(rows.length, 'row')} of Changes written`);
  }
  for (const row of left) {
    terminal.err(`${file}: not written, … is ${row.open}:`);
    terminal.err(`  ${formatRow(version, row)}`);
  }
}

/** Rows that would make a document of errors are not written: their problems say what stands against them. */
function refuseBroken(file: string, text: string, terminal: Terminal): void {
  const made = readDocument(createSource(file, text));
  const errors = listErrors(made);
  if (errors.length === 0) return;
  printDiagnostics(made, errors, terminal);
  throw new CommandError(
    `${file} would have ${formatCount(errors.length, 'error')} with the missing rows: nothing was written.`,
  );
}
