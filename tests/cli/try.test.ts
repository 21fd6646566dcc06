import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inFolder, program, root, serve } from '../support/process.ts';

const example = (name: string): string => readFileSync(join(root, `examples/${name}/${name}.md`), 'utf8');

interface Tried {
  readonly out: string;
  /** The status and the line that the start states for the last request. */
  readonly status: string;
  readonly line: string;
}

/** The output of the lines that a start prints to try, pasted into a shell; the last request shows its headers. */
async function tried(text: string): Promise<Tried> {
  return inFolder(async (folder) => {
    const file = join(folder, 'tried.md');
    writeFileSync(file, text);
    const running = await serve(file);
    try {
      const [, block = '', status = '', line = ''] =
        /^To try, in another terminal:\n((?: {2}.*\n)+)The last request fails with (\d+): \w+ \w+ is not allowed in state \w+ \(.*?(tried\.md:\d+)\)\.$/m.exec(
          running.printed(),
        ) ?? [];
      assert.ok(block !== '', running.printed());
      const lines = block.replaceAll(/^ {2}(?:npm run -s nonet --|npx nonet|nonet) call/gm, '  nonet call');
      const nonet = `nonet() { '${process.execPath}' '${program}' "$@"; }`;
      const shell = spawn('bash', ['-c', `${nonet}\n${lines}`], { env: { ...process.env, XDG_STATE_HOME: folder } });
      let out = '';
      for (const stream of [shell.stdout, shell.stderr])
        stream.on('data', (chunk) => {
          out += chunk;
        });
      await once(shell, 'close');
      return { out, status, line };
    } finally {
      await running.stop();
    }
  });
}

test('the lines that a start prints can be pasted, and the last of them is rejected as the start states', async () => {
  const check = ({ out, status, line }: Tried, body: RegExp): void => {
    assert.match(out, body);
    assert.match(out, new RegExp(`^${status} \\w+ {2}\\d+ ms {2}\\S*${RegExp.escape(line)}$`, 'm'));
  };
  const wrongState = /"status": 409,\n {2}"code": "wrong_state"/;
  check(await tried(example('invoices')), wrongState);
  const counted = example('invoices').replaceAll(/\| id \| typeid (?:cus|inv) \|/g, '| id | integer |');
  assert.equal(counted.split('| id | integer |').length, 3);
  check(await tried(counted), wrongState);
  check(await tried(example('seat-holds')), /"status": 409/);
});
