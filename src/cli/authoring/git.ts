import { execFile } from 'node:child_process';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';
import { maxFileBytes } from '../../operator/files/read-file.ts';

const run = promisify(execFile);

/**
 * A repository may be a stranger's: its settings name programs that git runs, and files of a clone may themselves look like a bare
 * repository. `cat-file` knows no pager, no text conversion and no external diff.
 */
const settings = [
  '--no-pager',
  ...[
    'safe.bareRepository=explicit',
    'core.fsmonitor=false',
    'core.hooksPath=/dev/null',
    'protocol.allow=never',
  ].flatMap((setting) => ['-c', setting]),
];
const variables = {
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_SSH_COMMAND: 'false',
  GIT_TERMINAL_PROMPT: '0',
};

/**
 * Returns the text of a file in the last commit; undefined outside a repository, for a file that is not in it, and if git has to run
 * or to fetch anything for it. The one place that runs git.
 */
export async function readCommitted(file: string): Promise<string | undefined> {
  const words = [...settings, '-C', dirname(file), 'cat-file', 'blob', `HEAD:./${basename(file)}`];
  // Windows looks for programs in the working folder first: not in the one of the document.
  const options = {
    cwd: dirname(process.execPath),
    env: { ...process.env, ...variables },
    maxBuffer: maxFileBytes,
    timeout: 10_000,
  };
  try {
    const { stdout } = await run('git', words, options);
    return stdout.replace(/^\ufeff/, '');
  } catch {
    return undefined;
  }
}
