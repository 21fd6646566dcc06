#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';

const help = `Usage: npm create nonet [folder] -- [options]

Create a Nonet project: a service in one Markdown document, with its test.
Never overwrites a file.

Arguments:
  folder             the folder of the project (default: the current one, if it
                     is empty)

Options:
  --name <name>      name of the service (default: derived from the folder)
  --no-install       do not install the dependencies
  --nonet <version>  the version of nonet in package.json, or the path of a
                     package
  --yes              never ask; without a folder, use the current one
  --help             print help

Examples:
  $ npm create nonet notes
  $ npm create nonet notes -- --no-install`;

const options = {
  name: { type: 'string' },
  nonet: { type: 'string' },
  install: { type: 'boolean', default: true },
  yes: { type: 'boolean', short: 'y', default: false },
  help: { type: 'boolean', short: 'h', default: false },
};

/** A mistake of the reader: its message is printed, without a stack. */
class UsageError extends Error {}

async function main() {
  const { values, positionals } = readArguments();
  if (values.help) {
    console.log(help);
    return;
  }
  const folder = resolve(positionals[0] ?? (await chooseFolder(values.yes)));
  const document = nameDocument(folder);
  create(join(folder, document), values);
  const manager = findManager();
  const installed = values.install && install(manager, folder);
  console.log(`\nNext:${folder === process.cwd() ? '' : `\n  cd ${quote(relative(process.cwd(), folder))}`}`);
  if (!installed) console.log(`  ${manager} install`);
  console.log(`  ${manager} start         serves ${document}; documentation on http://127.0.0.1:4000/docs`);
  console.log(`  ${manager} run client    generates client.ts, a typed client`);
  console.log(`  ${manager} ${manager === 'bun' ? 'run test' : 'test'}          runs the tests`);
}

function readArguments() {
  try {
    const read = parseArgs({ options, allowPositionals: true, allowNegative: true });
    if (read.positionals.length > 1) throw new Error(`Expected one folder, found ${read.positionals.join(', ')}.`);
    return read;
  } catch (error) {
    throw new UsageError(`${error.message}\n(npm create nonet -- --help lists the options)`);
  }
}

/** The current folder if it is empty but for hidden files such as `.git`; otherwise the one that the reader types. */
async function chooseFolder(yes) {
  const isEmpty = readdirSync('.').every((name) => name.startsWith('.'));
  if (isEmpty || yes) return '.';
  if (!process.stdin.isTTY) {
    throw new UsageError('The current folder is not empty. Name a folder, such as: npm create nonet notes');
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const typed = (await terminal.question('Folder of the project (notes): ')).trim();
    return typed === '' ? 'notes' : typed;
  } catch {
    throw new UsageError('Aborted. Nothing was created.');
  } finally {
    terminal.close();
  }
}

/** The file name of the document: that of the folder, in lower case. */
function nameDocument(folder) {
  const name = basename(folder)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return `${['', 'readme'].includes(name) ? 'service' : name}.md`;
}

/** Writes the files: `nonet init --project` has their templates. */
function create(file, { name, nonet }) {
  const manifest = createRequire(import.meta.url).resolve('nonet/package.json');
  const program = join(dirname(manifest), JSON.parse(readFileSync(manifest, 'utf8')).bin.nonet);
  const words = ['init', relative(process.cwd(), file), '--project'];
  if (name !== undefined) words.push(`--name=${name}`);
  if (nonet !== undefined) words.push(`--nonet=${nonet}`);
  const { status, stdout } = spawnSync(process.execPath, [program, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  if (status !== 0) process.exit(status ?? 2);
  console.log(stdout.split('\n')[0]);
}

/** The program that runs this one: npm, pnpm, yarn or bun. */
function findManager() {
  const name = /^\w+/.exec(process.env.npm_config_user_agent ?? '')?.[0];
  return ['npm', 'pnpm', 'yarn', 'bun'].find((known) => known === name) ?? 'npm';
}

function install(manager, folder) {
  const words = manager === 'npm' ? ['install', '--no-audit', '--no-fund'] : ['install'];
  const { status } = spawnSync(manager, words, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0)
    console.error(`create-nonet: ${manager} install failed. The project is complete; install it yourself.`);
  return status === 0;
}

function quote(path) {
  return /^[\w./-]+$/.test(path) ? path : JSON.stringify(path);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`create-nonet: ${error.message}`);
  process.exitCode = 2;
}
