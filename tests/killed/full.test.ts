import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inFolder, program } from '../support/process.ts';
import { invoicesWithoutRate } from '../support/unhurried.ts';

const full = '/dev/full';

interface Begun {
  /** What it has printed on the outputs that are not full. */
  printed(): string;
  readonly ended: Promise<number | null>;
  end(): void;
}

/** Begins a command one of whose outputs is on a full disk. */
function begun(words: readonly string[], output: 'out' | 'err'): Begun {
  const file = openSync(full, 'w');
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', output === 'out' ? file : 'pipe', output === 'err' ? file : 'pipe'],
  });
  closeSync(file);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      printed += chunk;
    });
  }
  const ended = once(child, 'close').then(([status]) => status as number | null);
  return { printed: () => printed, ended, end: () => void child.kill('SIGTERM') };
}

test('a full disk under the log ends no service, and one under what a command prints is told', {
  skip: !existsSync(full),
}, async () => {
  await inFolder(async (folder) => {
    const document = join(folder, 'invoices.md');
    writeFileSync(document, invoicesWithoutRate());
    const check = begun(['check', document, '--explain'], 'out');
    const service = begun(['serve', document, '--port', '0', '--log-level', 'info'], 'err');
    const found = (what: RegExp): string | undefined => what.exec(service.printed())?.[0];
    for (let waited = 0; found(/^listening on /m) === undefined && waited < 500; waited++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const address = found(/(?<=^listening on )\S+/m);
    const headers = { Authorization: `Bearer ${found(/\bkey_[0-9A-Za-z]{24}_[0-9A-Za-z]{6}\b/)}` };
    for (let count = 0; count < 3; count++)
      assert.equal((await fetch(`${address}/customers`, { headers })).status, 200);
    service.end();
    assert.equal(await service.ended, 0);
    assert.equal(await check.ended, 2);
    assert.match(
      check.printed(),
      /^nonet: what is printed cannot be written: ENOSPC: no space left on device, write\n$/,
    );
  });
});
