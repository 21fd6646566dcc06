import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder, root } from '../support/process.ts';

// Runs the executable that `npm run build:executable` writes: without Node.js and packages around it.
const program = join(root, `dist/nonet-${process.platform}-${process.arch}`);

await inFolder(async (folder) => {
  for (const name of ['invoices/invoices.md', 'guides/shop/shop.md', 'guides/shop/shop.ts']) {
    copyFileSync(join(root, 'examples', name), join(folder, name.slice(name.lastIndexOf('/') + 1)));
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const env = { PATH: '', HOME: folder };
  const run = (...words: string[]): string =>
    execFileSync(program, words, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  assert.match(run('check', 'invoices.md'), /no error/);
  const customers = new Map([
    ['invoices.md', { name: 'Ada', email: 'ada@example.com' }],
    ['shop.md', { name: 'Ada' }],
  ]);
  for (const [document, customer] of customers) {
    const key = run('keys', 'create', document, '--scheme', 'key', '--all-scopes', '--attribute', 'shop=demo').trim();
    const child = spawn(program, ['serve', document, '--port', '0'], { cwd: folder, env });
    let printed = '';
    const address = await new Promise<string>((resolve, reject) => {
      const hear = (chunk: Buffer): void => {
        printed += chunk;
        const found = /^listening on (\S+)$/m.exec(printed)?.[1];
        if (found !== undefined) resolve(found);
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('exit', () => reject(new Error(printed)));
    });
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const created = await fetch(`${address}/customers`, { method: 'POST', headers, body: JSON.stringify(customer) });
    assert.equal(created.status, 201, await created.text());
    assert.equal((await fetch(`${address}/docs`)).status, 200);
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
    assert.doesNotMatch(printed, /Warning|^ +at /m);
  }
});
console.log('the executable checks, serves and ends as the package does');
