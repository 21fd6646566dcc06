import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeKey } from '../src/parts/authentication/serve/credentials/keys.ts';
import { buildPlan, readDocument } from '../src/parts/index.ts';
import { createNodePlatform } from '../src/serve/platform-node.ts';
import { openStore } from '../src/stores/index.ts';
import { createSource } from '../src/text/location.ts';
import { ask } from './client.ts';
import { requestText } from './requests.ts';
import { type Server, startServer } from './server.ts';
import { freshDatabase } from './targets.ts';

/** A server whose document limits reads, and the keys that may ask it. */
export interface Limited {
  readonly server: Server;
  readonly keys: readonly string[];
  /** What is read. */
  readonly target: string;
  end(): Promise<void>;
}

/** What such a server is made with. */
export interface Limiting {
  /** A PostgreSQL database; a file of SQLite where it is left out. */
  readonly store?: string | undefined;
  readonly credentials: number;
  /** Requests that each credential may make. */
  readonly perMinute: number;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const data = fileURLToPath(new URL('data', import.meta.url));

function documentWith(perMinute: number): string {
  const text = readFileSync(new URL('invoices.md', import.meta.url), 'utf8');
  const [before = '', after = ''] = text.split('\n## Limits\n');
  const rest = after.slice(after.indexOf('\n## Versioning'));
  const limits = `
- Response headers: RateLimit, RateLimit-Policy, Retry-After

| Limit | Kind | Applies to | Per | Value |
| --- | --- | --- | --- | --- |
| calm | rate | read Invoice | credential | ${perMinute} per minute |
| body | body size | all | | 64 KiB |
| page | page size | all | | 25, at most 100 |
`;
  return `${before}\n## Limits\n${limits}${rest}`;
}

/** Starts one with full buckets and one invoice. */
export async function limitedServer({ store, credentials, perMinute }: Limiting): Promise<Limited> {
  mkdirSync(data, { recursive: true });
  const file = `${data}/overload.md`;
  const text = documentWith(perMinute);
  writeFileSync(file, text);
  const plan = buildPlan(readDocument(createSource(file, text)).service);
  const path = store === undefined ? freshDatabase('overload') : undefined;
  const address = store ?? `sqlite:${path}`;
  const platform = createNodePlatform({ info() {}, warn() {}, error() {} });
  const opened = await openStore(address, plan, { platform, durability: 'process' });
  const keys: string[] = [];
  for (let i = 0; i < credentials; i++) {
    const { key, hash } = makeKey(platform, 'key');
    keys.push(key);
    const id = `${platform.now()}-${i}`;
    const attributes = { shop: 's1' };
    const scopes = ['invoices:read', 'invoices:write'];
    await opened.credentials.create({
      id,
      kind: 'key',
      scheme: 'key',
      hash,
      subject: id,
      scopes,
      attributes,
      createdAt: platform.now(),
    });
  }
  await opened.close();
  const server = await startServer([`${root}bin/nonet.ts`, 'serve', file, '--port', '0', '--store', address]);
  const target = `/invoices/${await newInvoice(server.port, keys[0]!)}`;
  return { server, keys, target, end: () => server.stop() };
}

/** Makes the record that is read. */
async function newInvoice(port: number, key: string): Promise<string> {
  const create = async (path: string, body: object): Promise<string> => {
    const { status, bytes } = await ask(port, requestText('POST', path, key, JSON.stringify(body)));
    if (status !== 201) throw new Error(`${path} was answered by ${status}: ${bytes}`);
    return (JSON.parse(bytes.toString('utf8')) as { readonly id: string }).id;
  };
  const customer = await create('/customers', { name: 'Ada', email: `ada${Date.now()}@example.com` });
  const lines = [{ text: 'Oak table', quantity: 1, price: 48_000 }];
  return create('/invoices', { customer, lines, due_on: '2999-03-31' });
}
