import type { Command } from 'commander';
import { formatDiagnosticJson } from '../../diagnostics/json.ts';
import { countOf } from '../../diagnostics/list.ts';
import { listFixes } from '../../language-service/fixes.ts';
import { CommandError } from '../../operator/command-error.ts';
import { writeText } from '../../operator/files/writing.ts';
import { countGaps, createLedger, type Ledger } from '../../parts/gaps.ts';
import { buildPlan, type Document } from '../../parts/index.ts';
import { inputName, listErrors, openDocument, openInput, printDiagnostics, withEach } from '../shared/document.ts';
import { formatCount, type Terminal } from '../shared/terminal.ts';
import { type Explained, explainLists, printExplained } from './check/explain.ts';
import { describeRepair, type Repair, repairDocument } from './check/fix.ts';
import { collectNotes } from './check/notes.ts';
import { parseFault } from './module/syntax.ts';
import { listModuleCode, printModule, type WithModule, withModule } from './module.ts';

interface Options {
  readonly json?: true;
  readonly strict?: true;
  readonly explain?: true;
  readonly fix?: true;
}

/** `nonet check FILE…` */
export function addCheck(command: Command, terminal: Terminal): void {
  command
    .argument('<file...>', 'documents; `-` reads one from standard input, without its module')
    .option('--json', 'print diagnostics and gaps as JSON')
    .option('--fix', 'write each suggestion into the document, print what was written, and report the rest')
    .option('--strict', 'also fail (exit status 1) if a document has gaps')
    .option('--explain', 'also print notes, the indexes of each table and the index scans of each list')
    .addHelpText(
      'after',
      `
Exit status: 0 no errors, 1 a document has errors (with --strict: or gaps), 2 a file cannot be read.

Examples:
  $ nonet check invoices.md
  $ nonet check --fix invoices.md
  $ nonet check --strict *.md
  $ nonet check --explain invoices.md
  $ nonet check --json invoices.md | jq '.diagnostics[].message'
  $ git show main:invoices.md | nonet check -`,
    )
    .action(async (files: string[], options: Options) => {
      const seen: Seen[] = [];
      if (files.indexOf('-') !== files.lastIndexOf('-'))
        throw new CommandError('Standard input (`-`) can be given only once.');
      if (options.fix === true && files.includes('-'))
        throw new CommandError('--fix writes files, so it cannot read standard input (`-`). Name the file.');
      const input = files.includes('-') ? await openInput(terminal) : undefined;
      withEach(files, terminal, (file) => {
        const { document, repairs } = file === '-' ? { document: input!, repairs: [] } : openFile(file, options);
        const module = file === '-' ? createWithoutModule(document) : withModule(document, parseFault);
        const inspection = { ...inspectDocument(module, options), repairs };
        if (options.json) seen.push(inspection);
        else printReport(inspection, terminal);
        const all = [...inspection.document.diagnostics, ...inspection.module.diagnostics];
        const wrong = all.some((diagnostic) => diagnostic.severity === 'error');
        if (wrong || (options.strict === true && countGaps(inspection.ledger) > 0)) terminal.end(1);
      });
      if (options.json) terminal.out({ json: JSON.stringify(buildJsonReport(seen, options), null, 2) });
    });
}

/** Opens a document; with `--fix`, its repairs are written first. */
function openFile(file: string, { fix }: Options): ReturnType<typeof repairDocument> {
  const found = openDocument(file);
  if (fix !== true) return { document: found, repairs: [] };
  const fixed = repairDocument(found);
  if (fixed.repairs.length > 0) writeText(file, fixed.document.source.text);
  return fixed;
}

function createWithoutModule(document: Document): WithModule {
  return { document, source: undefined, diagnostics: [], model: undefined };
}

function inspectDocument(module: WithModule, { explain }: Options): Omit<Seen, 'repairs'> {
  const { document } = module;
  return {
    file: document.source.name,
    document,
    module,
    ledger: createLedger(document.service, document.gaps),
    explained: explain && listErrors(document).length === 0 ? explainLists(buildPlan(document.service)) : undefined,
  };
}

