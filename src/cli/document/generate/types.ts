import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { describeTypes, isTypes, toTypesName } from '../../../describe/types/index.ts';
import { CommandError } from '../../../operator/command-error.ts';
import { findModuleFile, listModuleFiles } from '../../../operator/files/module-files.ts';
import { resolveWritablePath } from '../../../operator/files/out-file.ts';
import { writeText } from '../../../operator/files/writing.ts';
import { toPrintable } from '../../../text/printable.ts';
import { openDocument, planOrDiagnostics } from '../../shared/document.ts';
import { readText } from '../../shared/read-text.ts';
import type { Terminal } from '../../shared/terminal.ts';

interface Options {
  readonly out?: string;
  readonly check?: true;
  readonly force?: true;
}

/** `nonet generate types FILE` */
export function addTypes(generate: Command, terminal: Terminal): void {
  generate
    .command('types')
    .description('Generate TypeScript types for the handlers of a document, for `implement`.')
    .argument('<file>', 'the document')
    .option('--out <file>', 'the file to write (default: invoices.types.ts next to invoices.md; `-`: standard output)')
    .option(
      '--force',
      'replace the file even if `nonet generate types` did not write it; never the document, its code or a store',
    )
    .option('--check', 'write nothing; check that the types are up to date and the module compiles (tsc)')
    .addHelpText(
      'after',
      `
Exit status: 0 done, 1 the types are outdated or the module does not compile, 2 a file cannot be read.

Examples:
  $ nonet generate types invoices.md
  $ nonet generate types invoices.md --check`,
    )
    .action((file: string, options: Options) => {
      const plan = planOrDiagnostics(openDocument(file), terminal);
      if (plan === undefined) return;
      const out = options.out ?? listModuleFiles(file)[0]!.replace(/\.ts$/, '.types.ts');
      const text = describeTypes(plan);
      if (options.check === true) return check(file, out, text, terminal);
      if (out === '-') {
        for (const line of text.replace(/\n$/, '').split('\n')) terminal.out(line);
        return;
      }
      const stores = [terminal.environment.NONET_STORE];
      writeText(
        resolveWritablePath(out, { document: file, stores, force: options.force === true, own: isTypes }),
        text,
      );
      terminal.out(`Wrote ${out}: interface ${toTypesName(plan)}`);
    });
}

function check(file: string, out: string, text: string, terminal: Terminal): void {
  if (out === '-') throw new CommandError('--check needs a file. Leave out `--out -`, or name the file.');
  if (!existsSync(out) || readText(out) !== text) {
    terminal.err(`${out} is outdated. To update it, run \`nonet generate types ${file}\`.`);
    terminal.end(1);
    return;
  }
  const module = findModuleFile(file);
  const files = module === undefined ? [out] : [module, out];
  const said = checkTypes(files.map((each) => resolve(each)));
  if (said === '') {
    terminal.out(`${files.map((each) => basename(each)).join(', ')}: no error`);
    return;
  }
  // The compiler prints names of files unescaped.
  const names = files.map((each) => relative('.', each));
  const named = names.reduce((all, name) => all.replaceAll(name, toPrintable(name)), said);
  for (const line of named.split('\n')) terminal.err(line);
  terminal.end(1);
}

/** Returns the compiler's lines about the user's files, without those about Nonet's own sources. */
function selectUserDiagnostics(said: string, own: string): string {
  let mine = false;
  const lines = said.split('\n').filter((line) => {
    const file = /^(\S.*?)\(\d+,\d+\): /.exec(line)?.[1];
    if (file !== undefined) mine = resolve(file).startsWith(own);
    return !mine && line !== '';
  });
  return lines.join('\n');
}

/** Returns the path of the compiler installed near a file, else near Nonet. */
function findCompiler(file: string): string {
  const places = [dirname(file), dirname(fileURLToPath(import.meta.url))];
  for (const place of places) {
    for (let at = place; ; at = dirname(at)) {
      const found = join(at, 'node_modules/typescript/bin/tsc');
      if (existsSync(found)) return found;
      if (dirname(at) === at) break;
    }
  }
  throw new CommandError(
    '--check runs tsc, but TypeScript is not installed. To install it, run npm install --save-dev typescript',
  );
}

/** Returns what tsc prints about files under its strict rules; empty without errors. */
export function checkTypes(files: readonly string[]): string {
  const compiler = findCompiler(files[0]!);
  const folder = mkdtempSync(join(tmpdir(), 'nonet-types-'));
  const here = import.meta.url;
  const index = fileURLToPath(new URL(`../../../index${here.endsWith('.ts') ? '.ts' : '.d.ts'}`, here));
  const roots = join(dirname(compiler), '../../@types');
  const options = {
    target: 'esnext',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['esnext'],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    verbatimModuleSyntax: true,
    erasableSyntaxOnly: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    allowJs: true,
    paths: { nonet: [index] },
    ...(existsSync(join(roots, 'node')) ? { typeRoots: [roots], types: ['node'] } : {}),
  };
  try {
    const config = join(folder, 'tsconfig.json');
    writeFileSync(config, JSON.stringify({ compilerOptions: options, files }));
    const { status, stdout, stderr, error } = spawnSync(execPath, [compiler, '-p', config, '--pretty', 'false'], {
      encoding: 'utf8',
    });
    if (error !== undefined) throw new CommandError(`Failed to run tsc: ${error.message}`);
    return status === 0 ? '' : selectUserDiagnostics(`${stdout}${stderr}`, dirname(index));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
