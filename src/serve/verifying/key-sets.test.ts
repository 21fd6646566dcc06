import assert from 'node:assert/strict';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { after, before, test } from 'node:test';
import { issuerKey, setOf, signed } from '../../../tests/serve/verifying/issuers.fixture.ts';
import { notes } from '../../../tests/serve/verifying/tokens.fixture.ts';
import { open } from '../../index.ts';
import { fetchKeys } from './key-sets.ts';

let key: Awaited<ReturnType<typeof issuerKey>>;
let server: Server;
let origin: string;
const asked: string[] = [];
const answers: Record<string, (response: ServerResponse) => void> = {
  '/keys': (response) => void response.end(setOf(key)),
  '/moved': (response) => void response.writeHead(302, { Location: '/keys' }).end(),
  '/broken': (response) => void response.writeHead(500).end(setOf(key)),
  '/large': (response) => void response.end(setOf(key).padEnd(300_000)),
  '/endless': (response) => {
    const chunk = ' '.repeat(65_536);
    const go = (): void => {
      if (!response.destroyed) response.write(chunk, () => setImmediate(go));
    };
    go();
  },
  '/latin': (response) => void response.end(Buffer.from([0x7b, 0xff, 0x7d])),
  '/silent': () => undefined,
  '/stuck': (response) => void response.write('{"keys":'),
  '/cut': (response) => {
    response.writeHead(200, { 'Content-Length': '1000' }).write('{');
    setImmediate(() => response.destroy());
  },
};

before(async () => {
  key = await issuerKey('main');
  server = createServer((request, response) => {
    asked.push(request.url!);
    answers[request.url!]!(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

test('keys are read from where they are set to be, no redirect is followed and nothing endless read', async () => {
  assert.equal(await fetchKeys(`${origin}/keys`), setOf(key));
  for (const path of ['/moved', '/broken', '/large', '/endless', '/latin', '/cut']) {
    await assert.rejects(fetchKeys(origin + path), Error, path);
  }
  assert.equal(asked.filter((path) => path === '/keys').length, 1);
});

test('an issuer that hangs is given up when its time is over, before its answer begins and within it', async () => {
  for (const path of ['/silent', '/stuck']) {
    await assert.rejects(fetchKeys(origin + path, 50), { name: 'TimeoutError' }, path);
  }
});

test('a service as a library takes tokens by keys that it fetches, and is not opened without its settings', async () => {
  const document = notes(['staff']);
  await assert.rejects(open({ document }), /the issuer of staff is not set/);
  const issuers = { staff: { issuer: 'https://issuer.example', audience: 'notes', jwks: `${origin}/keys` } };
  const service = await open({ document, settings: { issuers } });
  try {
    const seconds = Math.floor(Date.now() / 1000);
    const claims = { iss: 'https://issuer.example', aud: 'notes', sub: 'ann', iat: seconds, exp: seconds + 60 };
    const statusOf = async (shop: string, method: string) => {
      const token = await signed(key, { ...claims, scope: 'notes:read notes:write', shop });
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const body = method === 'POST' ? { body: '{"text":"x"}' } : {};
      const response = await service.fetch(new Request('http://localhost/notes', { method, headers, ...body }));
      return [response.status, await response.json()] as const;
    };
    assert.equal((await statusOf('north', 'POST'))[0], 201);
    assert.equal(((await statusOf('north', 'GET'))[1] as object[]).length, 1);
    assert.deepEqual(await statusOf('south', 'GET'), [200, []]);
  } finally {
    await service.close();
  }
});
