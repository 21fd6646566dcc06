import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Examples } from '../../describe/examples/exchange.ts';
import { formatReportJson } from '../../diff/json.ts';
import { formatReportMarkdown } from '../../diff/markdown.ts';
import type { ChangeReport } from '../../diff/report.ts';
import { formatRow, type RowDraft } from '../../diff/row.ts';
import { formatReport } from '../../diff/terminal.ts';
import { CommandError } from '../../operator/command-error.ts';
import { writeText } from '../../operator/files/writing.ts';
import { type Document, readDocument } from '../../parts/index.ts';
import { createSource } from '../../text/location.ts';
import { readBudget } from '../shared/budget.ts';
import { countErrors, listErrors, openDocument, printDiagnostics } from '../shared/document.ts';
import { readText } from '../shared/read-text.ts';
import { formatCount, type Terminal } from '../shared/terminal.ts';
import { withRows } from './compare/changes-written.ts';
import { createReport, findNewVersion, isRefused, refusedClasses } from './compare/comparing.ts';
import { proveNewer } from './compare/proving.ts';

interface Options {
  readonly json?: true;
  readonly format: 'terminal' | 'markdown' | 'html';
  readonly examples: boolean;
  readonly write?: true;
  readonly sql?: true;
  readonly prove?: true;
  readonly budget: number;
  readonly allow: readonly string[];
}

function collectClasses(value: string, before: readonly string[]): readonly string[] {
  const names = value.split(',').map((name) => name.trim());
  const wrong = names.find((name) => !refusedClasses.some((refusedClass) => refusedClass === name));
  if (wrong !== undefined) throw new InvalidArgumentError(`Allowed choices are ${refusedClasses.join(', ')}.`);
  return [...before, ...names];
}

/** `nonet compare OLD NEW` */
export function addCompare(command: Command, terminal: Terminal): void {
  command
    .argument('<old>', 'the document that clients use now')
    .argument('<new>', 'the changed document')
    .option('--json', 'print JSON')
    .addOption(
      new Option('--format <form>', 'output format').choices(['terminal', 'markdown', 'html']).default('terminal'),
    )
    .option(
      '--allow <class>',
      'exit with status 0 despite changes of this class: exposes or breaking; may be repeated',
      collectClasses,
      [],
    )
    .option(
      '--no-examples',
      'with --format html: leave out the examples, which are played against both services in memory',
    )
    .option('--prove', 'run the service of <new> in memory and prove it by the checks of <old>')
    .addOption(
      new Option('--budget <time>', 'with --prove: the time after which no check is begun')
        .argParser(readBudget)
        .default(60_000, '60s'),
    )
    .option('--sql', 'also print the SQL of the migration')
    .option('--write', 'add the missing rows of Changes to <new>')
    .addHelpText(
      'after',
      `
Each change has a class for requests and for responses: compatible, unclear or breaking. A change that lets someone see or do
more has the class exposes and is printed first. Rows of Compatibility in <new> override the built-in classes. After the
changes, compare prints the rows of Changes that are missing, wrong or unneeded, and the steps of the migration.

--prove shows requests by which the service of <new> contradicts <old>. If <new> serves the version of <old>, they name it; a
violation then counts whatever --allow says. Operations of handlers are left out.

--write adds the rows to the newest version of <new> and changes nothing else. It skips rows with a cell that only you can
fill (…).

Exit status: 0 no change exposes more or breaks clients, or --allow covers each; 1 a change exposes more or breaks clients;
2 a document cannot be read or has errors.

Examples:
  $ nonet compare invoices.v1.md invoices.md
  $ nonet compare --allow breaking invoices.v1.md invoices.md
  $ nonet compare --format markdown old.md new.md > comment.md
  $ nonet compare --format html old.md new.md > changes.html
  $ nonet compare --prove invoices.v1.md invoices.md
  $ nonet compare --json old.md new.md | jq '.changes[] | select(.class == "breaking") | .what'
  $ git show main:invoices.md > old.md && nonet compare old.md invoices.md --write`,
    )
    .action(async (older: string, newer: string, options: Options) => {
      const old = requireErrorFree(older, terminal);
      const now = requireErrorFree(newer, terminal);
      if (old === undefined || now === undefined) return;
      const compared = createReport(old, now);
      const proof = options.prove === true ? await proveNewer(old, now, options.budget, terminal) : undefined;
      const report = { ...compared, ...(proof === undefined ? {} : { proof }) };
      if (options.json === true) terminal.out({ json: JSON.stringify(formatReportJson(report), null, 2) });
      else if (options.format === 'markdown') {
        for (const line of formatReportMarkdown(report).trimEnd().split('\n')) terminal.out(line);
      } else if (options.format === 'html') {
        const { formatReportHtml } = await import('../../describe/comparison/page.ts');
        for (const line of formatReportHtml(report, await playBoth(older, newer, options))
          .trimEnd()
          .split('\n'))
          terminal.out(line);
      } else
        terminal.out({ drawing: formatReport(report, { colours: terminal.colours.out, sql: options.sql === true }) });
      if (options.write) writeRows(old, now, report, terminal);
      if (isRefused(report, options.allow)) terminal.end(1);
    });
}

