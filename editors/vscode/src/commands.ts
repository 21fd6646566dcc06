import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Uri, window } from 'vscode';

const run = promisify(execFile);

/** Runs a command of Nonet on a document in a terminal. `compare` compares it with its text in the last commit. */
export async function runInTerminal(
  command: string,
  name: 'check' | 'serve' | 'compare' | 'explain',
  uri: Uri | undefined,
  ...more: readonly string[]
): Promise<void> {
  if (uri === undefined || uri.scheme !== 'file') {
    window.showInformationMessage('Nonet: open a document that is stored in a file.');
    return;
  }
  const file = uri.fsPath;
  const args = name === 'compare' ? [await readCommitted(file), file] : [file];
  if (args[0] === undefined) return;
  const terminal = window.createTerminal({ name: `nonet ${name}`, cwd: dirname(file) });
  terminal.show();
  terminal.sendText([command, name, ...args, ...more].map(quote).join(' '));
}

/** Writes the text of a file in the last commit to a temporary file, and returns its path. */
async function readCommitted(file: string): Promise<string | undefined> {
  try {
    const { stdout } = await run('git', ['show', `HEAD:./${basename(file)}`], {
      cwd: dirname(file),
      maxBuffer: 2 ** 26,
    });
    const folder = await mkdtemp(join(tmpdir(), 'nonet-'));
    const path = join(folder, basename(file));
    await writeFile(path, stdout);
    return path;
  } catch {
    window.showErrorMessage(`Nonet: ${basename(file)} is not in the last commit of a Git repository.`);
    return undefined;
  }
}

function quote(word: string | undefined): string {
  const text = word ?? '';
  return /^[\w./:-]+$/.test(text) ? text : `"${text.replace(/(["\\$`])/g, '\\$1')}"`;
}
