import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describeOpenapi } from '../../src/describe/openapi/index.ts';
import { open, toNodeHandler } from '../../src/index.ts';
import { createWholePlanFinder } from '../../src/operator/whole-plans.ts';
import { createSource } from '../../src/text/location.ts';

const here = import.meta.dirname;
const document = resolve(here, '../../examples/invoices/invoices.md');

interface Violation {
  readonly location: readonly string[];
  readonly severity: string;
  readonly message: string;
}

/** Sends requests through Prism, which holds each request and response against the description; returns what it finds. */
export async function proxyByPrism(): Promise<readonly string[]> {
  const text = readFileSync(document, 'utf8');
  const service = await open({ document: text });
  const scopes = ['invoices:read', 'invoices:write', 'hooks:write'];
  const key = await service.createKey({ subject: 'prism', scopes, attributes: { shop: 'acme' } });
  const server = createServer(toNodeHandler(service)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const file = join(tmpdir(), `nonet-prism-${process.pid}.json`);
  const plan = await createWholePlanFinder(createSource('invoices.md', text))();
  writeFileSync(file, JSON.stringify(describeOpenapi(plan!)));
  const proxyPort = await findFreePort();
  const words = ['proxy', file, `http://127.0.0.1:${port}`, '-h', '127.0.0.1', '-p', String(proxyPort)];
  const prism = spawn(join(here, 'node_modules/.bin/prism'), words, { stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    await awaitListening(prism);
    return await sendRequests(`http://127.0.0.1:${proxyPort}`, key);
  } finally {
    prism.kill();
    server.close();
    server.closeAllConnections();
    await service.close();
    rmSync(file);
  }
}

async function findFreePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function awaitListening(prism: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const read = (part: unknown): void => {
      said += String(part);
      if (said.includes('Prism is listening')) resolve();
    };
    prism.stdout!.on('data', read);
    prism.stderr!.on('data', read);
    prism.on('exit', () => reject(new Error(`Prism has stopped: ${said}`)));
  });
}

type Ask = (line: string, status: number, body?: unknown, sendsKey?: boolean) => Promise<{ readonly id: string }>;

async function sendRequests(address: string, key: string): Promise<readonly string[]> {
  const found: string[] = [];
  const ask: Ask = async (line, status, body, sendsKey = true) => {
    const [method, path] = line.split(' ') as [string, string];
    const response = await fetch(address + path, {
      method,
      headers: { ...(sendsKey ? { Authorization: `Bearer ${key}` } : {}), 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const violations = JSON.parse(response.headers.get('sl-violations') ?? '[]') as readonly Violation[];
    for (const { location, message } of violations) {
      // A request that the service refuses may be as wrong to Prism.
      if (status < 400 || location[0] === 'response') found.push(`${line}: ${location.join('.')} ${message}`);
    }
    if (response.status !== status)
      found.push(`${line}: ${response.status} instead of ${status}: ${await response.text()}`);
    return response.status < 300 && response.status !== 204 ? ((await response.json()) as { id: string }) : { id: '' };
  };
  const customer = await ask('POST /customers', 201, { name: 'Ada', email: 'ada@example.com' });
  await ask('POST /customers', 409, { name: 'Ada', email: 'ada@example.com' });
  await ask('POST /customers', 422, { name: '' });
  const lines = [{ text: 'Blue notebook', quantity: 2, price: 1200 }];
  const invoice = await ask('POST /invoices', 201, { customer: customer.id, due_on: '2999-12-31', lines });
  await ask(`GET /invoices/${invoice.id}`, 200);
  await ask(`PATCH /invoices/${invoice.id}`, 200, { memo: 'Thank you.' });
  await ask(`POST /invoices/${invoice.id}/pay`, 409, { amount: 1 });
  await ask(`POST /invoices/${invoice.id}/send`, 200);
  await ask(`POST /invoices/${invoice.id}/pay`, 200, { amount: 400 });
  await ask(`POST /invoices/${invoice.id}/pay`, 200, { amount: 2000 });
  await ask('GET /invoices?status=draft,paid&sort=-total&limit=10', 200);
  await ask('GET /invoices?limit=none', 422);
  await ask('GET /invoices/inv_01k8z7rqa0faw8vvg14d2pf2db', 404);
  await ask('GET /invoices', 401, undefined, false);
  const endpoint = await ask('POST /webhook_endpoints', 201, { url: 'https://example.com/hook' });
  await ask(`GET /webhook_endpoints/${endpoint.id}`, 200);
  await ask(`DELETE /webhook_endpoints/${endpoint.id}`, 204);
  return found;
}
