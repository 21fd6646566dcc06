import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execPath } from 'node:process';
import { test } from 'node:test';
import { longest, testFiles } from './test-files.ts';

/** A file of tests that listens from its first test to its last. */
const listening = `import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
let server;
before(async () => {
  await setTimeout(50);
  server = createServer().listen(0);
});
after(() => server.close());
test('it listens', () => console.log(server.listening));
`;

test('the files that take longest are there', () => {
  const root = resolve(import.meta.dirname, '..');
  assert.deepEqual(
    longest.filter((file) => !existsSync(join(root, file))),
    [],
  );
});

test('a pattern that selects no test of a file opens nothing for it, and the run ends', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'nonet-'));
  t.after(() => rmSync(root, { recursive: true }));
  const folder = join(root, 'started');
  mkdirSync(folder);
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  for (const name of ['one', 'two']) writeFileSync(join(root, 'src', `${name}.test.ts`), listening);
  const [file, ...others] = testFiles(root, folder).slice(-1);
  assert.deepEqual(others, []);
  for (const [pattern, passed] of [
    ['it listens', 2],
    ['no test has this name', 0],
  ] as const) {
    const words = ['--test-reporter=tap', `--test-name-pattern=${pattern}`, file!];
    const env = { PATH: '' };
    const { status, stdout } = spawnSync(execPath, words, { encoding: 'utf8', timeout: 60_000, env });
    assert.equal(status, 0, stdout);
    assert.equal(Number(/^# pass (\d+)$/m.exec(stdout)?.[1]), passed, stdout);
    assert.equal(stdout.match(/^# Subtest: src\/\w+\.test\.ts$/gm)?.length ?? 0, passed, stdout);
  }
});

test('a rejection that nobody catches fails the run', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'nonet-'));
  t.after(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  const lost =
    "import { test } from 'node:test';\ntest('it is lost', async () => void Promise.reject(new Error('lost')));\n";
  writeFileSync(join(root, 'src/lost.test.ts'), lost);
  const { status, stdout } = spawnSync(execPath, ['--test', '--test-reporter=tap', ...testFiles(root, root)], {
    encoding: 'utf8',
    env: { PATH: '' },
  });
  assert.equal(status, 1, stdout);
  assert.match(stdout, /Error: lost/);
});

test('no suite opens a service or a store while it is declared: hooks do, for the tests that run', () => {
  const root = resolve(import.meta.dirname, '..');
  const files = globSync(['src/**/*.test.ts', 'tests/**/*.test.ts'], { cwd: root, exclude: ['**/node_modules'] });
  assert.ok(files.length > 200, `${files.length} files`);
  const opening = /\bdescribe\(.* async \(/;
  assert.deepEqual(
    files.filter((file) => opening.test(readFileSync(join(root, file), 'utf8'))),
    [],
  );
});
