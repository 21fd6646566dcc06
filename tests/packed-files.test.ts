import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { inFolder, root } from './support/process.ts';

const run = promisify(execFile);

test('npm packs an explicit list: no database, key, export or setting that lies next to what it ships', () =>
  inFolder(async (folder) => {
    for (const name of [
      'package.json',
      'README.md',
      'LICENSE',
      'CHANGELOG.md',
      'SECURITY.md',
      'docs',
      'deploy',
      'examples',
    ])
      cpSync(join(root, name), join(folder, name), { recursive: true });
    const before = new Set(globSync('**/*', { cwd: folder }));
    const laid = ['', '-wal', '-shm', '-served'].flatMap((end) => [
      `examples/invoices/invoices.db${end}`,
      `invoices.db${end}`,
      `docs/notes.db${end}`,
      `dist/bin/service.db${end}`,
    ]);
    const others = [
      'deploy/.env',
      'examples/invoices/credentials.jsonl',
      'examples/.env',
      'docs/key.pem',
      'examples/invoices/invoices.types.ts',
      'dist/nonet-linux-x64',
    ];
    mkdirSync(join(folder, 'dist/bin'), { recursive: true });
    for (const name of [...laid, ...others]) writeFileSync(join(folder, name), 'hash');
    const built = ['dist/THIRD-PARTY.txt', 'dist/bin/nonet.js', 'dist/bin/nonet.d.ts', 'dist/bin/late.cjs'];
    for (const name of built) writeFileSync(join(folder, name), '');
    const { stdout } = await run('npm', ['pack', '--json', '--dry-run', '--ignore-scripts'], { cwd: folder });
    const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
    const packed = new Set(files.map(({ path }) => path));
    assert.deepEqual([...packed].filter((path) => !before.has(path)).sort(), built.toSorted());
    const tracked = await run('git', ['ls-files', 'docs', 'deploy', 'examples'], { cwd: root });
    assert.deepEqual(
      tracked.stdout
        .trim()
        .split('\n')
        .filter((path) => !packed.has(path)),
      [],
    );
  }));

test('npm start serves the example with a database outside of what is packed', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
  assert.match(scripts.start, / serve examples\/invoices\/invoices\.md --store sqlite:invoices\.db$/);
});
