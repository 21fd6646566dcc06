import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { generatePythonClient } from '../client/python.ts';

const here = import.meta.dirname;
const root = resolve(here, '../..');

/** Checks the Python clients of documents, and a use of one, by `mypy --strict`; returns what it reports. */
export async function checkByMypy(documents: readonly string[], folder: string): Promise<readonly string[]> {
  const tools = join(folder, 'venv');
  const run = (command: string, words: readonly string[], cwd: string): string | undefined => {
    const { status, stdout, stderr, error } = spawnSync(command, words, { cwd, encoding: 'utf8' });
    return error === undefined && status === 0 ? undefined : `${error?.message ?? ''}${stdout ?? ''}${stderr ?? ''}`;
  };
  const missing =
    run('python3', ['-m', 'venv', tools], here) ??
    run(join(tools, 'bin/pip'), ['install', '-q', '--disable-pip-version-check', '-r', 'requirements.txt'], here);
  if (missing !== undefined) {
    console.log(`mypy: left out, because Python cannot install it here: ${missing.trim().split('\n').at(-1)}`);
    return [];
  }
  const clients = join(folder, 'python');
  mkdirSync(clients);
  for (const [at, document] of documents.entries()) {
    writeFileSync(join(clients, `client${at}.py`), await generatePythonClient(join(root, document)));
  }
  writeFileSync(join(clients, 'client.py'), await generatePythonClient(join(root, 'examples/invoices/invoices.md')));
  copyFileSync(join(root, 'tests/client/python/types_of_invoices.py'), join(clients, 'use.py'));
  const found = run(join(tools, 'bin/mypy'), ['--strict', '--no-error-summary', '.'], clients);
  return found === undefined ? [] : found.trim().split('\n');
}
