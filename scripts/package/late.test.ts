import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { build } from 'esbuild';
import { getLateOptions, loadLatePackages } from './late.ts';

const root = resolve(import.meta.dirname, '../..');
const source = `
import { Environment, ParseError } from '@marcbachmann/cel-js';
import { errors } from 'jose';
import { RE2JS } from 're2js';

console.log('loaded');
console.log(RE2JS.compile('^a+$').test('aa'), new errors.JWTExpired('late', {}) instanceof errors.JWTExpired);
try {
  new Environment().parse('1 +');
} catch (error) {
  console.log(error instanceof ParseError, new Error('other') instanceof ParseError);
}
`;

/** Bundles the source with files of late packages. Returns the program. */
async function bundleSource(t: TestContext): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-late-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const shared = { absWorkingDir: root, bundle: true, platform: 'node' } as const;
  await build({ ...shared, ...getLateOptions(root), outdir: folder });
  const program = join(folder, 'bin/main.mjs');
  await build({
    ...shared,
    stdin: { contents: source, resolveDir: root },
    outfile: program,
    format: 'esm',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    plugins: [loadLatePackages()],
  });
  return program;
}

test('late packages are loaded when they are first used, and work as imported ones', async (t) => {
  const program = await bundleSource(t);
  assert.equal(execFileSync(process.execPath, [program], { encoding: 'utf8' }), 'loaded\ntrue true\ntrue false\n');
  rmSync(join(program, '../../late'), { recursive: true });
  assert.throws(
    () => execFileSync(process.execPath, [program], { encoding: 'utf8', stdio: 'pipe' }),
    ({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }) =>
      stdout === 'loaded\n' && stderr.includes("Cannot find module '../late/re2js.cjs'"),
  );
});
