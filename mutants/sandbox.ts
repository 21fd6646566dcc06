import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Mutant, mutated } from './mutant.ts';

/** A copy of the project in which files are changed. */
export interface Sandbox {
  readonly root: string;
  /** A folder for temporary files of the tests. */
  readonly temporary: string;
  /** Does `work` while a mutant is in the code. */
  withMutant<T>(mutant: Mutant, work: () => Promise<T>): Promise<T>;
  remove(): void;
}

/** Copies the files that Git tracks or would track. */
export function openSandbox(project: string): Sandbox {
  const root = mkdtempSync(join(tmpdir(), 'nonet-mutants-'));
  // PostgreSQL does not run as root: its user must reach a folder in this one.
  chmodSync(root, 0o755);
  const temporary = join(root, 'tmp');
  mkdirSync(temporary);
  const words = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const files = execFileSync('git', words, { cwd: project, encoding: 'utf8' }).split('\0').slice(0, -1);
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    cpSync(join(project, file), join(root, file));
  }
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'));
  return {
    root,
    temporary,
    async withMutant(mutant, work) {
      const path = join(root, mutant.file);
      const content = readFileSync(path, 'utf8');
      writeFileSync(path, mutated(content, mutant));
      try {
        return await work();
      } finally {
        writeFileSync(path, content);
      }
    },
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 3 }),
  };
}
