import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { said } from '../../src/cli/shared/terminal.fixture.ts';
import { plan, read } from '../../src/operator/documents.ts';
import { readCaller } from '../../src/operator/prove/callers.ts';
import { createHttpTransport } from '../../src/operator/prove/http.ts';
import type { Transport } from '../../src/prove/world/exchanged.ts';

/** Sends one request to a service that answers as told. */
async function ask(
  answer: (outgoing: ServerResponse) => void,
  options: { readonly method?: string; readonly allowsChanges?: boolean } = {},
): ReturnType<Transport['send']> {
  const server = createServer((_incoming, outgoing) => answer(outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { method = 'GET', allowsChanges = true } = options;
  try {
    const transport = createHttpTransport({
      origin: `http://127.0.0.1:${port}`,
      allowsChanges,
      patience: 500,
      until: () => 0,
    });
    return await transport.send({ method, path: '/notes', headers: {} });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('S69: a body without an end is not read to its end', async () => {
  const endless = (outgoing: ServerResponse): void => {
    const more = (): void => {
      while (!outgoing.destroyed && outgoing.write('x'.repeat(65_536)));
      if (!outgoing.destroyed) outgoing.once('drain', more);
    };
    more();
  };
  await assert.rejects(
    ask(endless),
    /GET \/notes: (the response has more than 4 MiB|no complete response within 0.5 seconds)/,
  );
});

test('S69: a response that does not come, or ends early, is an error', async () => {
  await assert.rejects(
    ask(() => {}),
    /GET \/notes: no complete response within 0.5 seconds/,
  );
  const early = (outgoing: ServerResponse): void => {
    outgoing.writeHead(200, { 'Content-Length': '100' });
    outgoing.write('half', () => outgoing.destroy());
  };
  await assert.rejects(ask(early), /the response ended early|aborted|socket hang up/);
  const switched = ({ socket }: ServerResponse): void =>
    void socket!.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n');
  await assert.rejects(ask(switched), /the connection ended without a response/);
});

test('S69: a redirect is not followed, and a compressed body is not unpacked', async () => {
  const redirect = (outgoing: ServerResponse): void =>
    void outgoing.writeHead(302, { Location: 'http://192.0.2.1/' }).end();
  assert.equal((await ask(redirect)).status, 302);
  const packed = (outgoing: ServerResponse): void =>
    void outgoing
      .writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Type': 'application/json' })
      .end('\u001f\u008b');
  assert.equal((await ask(packed)).body, undefined);
});

test('S69: a head with very many headers is an error', async () => {
  const many = (outgoing: ServerResponse): void => {
    for (let i = 0; i < 10_000; i++) outgoing.setHeader(`X-${i}`, 'a header');
    outgoing.end('{}');
  };
  await assert.rejects(ask(many), /GET \/notes: /);
});

test('S70: with --read-only, no request that may change something leaves', async () => {
  let asked = 0;
  const count = (outgoing: ServerResponse): void => {
    asked++;
    outgoing.end('{}');
  };
  await assert.rejects(
    ask(count, { method: 'POST', allowsChanges: false }),
    /--read-only sends no request that may change something/,
  );
  assert.equal((await ask(count, { allowsChanges: false })).status, 200);
  assert.equal(asked, 1);
});

test('S70: a service on another machine is not changed without consent', async () => {
  const page = join(import.meta.dirname, 'reference/tools.md');
  const { status, out, err } = await said(['prove', page, '--base-url', 'https://api.example.com']);
  assert.deepEqual([status, out], [2, []]);
  assert.match(err.join('\n'), /Allow it with --allow-changes, or send only requests that read with --read-only\./);
});

test('a caller needs a scheme, and a credential that a header can have', () => {
  const open = plan(read('# Notes\n\n## What the service does\n\nKeeps notes.\n'), { whole: true });
  assert.throws(() => readCaller(open, 'ada=key_1', {}), /--as ada: the document has no scheme of Authentication\./);
  for (const key of ['key\n1', 'key€'])
    assert.throws(
      () => readCaller(open, 'ada=$KEY', { KEY: key }),
      /^Error: --as ada: the credential has a character that no header can have\.$/,
    );
});
