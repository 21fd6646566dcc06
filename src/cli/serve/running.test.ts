import assert from 'node:assert/strict';
import { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createSystemError } from '../../../tests/support/built-in.ts';
import { root } from '../../../tests/support/process.ts';
import { said } from '../shared/terminal.fixture.ts';

const serve = ['serve', join(root, 'tests/documents/notes.md'), '--store', 'sqlite::memory:'];

/** What `serve` prints if the system rejects the address with a code. */
async function listenFailing(t: TestContext, code: string, ...words: string[]): Promise<string> {
  t.mock.method(Server.prototype, 'listen', function (this: Server) {
    process.nextTick(() => this.emit('error', createSystemError(code)));
    return this;
  });
  const { status, err } = await said([...serve, ...words]);
  t.mock.restoreAll();
  assert.equal(status, 2);
  return err.at(-1)!;
}

test('an address that this user must not listen on is named, with the flag that chooses another', async (t) => {
  assert.equal(
    await listenFailing(t, 'EACCES', '--port', '80'),
    'nonet: This user must not listen on port 80. Choose a port above 1023 with --port.',
  );
  assert.equal(await listenFailing(t, 'EIO', '--port', '80'), 'nonet: Failed to listen on 127.0.0.1:80: EIO.');
  const socket = join(tmpdir(), 'nonet.sock');
  assert.equal(
    await listenFailing(t, 'EACCES', '--socket', socket),
    `nonet: Failed to listen on ${socket}: this user must not write there. Choose another path with --socket.`,
  );
});
