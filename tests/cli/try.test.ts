import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inFolder, root, serve } from '../support/process.ts';

const example = (name: string): string => readFileSync(join(root, `examples/${name}/${name}.md`), 'utf8');

/** What the last of the lines prints that a start prints to try, pasted into a shell. */
async function tried(text: string): Promise<string> {
  return inFolder(async (folder) => {
    const file = join(folder, 'tried.md');
    writeFileSync(file, text);
    const running = await serve(file);
    try {
      const [, block = ''] =
        /^To try:\n((?: {2}.*\n)+)The last request is rejected: the state table does not allow it in the initial state\.$/m.exec(
          running.printed(),
        ) ?? [];
      assert.ok(block !== '', running.printed());
      const shell = spawn('bash', ['-c', block]);
      let out = '';
      shell.stdout.on('data', (chunk) => {
        out += chunk;
      });
      await once(shell, 'close');
      return out;
    } finally {
      await running.stop();
    }
  });
}

test('the lines that a start prints can be pasted, and the last of them is refused by the state table', async () => {
  const refused = /"status":409,"code":"wrong_state"/;
  assert.match(await tried(example('invoices')), refused);
  const counted = example('invoices').replaceAll(/\| id \| string \| typeid (?:cus|inv) \|/g, '| id | integer | |');
  assert.equal(counted.split('| id | integer | |').length, 3);
  assert.match(await tried(counted), refused);
  assert.match(await tried(example('seat-holds')), /"status":409/);
});
