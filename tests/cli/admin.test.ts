import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { root, serve } from '../support/process.ts';

const example = join(root, 'examples/invoices/invoices.md');

test('serve --admin-port prints where it listens, is ready, and is not ready while it shuts down', async () => {
  const running = await serve(example, ['--store', 'sqlite::memory:', '--admin-port', '0']);
  const [, admin = ''] = /^admin on (http:\/\/127\.0\.0\.1:\d+)$/m.exec(running.printed()) ?? [];
  const [ready, metrics] = await Promise.all([fetch(`${admin}/readyz`), fetch(`${admin}/metrics`)]);
  assert.deepEqual([ready.status, await ready.json()], [200, { status: 'ready' }]);
  assert.match(await metrics.text(), /^nonet_document_info\{digest="[^"]+"\} 1$/m);
  // A request whose body does not come holds up the end of the service.
  const { hostname, port } = new URL(running.address);
  const client = connect({ host: hostname, port: Number(port) });
  client.on('error', () => undefined);
  const head = ['POST /customers HTTP/1.1', 'Host: x', `Authorization: Bearer ${running.key}`];
  const ofBody = ['Content-Type: application/json', 'Content-Length: 10', 'Expect: 100-continue'];
  client.write(`${[...head, ...ofBody].join('\r\n')}\r\n\r\n`);
  assert.match(String((await once(client, 'data'))[0]), /^HTTP\/1\.1 100 /);
  const stopped = running.stop();
  let answer = await fetch(`${admin}/readyz`);
  while (answer.status === 200) answer = await fetch(`${admin}/readyz`);
  assert.deepEqual([answer.status, await answer.json()], [503, { status: 'not ready', reasons: ['shutting down'] }]);
  client.destroy();
  assert.equal(await stopped, 0);
  await assert.rejects(fetch(`${admin}/healthz`));
});

test('the admin port is reached while the store is being opened, and is closed when that fails', async () => {
  const failed = serve(example, ['--store', 'postgres://nobody@127.0.0.1:9/none', '--admin-port', '0']);
  await assert.rejects(failed, /cannot be opened/);
});
