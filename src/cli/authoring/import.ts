import { closeSync, constants, openSync, readSync } from 'node:fs';
import type { Command } from 'commander';
import { formatDiagnostics } from '../../diagnostics/terminal.ts';
import { FileFault, type Imported, importCatalog, importSource } from '../../import/index.ts';
import { CommandError } from '../../operator/command-error.ts';
import { findModuleFile } from '../../operator/files/module-files.ts';
import { resolveWritablePath } from '../../operator/files/out-file.ts';
import { writeText } from '../../operator/files/writing.ts';
import { redactAddress } from '../../stores/index.ts';
import { writeModule } from '../document/generate/handlers.ts';
import { openDocument, planOrDiagnostics } from '../shared/document.ts';
import type { Terminal } from '../shared/terminal.ts';
import { createFetch } from './import/fetch.ts';
import { mergeInto } from './import/into.ts';
import { formatImportJson, summarizeImport } from './import/report.ts';
import { createReader, readGiven, readSources } from './import/sources.ts';

interface Options {
  readonly out?: string;
  readonly force?: true;
  readonly json?: true;
  readonly plain?: true;
  readonly fetch?: true;
  readonly overlay?: readonly string[];
  readonly into?: string;
  readonly base?: string;
}

/** `nonet import SOURCE` */
export function addImport(command: Command, terminal: Terminal): void {
  command
    .argument(
      '<source...>',
      'an OpenAPI or AsyncAPI description in JSON or YAML (`-` reads standard input), several of one service, or a folder of them; or a database: a file of SQLite, or postgres://…',
    )
    .option('--out <file>', 'write the page to this file (default: standard output)')
    .option('--force', 'replace the file of --out')
    .option('--into <file>', 'merge the source into a page that exists: what the page states stays')
    .option('--base <source>', 'with --into, the older source: what it states was not stated by a person')
    .option('--json', 'print the ledger as JSON: each fact with its place, and what became of it')
    .option('--overlay <file...>', 'apply OpenAPI Overlays to the description, in this order')
    .option('--fetch', 'follow references to other hosts, which are listed otherwise')
    .option('--plain', 'recognize no resources: each operation is a handler with its shapes')
    .addHelpText(
      'after',
      `
The page states what the description states. Everything else is recorded as not shown. \`nonet check\` finds no error in the
page. With --out, the module of the page is begun as \`nonet generate handlers\` does, if the page needs one and has none. The
ledger lists each fact that the page does not state: its place, what the page has instead, and why. References lead to files in
the folder of the source, and with --fetch to other hosts.

With --into, the page is written to its own file, or to that of --out. Rows, lines and headings that only the source has are added.
If both state something different, the page keeps its own, and a diagnostic names the place. With --base, a value that the
page has from the older source is replaced by that of the newer one.

Exit status: 0 imported; 1 the source has a mistake, or is nothing that import reads; 2 it failed to run.

Examples:
  $ nonet import openapi.yaml --out petstore.md
  $ nonet import openapi.yaml --json > ledger.json
  $ nonet import openapi.yaml asyncapi.yaml --overlay names.yaml --out shop.md
  $ nonet import shop.db --out shop.md
  $ nonet import openapi.yaml --into shop.md --base openapi.old.yaml
  $ curl -s https://api.example.com/openapi.json | nonet import - --out example.md`,
    )
    .action(async (sources: readonly string[], options: Options) => {
      const { into, base } = options;
      if (base !== undefined && into === undefined) throw new CommandError('--base goes with --into.');
      const [out, force] =
        into !== undefined && options.out === undefined ? [into, true] : [options.out, options.force];
      const path =
        out === undefined
          ? undefined
          : resolveWritablePath(out, { document: sources[0]!, stores: [], force: force === true });
      const imported = await importAny(sources, options, terminal);
      if (imported === undefined) return;
      const older = base === undefined ? undefined : await importAny([base], options, terminal);
      if (base !== undefined && older === undefined) return;
      const text = into === undefined ? imported.text : mergeInto(into, imported.text, older?.text, terminal);
      if (text === undefined) return;
      const files = out === undefined || path === undefined ? [] : writePage(out, path, text, terminal);
      if (options.json === true) terminal.out({ json: formatImportJson(imported) });
      else if (path === undefined) for (const line of imported.text.trimEnd().split('\n')) terminal.out(line);
      for (const line of summarizeImport(imported, files)) terminal.err(line);
    });
}

/** Writes the page, and the beginning of its module if it needs one and has none. Returns the files written. */
function writePage(out: string, path: string, text: string, terminal: Terminal): readonly string[] {
  writeText(path, text);
  if (findModuleFile(out) !== undefined) return [out];
  const plan = planOrDiagnostics(openDocument(out), terminal);
  return [out, ...((plan && writeModule(out, plan, terminal)?.files) ?? [])];
}

/** Imports a database or a description. */
async function importAny(
  sources: readonly string[],
  options: Options,
  terminal: Terminal,
): Promise<Imported | undefined> {
  const source = sources[0]!;
  if (sources.length > 1 && sources.some((one) => isPostgres(one) || isSqlite(one)))
    throw new CommandError('A database is imported alone: name one source.');
  if (isPostgres(source)) {
    const { readPostgres } = await import('../../import/database/postgres.ts');
    const catalog = await readPostgres(source).catch((error: unknown) => {
      throw new CommandError(`Failed to read ${redactAddress(source)}: ${(error as Error).message}`);
    });
    return await importCatalog(/\/([^/?]+)(\?.*)?$/.exec(source.slice(12))?.[1] ?? 'database', catalog);
  }
  if (source !== '-' && isSqlite(source)) {
    const { readSqlite } = await import('../../import/database/sqlite.ts');
    try {
      return await importCatalog(source, readSqlite(source));
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      throw code === 'ERR_SQLITE_ERROR' ? new CommandError(`Failed to read ${source}: ${message}`) : error;
    }
  }
  return await importOrReport(sources, options, terminal);
}

function isPostgres(source: string): boolean {
  return /^postgres(ql)?:\/\//.test(source);
}

/** Whether a file begins as databases of SQLite do. */
function isSqlite(path: string): boolean {
  try {
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const start = Buffer.alloc(16);
      return readSync(file, start, 0, 16, 0) === 16 && start.toString('latin1') === 'SQLite format 3\0';
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}

async function importOrReport(
  sources: readonly string[],
  options: Options,
  terminal: Terminal,
): Promise<Imported | undefined> {
  const [first, ...others] = await readSources(sources, terminal);
  try {
    const imported = await importSource([first, ...others], {
      plain: options.plain === true,
      ...(sources.includes('-') ? {} : { readFile: createReader(sources) }),
      ...(options.fetch === true ? { fetchFile: createFetch() } : {}),
      overlays: (options.overlay ?? []).map(readGiven),
    });
    if ('text' in imported) return imported;
    terminal.err(`${imported.file} is not an API description that import reads. ${imported.recognized.why}`);
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    const { file, offset, message } = error;
    const span = { start: offset, end: Math.min(offset + 1, file.text.length) };
    const diagnostic = {
      code: 'import/syntax',
      severity: 'error',
      span,
      message,
      note: 'A source is JSON or YAML.',
    } as const;
    terminal.err({
      drawing: formatDiagnostics(file, diagnostic, { colours: terminal.colours.err, columns: terminal.columns }),
    });
  }
  terminal.end(1);
  return undefined;
}
