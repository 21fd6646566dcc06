import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeKey } from '../src/parts/authentication/serve/credentials/keys.ts';
import { buildPlan, readDocument } from '../src/parts/index.ts';
import { createNodePlatform } from '../src/serve/platform-node.ts';
import { openStore } from '../src/stores/index.ts';
import { createSource } from '../src/text/location.ts';
import { invoicesWithoutRate } from '../tests/support/unhurried.ts';
import { type Server, startServer } from './server.ts';
import { freshDatabase } from './targets.ts';

/** A server of invoices with a stream, and a key for each tenant. */
export interface Streaming {
  readonly server: Server;
  readonly keys: readonly string[];
  end(): Promise<void>;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const data = fileURLToPath(new URL('data', import.meta.url));

/** Starts one with so many tenants, on a PostgreSQL database or, where none is named, a file of SQLite. */
export async function streamingServer(store: string | undefined, tenants: number): Promise<Streaming> {
  mkdirSync(data, { recursive: true });
  const file = `${data}/streams.md`;
  const text = invoicesWithoutRate();
  writeFileSync(file, text);
  const plan = buildPlan(readDocument(createSource(file, text)).service);
  const address = store ?? `sqlite:${freshDatabase('streams')}`;
  const platform = createNodePlatform({ info() {}, warn() {}, error() {} });
  const opened = await openStore(address, plan, { platform, durability: 'process' });
  const keys: string[] = [];
  for (let i = 0; i < tenants; i++) {
    const { key, hash } = makeKey(platform, 'key');
    keys.push(key);
    const id = `${platform.now()}-${i}`;
    const attributes = { shop: `s${i}` };
    const scopes = ['invoices:read', 'invoices:write'];
    const facts = { id, kind: 'key', scheme: 'key', hash, subject: id } as const;
    await opened.credentials.create({ ...facts, scopes, attributes, createdAt: platform.now() });
  }
  await opened.close();
  const words = ['serve', file, '--port', '0', '--store', address, '--durability', 'process'];
  const server = await startServer([`${root}bin/nonet.ts`, ...words]);
  return { server, keys, end: () => server.stop() };
}
