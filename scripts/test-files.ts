import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

const places = ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'];
const mostPerProcess = 12;
/** A process of tests that runs longer is ended: one that waits for something that never happens would hold up all. */
const mostMinutes = 15;
const support = resolve(import.meta.dirname, '../tests/support');
/** Files that try what a hash of a password costs. In the processes of all others a hash takes a thousandth of that. */
const costly = ['src/serve/verifying/passwords.test.ts'];
/** Signs of a file that changes its process or measures it. It runs alone. */
const alone = /\bprocess\.(?:env\.\w+ = |memoryUsage)|\bmock\b|\buseOwnServer\b/;
/** Files that take longest. Each runs alone, and they start first, so that no core waits for one of them at the end. */
export const longest = [
  'tests/package.test.ts',
  'src/stores/postgres/postgres.test.ts',
  'tests/versions/differential.test.ts',
  'tests/code.test.ts',
  'tests/killed/writes.test.ts',
  'tests/killed/deliveries.test.ts',
  'tests/matrix.test.ts',
  'tests/played-examples.test.ts',
  'tests/cli/serve.test.ts',
  'tests/cli/help.test.ts',
  'tests/transcripts.test.ts',
  'tests/fmt.test.ts',
  'tests/browser/docs.test.ts',
  'tests/pages/guides.test.ts',
  'tests/security/process.test.ts',
  'tests/security/names.test.ts',
  'tests/moved/whole.test.ts',
  'tests/mutations.test.ts',
  'tests/golden-changes.test.ts',
  'tests/any-text.test.ts',
  'tests/realworld/realworld.test.ts',
  'tests/bounds.test.ts',
  'tests/killed/ended.test.ts',
  'src/stores/postgres/replica/replica.test.ts',
  'tests/serve/lists/replica.test.ts',
];

/**
 * Returns the files for `node --test`, in the order in which they start. Each is written to `folder` and loads up to a dozen files of
 * tests, each as a suite: its hooks do not run for another file, nor if a pattern selects none of its tests. No file of tests awaits
 * anything at its top level.
 */
export function testFiles(root: string, folder: string): string[] {
  const all = globSync(places, { cwd: root, exclude: ['**/node_modules'] })
    .sort()
    .reverse();
  const isAlone = (file: string): boolean =>
    costly.includes(file) || alone.test(readFileSync(join(root, file), 'utf8'));
  const others = all.filter((file) => !longest.includes(file));
  const [single = [], shared = []] = [true, false].map((is) => others.filter((file) => isAlone(file) === is));
  // Neighbors share a process: they load the same code.
  const batches = Array.from({ length: Math.ceil(shared.length / mostPerProcess) }, (_, at) =>
    shared.slice(at * mostPerProcess, (at + 1) * mostPerProcess),
  );
  const processes = [...longest.map((file) => [file]), ...batches, ...single.map((file) => [file])];
  return processes.map((files, at) => {
    // The runner starts files in the order of their names.
    const place = join(folder, `${String(at).padStart(3, '0')}-${basename(files[0]!, '.ts')}.mjs`);
    const suites = files.map((file) => `describe('${file}', () => void load(${JSON.stringify(join(root, file))}));\n`);
    const first = [
      'untracked-promises.ts',
      ...(files.some((file) => costly.includes(file)) ? [] : ['cheap-passwords.ts']),
    ];
    // Loaded at once, without a turn between: what a file declares belongs to its suite.
    const head = [
      "import { createRequire } from 'node:module';",
      'const load = createRequire(import.meta.url);',
      `const stop = () => (console.error('${files.join(', ')}: still running after ${mostMinutes} minutes'), process.exit(1));`,
      `setTimeout(stop, ${mostMinutes * 60_000}).unref();`,
      ...first.map((name) => `load(${JSON.stringify(join(support, name))});`),
      "const { describe } = load('node:test');",
    ];
    writeFileSync(place, `${head.join('\n')}\n${suites.join('')}`);
    return place;
  });
}