async function playBoth(
  older: string,
  newer: string,
  { examples }: Options,
): Promise<{ readonly old: Examples; readonly now: Examples } | undefined> {
  if (!examples) return undefined;
  const { playBeside } = await import('./generate/played.ts');
  const [old, now] = [await playBeside(older, { examples }), await playBeside(newer, { examples })];
  return { old: old.examples, now: now.examples };
}

/** Reads a document to compare; prints its errors and sets exit status 2 if it has any. */
function requireErrorFree(file: string, terminal: Terminal): Document | undefined {
  const document = openDocument(file);
  const errors = listErrors(document);
  if (errors.length === 0) return document;
  printDiagnostics(document, errors, terminal);
  terminal.err(
    `${file} has ${formatCount(countErrors(document), 'error')}. Only documents without errors can be compared.`,
  );
  terminal.end(2);
  return undefined;
}

function writeRows(old: Document, now: Document, { changelog: log, missing }: ChangeReport, terminal: Terminal): void {
  const file = now.source.name;
  if (!log.some(({ kind }) => kind === 'missing')) {
    if (missing.length === 0) terminal.err(`${file}: no rows of Changes are missing`);
    else
      throw new CommandError(
        `No rows were written: ${file} lists no versions. Add the table Versions under Versioning, then run compare --write again.`,
      );
    return;
  }
  const version = findNewVersion(old, now);
  if (version === undefined) {
    throw new CommandError(
      `No rows were written: ${file} lists no new version. Add a row to its table Versions, then run compare --write again.`,
    );
  }
  const left = missing.filter(({ open }) => open !== undefined);
  /** An older default fits the values that the rows of the author give the field. */
  const waits = ({ change, where }: RowDraft): boolean =>
    change === 'default' && left.some((row) => row.where === where || row.where.startsWith(`${where} `));
  const rows = missing.filter((row) => row.open === undefined && !waits(row));
  if (rows.length > 0) {
    const text = withRows(now, version, rows);
    refuseBroken(file, text, terminal);
    const mark = readText(file).startsWith('\ufeff') ? '\ufeff' : '';
    writeText(file, mark + text);
    terminal.err(`${file}: ${formatCount(rows.length, 'row')} added to Changes`);
  }
  for (const row of left) {
    terminal.err(`${file}: add this row yourself; … stands for ${row.open}:`);
    terminal.err(`  ${formatRow(version, row)}`);
  }
  for (const row of missing.filter(waits)) {
    terminal.err(`${file}: add this row together with those of ${row.where}:`);
    terminal.err(`  ${formatRow(version, row)}`);
  }
}

/** Throws a `CommandError` if the document would have errors with the rows; prints them first. */
function refuseBroken(file: string, text: string, terminal: Terminal): void {
  const document = readDocument(createSource(file, text));
  const errors = listErrors(document);
  if (errors.length === 0) return;
  printDiagnostics(document, errors, terminal);
  throw new CommandError(
    `No rows were written: with them, ${file} would have ${formatCount(countErrors(document), 'error')}.`,
  );
}
