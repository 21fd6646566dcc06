import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import { argv, env } from 'node:process';
import { dropDatabases, sharedServer, startPostgres } from '../tests/support/postgres.ts';
import type { Mutant } from './mutant.ts';
import { mutantsOf } from './mutations.ts';
import { type Options, readOptions, usage } from './options.ts';
import { runTests } from './processes.ts';
import { sampleOf } from './sample.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';
import { lineOf, type Result, tableOf } from './table.ts';
import { filesFor, measureTests, type TestFile } from './tests.ts';

const project = resolve(import.meta.dirname, '..');
const progress = (text: string): void => void process.stderr.write(`${text}\n`);

/** The package that finds mutants is not one of Nonet's own: it is fetched when it is first needed. */
function install(): void {
  const here = import.meta.dirname;
  if (existsSync(join(here, 'node_modules/@stryker-mutator/instrumenter'))) return;
  progress('npm install --prefix mutants');
  execFileSync('npm', ['install', '--prefix', here, '--no-audit', '--no-fund'], { stdio: ['ignore', 2, 2] });
}

type Sampled = readonly [place: string, mutant: Mutant];

async function selected({ places, sample, seed }: Options): Promise<readonly Sampled[]> {
  const samples: Sampled[] = [];
  for (const place of places) {
    const all = await mutantsOf(project, place);
    const some = sampleOf(all, sample, seed);
    progress(`${place}: ${some.length} of ${all.length} mutants`);
    samples.push(...some.map((mutant) => [place, mutant] as const));
  }
  return samples;
}

/** Finds the mutants of earlier results in the code as it is now, where lines may have moved. */
async function survivorsOf(file: string): Promise<readonly Sampled[]> {
  const earlier = JSON.parse(readFileSync(file, 'utf8')) as readonly Result[];
  const samples: Sampled[] = [];
  for (const { place, mutant, outcome } of earlier) {
    if (outcome === 'killed' || outcome === 'timed out') continue;
    const all = existsSync(join(project, mutant.file)) ? await mutantsOf(project, mutant.file) : [];
    const found = all
      .filter((candidate) =>
        ['kind', 'original', 'replacement'].every((key) => candidate[key as 'kind'] === mutant[key as 'kind']),
      )
      .sort((candidate, other) => Math.abs(candidate.line - mutant.line) - Math.abs(other.line - mutant.line))[0];
    if (found === undefined) progress(`gone: ${lineOf(mutant)}`);
    else samples.push([place, found]);
  }
  return samples;
}

async function run(options: Options): Promise<readonly Result[]> {
  const samples = options.again === undefined ? await selected(options) : await survivorsOf(options.again);
  const server = await startPostgres();
  const sandbox = openSandbox(project);
  try {
    env[sharedServer] = server.address;
    env.NODE_COMPILE_CACHE = join(sandbox.root, 'compiled');
    const mutants = samples.map(([, mutant]) => mutant);
    const files = await measureTests(sandbox, mutants, options, progress);
    const results: Result[] = [];
    for (const [index, [place, mutant]] of samples.entries()) {
      const [outcome, test] = await judge(
        sandbox,
        mutant,
        filesFor(mutant, files, options).slice(0, options.files),
        options,
      );
      // A process that ends at its first failure leaves its databases behind.
      await dropDatabases(server.address);
      results.push({ place, mutant, outcome, test });
      progress(`${index + 1}/${samples.length} ${outcome} ${lineOf(mutant)}${test === '' ? '' : ` (${test})`}`);
      if (options.json !== undefined) writeFileSync(options.json, JSON.stringify(results, null, 1));
    }
    return results;
  } finally {
    sandbox.remove();
    await server.stop();
  }
}

async function judge(
  sandbox: Sandbox,
  mutant: Mutant,
  files: readonly TestFile[],
  { skip }: Options,
): Promise<readonly [outcome: Result['outcome'], test: string]> {
  if (files.length === 0) return ['not reached', ''];
  return await sandbox.withMutant(mutant, async () => {
    // Most mutants fall to the first file; the others are worth a start of a process together.
    for (let from = 0; from < files.length; from = 2 * from + 1) {
      const some = files.slice(from, 2 * from + 1);
      const limit = 20_000 + 4 * some.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
      const names = some.map(({ file }) => file);
      const { how, failure } = await runTests(sandbox, names, limit, env, skip);
      if (how !== 'passed') return [how === 'failed' ? 'killed' : how, failure] as const;
    }
    return ['survived', ''] as const;
  });
}

function print(results: readonly Result[]): void {
  console.log(tableOf(results).join('\n'));
  for (const outcome of ['survived', 'not reached'] as const) {
    const some = results.filter((result) => result.outcome === outcome);
    if (some.length > 0) console.log(`\n${outcome}:\n${some.map(({ mutant }) => `  ${lineOf(mutant)}`).join('\n')}`);
  }
}

try {
  const options = readOptions(argv.slice(2));
  if (options.help) console.log(usage);
  else {
    setPriority(15);
    install();
    print(await run(options));
  }
} catch (error) {
  progress(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
