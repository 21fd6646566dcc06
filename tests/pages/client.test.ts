import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { toNodeHandler } from '../../src/index.ts';
import { openTest } from '../../src/testing.ts';
import { compileStrictly } from '../client/compile.ts';
import { createModuleFolder, generateClient } from '../client/generated.ts';
import { generatePythonClient, listen, pythonSkip, runPython } from '../client/python.ts';
import { root } from '../support/process.ts';

test('the code of docs/client.md compiles, runs against the example and prints what it prints', async (t) => {
  const document = join(root, 'examples/invoices/invoices.md');
  const page = readFileSync(join(root, 'docs/client.md'), 'utf8');
  const blocks = Array.from(page.matchAll(/^```ts\n([\s\S]*?)^```/gm), (found) => found[1]!);
  assert.ok(blocks.length >= 8, `${blocks.length} blocks`);
  const service = await openTest({ document, now: Date.now() });
  const server = createServer(toNodeHandler(service)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const folder = createModuleFolder();
  const scopes = ['invoices:read', 'invoices:write'];
  const key = await service.createKey({ subject: 'a', scopes, attributes: { shop: 's1' } });
  writeFileSync(join(folder, 'client.ts'), await generateClient(document));
  // What a page shows in pieces is one module: what is imported comes first.
  const imports = blocks.flatMap((block) => block.match(/^import .*$/gm) ?? []);
  const rest = blocks.map((block) => block.replaceAll(/^import .*$/gm, ''));
  const program = [...imports, ...rest].join('\n').replace('127.0.0.1:4000', `127.0.0.1:${port}`);
  writeFileSync(
    join(folder, 'page.ts'),
    `declare const process: { env: Record<string, string | undefined> };\n${program}`,
  );
  try {
    assert.equal(compileStrictly(folder), '');
    const printed: unknown[][] = [];
    t.mock.method(console, 'log', (...words: unknown[]) => void printed.push(words));
    process.env.KEY = key;
    await import(join(folder, 'page.ts'));
    const text = printed.map((words) => `${words.join(' ')}\n`).join('');
    assert.match(
      text,
      /^201 inv_\S+ "\S+"\nThe invoice is not open\.\n1\n1\npaid\ninv_\S+ paid\n1\n1 is paid; resume after \d+-[0-9a-f]{8}\n$/,
    );
  } finally {
    server.close();
    server.closeAllConnections();
    await service.close();
  }
});

test('the Python code of docs/client.md runs against the example and prints what it prints', {
  skip: pythonSkip,
}, async () => {
  const document = join(root, 'examples/invoices/invoices.md');
  const page = readFileSync(join(root, 'docs/client.md'), 'utf8');
  const blocks = Array.from(page.matchAll(/^```py\n([\s\S]*?)^```/gm), (found) => found[1]!);
  assert.ok(blocks.length >= 7, `${blocks.length} blocks`);
  const service = await openTest({ document, now: Date.now() });
  const { url, close } = await listen(service);
  const folder = createModuleFolder();
  const scopes = ['invoices:read', 'invoices:write'];
  const key = await service.createKey({ subject: 'a', scopes, attributes: { shop: 's1' } });
  writeFileSync(join(folder, 'client.py'), await generatePythonClient(document));
  writeFileSync(join(folder, 'page.py'), blocks.join('\n').replace('http://127.0.0.1:4000', url));
  try {
    const text = await runPython(folder, ['page.py'], { KEY: key });
    assert.match(
      text,
      /^201 inv_\S+ "\S+"\nThe invoice is not open\.\n1\n1\npaid\ninv_\S+ paid\n1\nPaid: inv_\S+ Resume after: \d+-[0-9a-f]{8}\nread Invoice: No\n$/,
    );
  } finally {
    close();
    await service.close();
  }
});
