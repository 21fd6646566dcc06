import { closeSync, constants, openSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { formatDiagnostics } from '../../diagnostics/terminal.ts';
import { FileFault, type Imported, importCatalog, importSource } from '../../import/index.ts';
import { mostSourceBytes } from '../../import/source/open.ts';
import { CommandError } from '../../operator/command-error.ts';
import { findModuleFile } from '../../operator/files/module-files.ts';
import { resolveWritablePath } from '../../operator/files/out-file.ts';
import { fileFaults, readRegularFile, resolveInside } from '../../operator/files/read-file.ts';
import { writeText } from '../../operator/files/writing.ts';
import { redactAddress } from '../../stores/index.ts';
import { writeModule } from '../document/generate/handlers.ts';
import { inputName, openDocument, planOrDiagnostics } from '../shared/document.ts';
import type { Terminal } from '../shared/terminal.ts';
import { formatImportJson, summarizeImport } from './import/report.ts';

interface Options {
  readonly out?: string;
  readonly force?: true;
  readonly json?: true;
  readonly plain?: true;
}

/** `nonet import SOURCE` */
export function addImport(command: Command, terminal: Terminal): void {
  command
    .argument(
      '<source>',
      'an OpenAPI or AsyncAPI description in JSON or YAML (`-` reads standard input), or a database: a file of SQLite, or postgres://…',
    )
    .option('--out <file>', 'write the page to this file (default: standard output)')
    .option('--force', 'replace the file of --out')
    .option('--json', 'print the ledger as JSON: each fact with its place, and what became of it')
    .option('--plain', 'recognize no resources: each operation is a handler with its shapes')
    .addHelpText(
      'after',
      `
The page states what the description states. Everything else is recorded as not shown. \`nonet check\` finds no error in the
page. With --out, the module of the page is begun as \`nonet generate handlers\` does, if the page needs one and has none. The
ledger lists each fact that the page does not state: its place, what the page has instead, and why. References lead to files in
the folder of the source, and to no other place.

Exit status: 0 imported; 1 the source has a mistake, or is nothing that import reads; 2 it failed to run.

Examples:
  $ nonet import openapi.yaml --out petstore.md
  $ nonet import openapi.yaml --json > ledger.json
  $ nonet import shop.db --out shop.md
  $ curl -s https://api.example.com/openapi.json | nonet import - --out example.md`,
    )
    .action(async (source: string, options: Options) => {
      const { out, force = false } = options;
      const path = out === undefined ? undefined : resolveWritablePath(out, { document: source, stores: [], force });
      const imported = await importAny(source, options, terminal);
      if (imported === undefined) return;
      const files = out === undefined || path === undefined ? [] : writePage(out, path, imported.text, terminal);
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
async function importAny(source: string, options: Options, terminal: Terminal): Promise<Imported | undefined> {
  if (/^postgres(ql)?:\/\//.test(source)) {
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
  const text = source === '-' ? await readInput(terminal) : readSource(source);
  return await importOrReport(source, text, options, terminal);
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
  source: string,
  text: string,
  options: Options,
  terminal: Terminal,
): Promise<Imported | undefined> {
  const name = source === '-' ? inputName : source;
  try {
    const imported = await importSource(name, text, {
      plain: options.plain === true,
      ...(source === '-' ? {} : { readFile: (file: string) => readBeside(source, file) }),
    });
    if ('text' in imported) return imported;
    terminal.err(`${name} is not an API description that import reads. ${imported.recognized.why}`);
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

async function readInput({ input }: Terminal): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of input?.() ?? []) {
    size += piece.length;
    if (size > mostSourceBytes) throw createSizeError(inputName);
    pieces.push(piece);
  }
  return decode(inputName, Buffer.concat(pieces));
}

function readSource(path: string): string {
  try {
    return decode(path, readRegularFile(path, mostSourceBytes));
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === fileFaults.tooLarge) throw createSizeError(path);
    throw new CommandError(
      code === 'ENOENT'
        ? `${path} does not exist.`
        : code === 'EISDIR'
          ? `${path} is a folder. Name the description in it.`
          : `Failed to read ${path}: ${code ?? 'unknown reason'}.`,
    );
  }
}

function createSizeError(name: string): CommandError {
  return new CommandError(`${name} is larger than 64 MiB, the maximum size of a source.`);
}

/** Reads a file in the folder of the source or below it, links resolved; undefined for any other. */
function readBeside(source: string, file: string): string | undefined {
  try {
    return decode(file, readRegularFile(resolveInside(file, [dirname(source)], /./), mostSourceBytes));
  } catch {
    return undefined;
  }
}

function decode(name: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CommandError(`${name} is not UTF-8.`);
  }
}
