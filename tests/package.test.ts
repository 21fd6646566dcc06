import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { root } from './support/process.ts';

const run = promisify(execFile);
const description = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
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

test('an older Node is told in one line which version is needed', async () => {
  const older = "data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '20.11.0' })";
  const { code, stdout, stderr } = await run(process.execPath, ['--import', older, join(root, 'bin/nonet.ts')]).then(
    () => assert.fail('it ran'),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  assert.deepEqual([code, stdout], [2, '']);
  assert.match(stderr, /^nonet needs Node\.js 24\.15 or later, and this is 20\.11\.0\. Install it from [^\n]+\n$/);
});
