import { globSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { env } from 'node:process';
import { pathToFileURL } from 'node:url';
import { testsFor } from './areas.ts';
import { hasRun, type ScriptCoverage } from './coverage.ts';
import type { Mutant } from './mutant.ts';
import type { Options } from './options.ts';
import { runTests } from './processes.ts';
import type { Sandbox } from './sandbox.ts';

/** A test file that passes without mutants. */
export interface TestFile {
  readonly file: string;
  readonly milliseconds: number;
  /** The mutants whose code it runs. */
  readonly reaches: ReadonlySet<Mutant>;
}

const longest = 300_000;

/** Runs the test files of the mutants' areas once each, and notes which mutants each reaches. */
export async function measureTests(
  sandbox: Sandbox,
  mutants: readonly Mutant[],
  { tests, skip }: Options,
  progress: (text: string) => void,
): Promise<readonly TestFile[]> {
  const globs = tests === undefined ? mutants.flatMap(({ file }) => testsFor(file)) : [tests];
  const files = globSync([...new Set(globs)], { cwd: sandbox.root }).sort();
  const measured: TestFile[] = [];
  for (const [index, file] of files.entries()) {
    const folder = join(sandbox.temporary, 'coverage');
    mkdirSync(folder);
    // Code from the compile cache is counted by whole functions only.
    const own = { ...env, NODE_V8_COVERAGE: folder, NODE_DISABLE_COMPILE_CACHE: '1' };
    const { how, failure, milliseconds } = await runTests(sandbox, [file], longest, own, skip);
    const reaches = how === 'passed' ? reached(sandbox.root, folder, mutants) : new Set<Mutant>();
    rmSync(folder, { recursive: true });
    progress(
      `${index + 1}/${files.length} ${file} reaches ${reaches.size} mutants${how === 'passed' ? '' : `: ${how} ${failure}`}`,
    );
    if (how === 'passed') measured.push({ file, milliseconds, reaches });
  }
  return measured;
}

function reached(root: string, folder: string, mutants: readonly Mutant[]): ReadonlySet<Mutant> {
  const byUrl = Map.groupBy(mutants, ({ file }) => pathToFileURL(join(root, file)).href);
  const found = new Set<Mutant>();
  for (const name of readdirSync(folder)) {
    const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { readonly result: ScriptCoverage[] };
    for (const script of result) {
      for (const mutant of byUrl.get(script.url) ?? []) if (hasRun(script, mutant.start)) found.add(mutant);
    }
  }
  return found;
}

/** Returns the files of a mutant's area that reach it: those in its folder or below it first, then by time. */
export function filesFor(mutant: Mutant, files: readonly TestFile[], { tests }: Options): readonly TestFile[] {
  const globs = tests === undefined ? testsFor(mutant.file) : [tests];
  const folder = mutant.file.slice(0, mutant.file.lastIndexOf('/') + 1);
  const isFar = ({ file }: TestFile): number => (file.startsWith(folder) ? 0 : 1);
  return files
    .filter(({ file, reaches }) => reaches.has(mutant) && globs.some((glob) => matchesGlob(file, glob)))
    .sort((file, other) => isFar(file) - isFar(other) || file.milliseconds - other.milliseconds);
}
