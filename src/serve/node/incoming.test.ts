import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createBatches } from '../../stores/files/batches.ts';
import { NodeIncoming } from './incoming.ts';

/** Sends 3 MB to a server that writes them to a file; returns the pieces that are not empty afterwards, and the file. */
async function upload(log: (chunk: Buffer) => void = () => undefined, isLogged = false) {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  const path = join(folder, 'content');
  const pieces: Uint8Array[] = [];
  const handle = await open(path, 'w');
  const server = createServer(async (request, response) => {
    if (isLogged) request.on('data', log);
    const batches = createBatches(handle);
    for await (const piece of new NodeIncoming(request, response, false).pieces()) {
      pieces.push(piece);
      await batches.add(piece);
    }
    await batches.end();
    await handle.close();
    response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const body = Buffer.alloc(3_000_000, 'content of a file ');
    await fetch(`http://127.0.0.1:${port}/`, { method: 'PUT', body });
    assert.ok(readFileSync(path).equals(body));
    assert.ok(pieces.length > 1);
    return pieces.filter(({ length }) => length > 0).length;
  } finally {
    server.close();
    rmSync(folder, { recursive: true });
  }
}

test('the memory of a body is free as soon as the body is written', async () => {
  assert.equal(await upload(), 0);
});

test('a body that another listener reads too is not freed', async () => {
  const logged: Buffer[] = [];
  assert.ok((await upload((chunk) => logged.push(chunk), true)) > 0);
  assert.equal(
    logged.reduce((sum, { length }) => sum + length, 0),
    3_000_000,
  );
});
