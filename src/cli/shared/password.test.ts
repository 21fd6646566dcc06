import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPassword } from './password.ts';

function input(chunks: readonly (string | Uint8Array)[], isTTY: boolean) {
  const raw: boolean[] = [];
  return {
    raw,
    isTTY,
    setRawMode: (on: boolean) => void raw.push(on),
    async *[Symbol.asyncIterator]() {
      yield* chunks;
    },
  };
}

async function asked(chunks: readonly (string | Uint8Array)[], isTTY = true) {
  const shown: string[] = [];
  const from = input(chunks, isTTY);
  const read = await readPassword(from, { write: (text) => void shown.push(text) }).catch((error: Error) => error);
  return { read, shown: shown.join(''), raw: from.raw };
}

test('a password at a terminal is asked for twice and never shown', async () => {
  const typed = await asked(['corr', 'ext\u007f\u007fct\r', 'correct\r']);
  assert.deepEqual(typed, {
    read: 'correct',
    shown: 'Password: \nRepeat the password: \n',
    raw: [true, false],
  });
  const [differ, ended] = [await asked(['one\rother\r']), await asked(['one\u0003'])];
  assert.equal(String(differ.read), 'Error: The two passwords differ. Nothing was created.');
  assert.equal(String(ended.read), 'Error: Aborted. Nothing was created.');
  assert.deepEqual(
    [differ.raw, ended.raw],
    [
      [true, false],
      [true, false],
    ],
  );
});

test('a password that is piped in is all of the input without its last line end', async () => {
  const bytes = new TextEncoder().encode('pä sswörd \n');
  assert.equal((await asked([bytes.subarray(0, 2), bytes.subarray(2)], false)).read, 'pä sswörd ');
  assert.equal((await asked(['a\nb\r\n'], false)).read, 'a\nb');
  const [foreign, long] = [await asked([Uint8Array.of(0xff)], false), await asked(['x'.repeat(5000)], false)];
  assert.equal(String(foreign.read), 'Error: The password on standard input is not UTF-8.');
  assert.equal(String(long.read), 'Error: The password on standard input is too long.');
});
