import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import type { Platform } from '../../contracts/platform.ts';
import { CommandError } from '../../operator/command-error.ts';
import { getDefaultStore } from '../../operator/files/default-store.ts';
import { createWriteError } from '../../operator/files/writing.ts';
import { mustBeThere } from '../../operator/records/lines.ts';
import { type LoadingInto, loadInto } from '../../operator/records/load.ts';
import type { LoadError, LoadReport } from '../../operator/records/loading.ts';
import type { Plan } from '../../plan/plan.ts';
import { createNodePlatform } from '../../serve/platform-node.ts';
import { readOptionalCipher } from '../credentials/secrets/key.ts';
import { inputName, openDocument, planOrDiagnostics } from '../shared/document.ts';
import { logTo } from '../shared/log.ts';
import { createFilesOption, createStoreOption, type StoreOptions } from '../shared/options.ts';
import { createProgress } from '../shared/progress.ts';
import { warnOfOtherService } from '../shared/store.ts';
import { toStoreCommandError } from '../shared/store-errors.ts';
import { formatCount, type Terminal } from '../shared/terminal.ts';

const mostShown = 100;

interface LoadOptions extends StoreOptions {
  readonly dryRun?: true;
}

/** `nonet load FILE DATA…` */
export function addLoad(command: Command, terminal: Terminal): void {
  command
    .argument('<file>', 'the document')
    .argument(
      '<data...>',
      'files of JSON lines, or of comma-separated values (Invoice.csv); `-` reads JSON lines from standard input',
    )
    .addOption(createStoreOption())
    .addOption(createFilesOption())
    .option('--dry-run', 'check the files as loading does, and leave the database as it is')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
A line is {"resource": "Invoice", "record": {…}}, or the record alone in a file named after its resource (Invoice.jsonl). The first
line of a CSV file names fields: name, or address.city for a member of an object. An empty value leaves the field out.
Missing fields get the values of a create: defaults, the only initial state, new identities and the next numbers. load checks all
lines first and loads nothing if one has an error. It lists the records that break a rule, and loads them. The contents of files are
those of the folder next to the data (all.jsonl-files). It emits no events.
With NONET_SECRET_KEY, secrets in plain text are encrypted.

Exit status: 0 loaded; 1 a line or the document has errors; 2 it failed to run.

Examples:
  $ nonet load invoices.md Customer.jsonl Invoice.jsonl
  $ nonet load invoices.md Customer.csv --dry-run
  $ nonet export invoices.md --out all.jsonl && nonet load invoices.md all.jsonl --store postgres://localhost/invoices
  $ nonet export invoices.md | nonet load invoices.md - --store postgres://localhost/invoices`,
    )
    .action(async (file: string, data: string[], options: LoadOptions) => {
      const plan = planOrDiagnostics(openDocument(file), terminal);
      if (plan === undefined) return;
      mustBeThere(data.filter((dataFile) => dataFile !== '-'));
      const platform = createNodePlatform(logTo('warn'));
      const address = options.store ?? getDefaultStore(file);
      const report = await withInput(data, terminal, (files) =>
        load(plan, files, { address, folder: options.files, dryRun: options.dryRun === true }, platform, terminal),
      );
      print(report, options, terminal);
    });
}

/** Runs `work` with a copy of standard input in place of `-`, because files are read more than once. */
async function withInput(
  data: readonly string[],
  terminal: Terminal,
  work: (files: readonly string[]) => Promise<LoadReport>,
): Promise<LoadReport> {
  if (!data.includes('-')) return await work(data);
  if (data.indexOf('-') !== data.lastIndexOf('-'))
    throw new CommandError('Standard input (`-`) can be given only once.');
  const folder = mkdtempSync(join(tmpdir(), 'nonet-load-'));
  // No resource has this name.
  const copy = join(folder, '-');
  try {
    await pipeline(terminal.input?.() ?? [], createWriteStream(copy, { mode: 0o600 })).catch((error: unknown) => {
      throw createWriteError(copy, error);
    });
    const report = await work(data.map((dataFile) => (dataFile === '-' ? copy : dataFile)));
    const name = (found: readonly LoadError[]): readonly LoadError[] =>
      found.map((error) => (error.file === copy ? { ...error, file: inputName } : error));
    return { ...report, errors: name(report.errors), broken: name(report.broken) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function load(
  plan: Plan,
  files: readonly string[],
  {
    address,
    folder,
    dryRun,
  }: { readonly address: string; readonly folder: string | undefined; readonly dryRun: boolean },
  platform: Platform,
  terminal: Terminal,
): Promise<LoadReport> {
  const checking = createProgress(terminal, 'checked');
  let writing: ReturnType<typeof createProgress> | undefined;
  const loading: LoadingInto = {
    plan,
    folder,
    files,
    dryRun,
    platform,
    cipher: readOptionalCipher(plan, terminal),
    checked: checking.at,
    written(records, all) {
      writing ??= createProgress(terminal, 'loaded', all);
      writing.at(records);
    },
  };
  const report = await loadInto(address, loading, warnOfOtherService(plan, terminal)).catch((error: unknown) => {
    throw toStoreCommandError(error);
  });
  checking.end();
  writing?.end();
  return report;
}

function print(
  { records, errors, broken, unchecked, credentials }: LoadReport,
  { json, dryRun }: LoadOptions,
  terminal: Terminal,
): void {
  if (json)
    terminal.out({
      json: JSON.stringify({ records, credentials: credentials.length, errors, broken, unchecked }, null, 2),
    });
  else if (errors.length > 0) {
    list(errors, terminal);
    terminal.err(
      `${formatCount(errors.length, 'error')}: ${dryRun ? 'nothing would be loaded' : 'nothing was loaded'}.`,
    );
  } else {
    const keys = credentials.length === 0 ? '' : ` and ${formatCount(credentials.length, 'credential')}`;
    list(broken, terminal);
    if (broken.length > 0) terminal.err(`${formatCount(broken.length, 'broken rule')}.`);
    for (const rule of unchecked) terminal.err(`Not checked, because it reads other records: ${rule}`);
    terminal.out(`${formatCount(records, 'record')}${keys} ${dryRun ? 'would be loaded' : 'loaded'}.`);
  }
  if (errors.length > 0) terminal.end(1);
}

function list(found: readonly LoadError[], terminal: Terminal): void {
  for (const { file, line, message } of found.slice(0, mostShown)) terminal.err(`${file}:${line}: ${message}`);
  if (found.length > mostShown) terminal.err(`… and ${found.length - mostShown} more (--json prints all)`);
}