interface Seen {
  readonly file: string;
  readonly document: Document;
  readonly module: WithModule;
  readonly ledger: Ledger;
  readonly explained: Explained | undefined;
  readonly repairs: readonly Repair[];
}

function buildJsonReport(seen: readonly Seen[], { explain, fix }: Options): object {
  const reports = seen.flatMap(({ document, module: { source, diagnostics } }) => [
    { source: document.source, listed: document.diagnostics, more: document.more },
    ...(source === undefined ? [] : [{ source, listed: diagnostics, more: [] }]),
  ]);
  const more = reports.flatMap(({ source, more }) => more.map((unlisted) => ({ file: source.name, ...unlisted })));
  return {
    ...(fix === true ? { repairs: seen.flatMap(({ repairs }) => repairs) } : {}),
    diagnostics: reports.flatMap(({ source, listed }) =>
      listed.map((diagnostic) => formatDiagnosticJson(source, diagnostic)),
    ),
    ...(more.length === 0 ? {} : { more }),
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
    hooks: seen.flatMap(({ module }) => listModuleCode(module).filter(({ kind }) => kind !== 'handler')),
    returns: seen.flatMap(({ module }) => listModuleCode(module).filter(({ returns }) => returns !== undefined)),
    ...(explain === true ? collectExplained(seen) : {}),
  };
}

function collectExplained(seen: readonly Seen[]): Explained {
  return {
    indexes: seen.flatMap(({ file, explained }) => (explained?.indexes ?? []).map((index) => ({ file, ...index }))),
    lists: seen.flatMap(({ file, explained }) => (explained?.lists ?? []).map((list) => ({ file, ...list }))),
    children: seen.flatMap(({ file, explained }) => (explained?.children ?? []).map((shown) => ({ file, ...shown }))),
    unbounded: seen.flatMap(({ file, explained }) =>
      (explained?.unbounded ?? []).map((fields) => ({ file, ...fields })),
    ),
  };
}

function printReport({ file, document, module, ledger, explained, repairs }: Seen, terminal: Terminal): void {
  for (const repair of repairs) terminal.out(describeRepair(repair));
  printDiagnostics(document, document.diagnostics, terminal, 'out');
  printModule(module, terminal, 'out');
  const all = [...document.diagnostics, ...module.diagnostics];
  const errors = countOf('error', all, document.more);
  const warnings = countOf('warning', all, document.more);
  const gaps = countGaps(ledger);
  const facts = [
    repairs.length === 0 ? '' : `${formatCount(repairs.length, 'repair')} written`,
    errors === 0 ? 'no error' : formatCount(errors, 'error'),
    warnings === 0 ? '' : formatCount(warnings, 'warning'),
    gaps === 0
      ? 'no gap'
      : `${formatCount(gaps, 'gap')}${file === inputName ? '' : ` (nonet gaps ${file} lists them)`}`,
  ];
  terminal.out(`${file}: ${facts.filter((fact) => fact !== '').join(', ')}`);
  const { text } = document.source;
  const fixable = file === inputName ? 0 : listFixes(document, { start: 0, end: text.length }).length;
  if (fixable > 0) terminal.out(`  nonet check --fix ${file} writes ${formatCount(fixable, 'suggestion')} into it`);
  const hooks = listModuleCode(module).filter(({ kind }) => kind !== 'handler');
  if (hooks.length > 0) {
    terminal.out(`  hooks: ${hooks.map(({ kind, of, file: at, line }) => `${kind} ${of} (${at}:${line})`).join(', ')}`);
  }
  for (const { of, file: at, line, returns } of listModuleCode(module)) {
    if (returns !== undefined) terminal.out(`  ${of} returns ${returns} (${at}:${line})`);
  }
  if (explained === undefined) return;
  for (const note of collectNotes(document.service)) terminal.out(`  ${note}`);
  printExplained(explained, terminal);
}
