import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { freshDatabase } from './support/postgres.ts';
import { root } from './support/process.ts';

/** The program that the npm package `bun` brings for this machine. */
const bun = globSync('node_modules/@oven/bun-*/bin/bun*', { cwd: root })[0];

async function under(store: string): Promise<object> {
  const child = spawn(join(root, bun!), [join(root, 'tests/support/under-bun.ts'), store]);
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  await once(child, 'close');
  assert.match(out, /^\{.*\}\n$/, out + err);
  return JSON.parse(out) as object;
}

const told =
  'the handler of remind Invoice awaited something other than its store inside the transaction: move it to `before`';
const expected = { made: 201, late: 500, told, hidden: 404, status: 'open', memo: 'ours', number: 1 };

test('the library runs on Bun, its code too, on SQLite', async () => {
  assert.deepEqual(await under('sqlite::memory:'), expected);
});

test('the library runs on Bun, its code too, on PostgreSQL', async () => {
  assert.deepEqual(await under(await freshDatabase()), expected);
});
