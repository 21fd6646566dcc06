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
import type { LoadReport } from '../../operator/records/loading.ts';
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

/** `nonet load FILE DATA…` */
export function addLoad(command: Command, terminal: Terminal): void {
  command
    .argument('<file>', 'the document')
    .argument('<data...>', 'files of JSON lines; `-` reads standard input')
    .addOption(createStoreOption())
    .addOption(createFilesOption())
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
A line is {"resource": "Invoice", "record": {…}}, or the record alone in a file named after its resource (Invoice.jsonl).
Missing fields get the values of a create: defaults, the only initial state, new identities and the next numbers. load checks all
lines first and loads nothing if one has an error. The contents of files are those of the folder next to the data (all.jsonl-files). It emits no events and checks no rules.
With NONET_SECRET_KEY, secrets in plain text are encrypted.

Exit status: 0 loaded; 1 a line or the document has errors; 2 it failed to run.

Examples:
  $ nonet load invoices.md Customer.jsonl Invoice.jsonl
  $ nonet export invoices.md --out all.jsonl && nonet load invoices.md all.jsonl --store postgres://localhost/invoices
  $ nonet export invoices.md | nonet load invoices.md - --store postgres://localhost/invoices`,
    )
    .action(async (file: string, data: string[], options: StoreOptions) => {
      const plan = planOrDiagnostics(openDocument(file), terminal);
      if (plan === undefined) return;
      mustBeThere(data.filter((dataFile) => dataFile !== '-'));
      const platform = createNodePlatform(logTo('warn'));
      const address = options.store ?? getDefaultStore(file);
      const report = await withInput(data, terminal, (files) =>
        load(plan, files, { address, folder: options.files }, platform, terminal),
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
    const errors = report.errors.map((error) => (error.file === copy ? { ...error, file: inputName } : error));
    return { ...report, errors };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function load(
  plan: Plan,
  files: readonly string[],
  { address, folder }: { readonly address: string; readonly folder: string | undefined },
  platform: Platform,
  terminal: Terminal,
): Promise<LoadReport> {
  const checking = createProgress(terminal, 'checked');
  let writing: ReturnType<typeof createProgress> | undefined;
  const loading: LoadingInto = {
    plan,
    folder,
    files,
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

function print({ records, errors, credentials }: LoadReport, options: StoreOptions, terminal: Terminal): void {
  if (options.json)
    terminal.out({ json: JSON.stringify({ records, credentials: credentials.length, errors }, null, 2) });
  else if (errors.length > 0) {
    for (const { file, line, message } of errors.slice(0, mostShown)) terminal.err(`${file}:${line}: ${message}`);
    if (errors.length > mostShown) terminal.err(`… and ${errors.length - mostShown} more (--json prints all)`);
    terminal.err(`${formatCount(errors.length, 'error')}: nothing was loaded.`);
  } else {
    const keys = credentials.length === 0 ? '' : ` and ${formatCount(credentials.length, 'credential')}`;
    terminal.out(`${formatCount(records, 'record')}${keys} loaded.`);
  }
  if (errors.length > 0) terminal.end(1);
}
