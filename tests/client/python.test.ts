import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openTest, type TestService } from '../../src/testing.ts';
import { root } from '../support/process.ts';
import { createModuleFolder } from './generated.ts';
import { generatePythonClient, listen, pythonSkip, runPython } from './python.ts';

const document = join(root, 'tests/documents/written-out/invoices.md');
const cases = join(import.meta.dirname, 'python/cases.py');
const folder = createModuleFolder();
const variables: Record<string, string> = { DUE: new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10) };
let service: TestService;
let server: { readonly url: string; readonly close: () => void };

before(async () => {
  writeFileSync(join(folder, 'client.py'), await generatePythonClient(document));
  writeFileSync(join(folder, 'older.py'), await generatePythonClient(document, '2026-01-01'));
  copyFileSync(cases, join(folder, 'cases.py'));
  // A webhook is verified by the clock of the process.
  service = await openTest({ document, now: Date.now() });
  server = await listen(service);
  variables.URL = server.url;
});
after(async () => {
  server.close();
  await service.close();
});

/** Creates keys of two shops for a case alone: others do not use up its limits. */
async function createKeys(name: string): Promise<void> {
  const scopes = ['invoices:read', 'invoices:write', 'hooks:write'];
  for (const shop of ['s1', 's2']) {
    const subject = `${name}-${shop}`;
    variables[`KEY_${shop.toUpperCase()}`] = await service.createKey({
      subject,
      scopes,
      attributes: { shop: subject },
    });
  }
}

/** Sends a webhook of a new invoice, and returns what its subscriber receives. */
async function receiveWebhook(): Promise<string> {
  const call = async (path: string, body: object): Promise<Record<string, string>> => {
    const headers = { Authorization: `Bearer ${variables.KEY_S1}`, 'Content-Type': 'application/json' };
    const request = new Request(`http://service.test${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await (await service.fetch(request)).json()) as Record<string, string>;
  };
  const { secret } = await call('/webhook_endpoints', { url: 'https://example.com/hook' });
  const customer = await call('/customers', { name: 'Ada', email: `${crypto.randomUUID()}@example.com` });
  const lines = [{ text: 'a', quantity: 1, price: 2 }];
  const { id } = await call('/invoices', { customer: customer.id, lines, due_on: variables.DUE });
  await service.settle();
  const { text, headers } = service.webhooks.find((webhook) => webhook.text.includes(id!))!;
  return JSON.stringify({ body: text, headers, secret, id });
}

/** Runs with the address of a server that answers each request with less than it announces. */
async function listenAndCut(run: (url: string) => Promise<void>): Promise<void> {
  const cutting = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"id"'));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => cutting.once('listening', resolve));
  try {
    await run(`http://127.0.0.1:${(cutting.address() as AddressInfo).port}`);
  } finally {
    cutting.close();
  }
}

const titles: Readonly<Record<string, string>> = {
  results: 'a call returns the record with its tag and the limit; a rejection is a value with its code',
  tenants: 'a client sees the records of its own tenant alone',
  pages: 'a list is read by its first page, by its pages and whole',
  dots: 'an ID that is empty or dots is not sent: it would name another path',
  links: 'a long Link header is read in a time that grows with its length',
  retries: 'a request whose response is lost is sent again with the same key and changes one record',
  lost_bodies: 'a response that ends early is an error of the connection',
  retry_after: 'Retry-After is waited for, and a long one is left to the caller',
  preconditions: 'if_match reaches the service',
  waits: 'a wait ends with the record in the state',
  streams: 'a stream goes on after a lost connection, with each event once',
  webhooks: 'a webhook is verified with one of several secrets, and nothing else is',
  versions: 'a client of an older version speaks that version',
  unexpected: 'a response that the document does not describe is an error of its own',
  hostile: 'no number, depth or header of a response brings about an undocumented error',
  cycles: 'a list whose pages repeat ends with an error',
};

for (const [name, title] of Object.entries(titles)) {
  test(`Python: ${title}`, { skip: pythonSkip }, async () => {
    await createKeys(name);
    if (name === 'webhooks') variables.HOOK ??= await receiveWebhook();
    await listenAndCut(async (url) => {
      const given = { ...variables, CUT_URL: url };
      assert.equal(await runPython(folder, ['cases.py', name], given), 'passed\n');
    });
  });
}

test('each case of Python runs', () => {
  const written = [...readFileSync(cases, 'utf8').matchAll(/^def (\w+)\(\) -> None:/gm)].map(([, name]) => name);
  assert.deepEqual(written, Object.keys(titles));
});
