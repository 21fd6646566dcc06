import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { inFolder, root } from './support/process.ts';

const run = promisify(execFile);
const description = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
  dependencies: Readonly<Record<string, string>>;
  bin: { nonet: string };
  exports: { '.': { default: string; types: string } };
};

test('npm run build makes a package whose program and library run as plain JavaScript', async () => {
  await run(process.execPath, [join(root, 'scripts/build.ts')], { cwd: root });
  const program = join(root, description.bin.nonet);
  const { stdout } = await run(process.execPath, [program, '--version']);
  assert.equal(stdout.trim(), description.version);
  const checked = await run(process.execPath, [program, 'check', 'examples/invoices/invoices.md'], { cwd: root });
  assert.match(checked.stdout, /no error/);
  const library = (await import(join(root, description.exports['.'].default))) as Record<string, unknown>;
  assert.equal(typeof library.open, 'function');
  assert.ok(readFileSync(join(root, description.exports['.'].types), 'utf8').includes('open'));
});

/** The first fenced block of a page that begins so. */
function blockOf(page: string, language: string, beginning: string): string {
  const text = readFileSync(join(root, page), 'utf8');
  const blocks = Array.from(text.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm), ([, of, block]) => ({ of, block: block! }));
  return blocks.find(({ of, block }) => of === language && block.startsWith(beginning))!.block;
}

test('the package is packed, installed into another project, and runs the example of the page on handlers there', () =>
  inFolder(async (folder) => {
    const modules = join(folder, 'node_modules');
    const inside = (command: string, words: readonly string[]) => run(command, words, { cwd: folder });
    mkdirSync(join(modules, 'nonet'), { recursive: true });
    const packed = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
      cwd: root,
    });
    const [{ filename, files }] = JSON.parse(packed.stdout) as [{ filename: string; files: { path: string }[] }];
    await inside('tar', ['-xzf', filename, '-C', join(modules, 'nonet'), '--strip-components', '1']);
    for (const name of [...Object.keys(description.dependencies), 'typescript', '@types']) {
      mkdirSync(dirname(join(modules, name)), { recursive: true });
      symlinkSync(join(root, 'node_modules', name), join(modules, name));
    }
    assert.ok(!files.some(({ path }) => /\.(test|suite|fixture)\./.test(path)));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    for (const [name, block] of [
      ['shop.md', blockOf('docs/code.md', 'md', '# Shop')],
      ['shop.ts', blockOf('docs/code.md', 'ts', 'import { implement }')],
      ['main.ts', blockOf('docs/library.md', 'ts', 'import { readFileSync }')],
    ] as const) {
      writeFileSync(join(folder, name), block);
    }
    const program = join(modules, 'nonet', description.bin.nonet);
    await inside(process.execPath, [program, 'types', 'shop.md']);
    const checked = await inside(process.execPath, [program, 'types', 'shop.md', '--check']);
    assert.match(checked.stdout, /no error/);
    const { stdout } = await inside(process.execPath, ['main.ts']);
    assert.match(stdout, /^201 \{"id":"[-0-9a-f]{36}","shop":"demo","name":"Ada"\}\n$/);
  }));

test('an older Node is told in one line which version is needed', async () => {
  const older = "data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '20.11.0' })";
  const { code, stdout, stderr } = await run(process.execPath, ['--import', older, join(root, 'bin/nonet.ts')]).then(
    () => assert.fail('it ran'),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  assert.deepEqual([code, stdout], [2, '']);
  assert.match(stderr, /^nonet needs Node\.js 24\.15 or later, and this is 20\.11\.0\. Install it from [^\n]+\n$/);
});
