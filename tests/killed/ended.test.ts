import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createNodePlatform } from '../../src/serve/platform-node.ts';
import { openStore } from '../../src/stores/index.ts';
import { planFor } from '../serve/support/served.fixture.ts';
import { storesInFolder } from '../serve/support/stores.fixture.ts';
import { inFolder, serve } from '../support/process.ts';
import { invoicesWithoutRate } from '../support/unhurried.ts';

const connections = 16;

interface Answered {
  readonly status: number;
  readonly last: boolean;
  readonly text: string;
}

/** Asks over the agent's connections; rejects where there is no answer. */
function ask(agent: Agent, address: string, key: string, line: string, body?: object): Promise<Answered> {
  const [method = '', path = ''] = line.split(' ');
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request(address + path, { agent, method, headers }, (response: IncomingMessage) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('error', reject);
      response.on('end', () => {
        resolve({ status: response.statusCode!, last: response.headers.connection === 'close', text });
      });
    });
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

for (const [name, addressIn] of storesInFolder) {
  test(`${name}: a busy service that is asked to end ends each connection with its answer, and answers all it has committed`, async (t) => {
    await inFolder(async (folder) => {
      const document = join(folder, 'invoices.md');
      const text = invoicesWithoutRate();
      writeFileSync(document, text);
      const address = await addressIn(folder);
      const words = ['--store', address, '--log-level', 'silent'];
      const service = await serve(document, words);
      t.after(() => service.kill());
      const agent = new Agent({ keepAlive: true, maxSockets: connections });
      t.after(() => agent.destroy());
      let made = 0;
      let ending = 0;
      let behind = 0;
      let over = false;
      const write = async (writer: number): Promise<void> => {
        for (let count = 0; !over; count++) {
          const body = { name: 'Ada', email: `m${writer}.${count}@example.com` };
          const got = await ask(agent, service.address, service.key!, 'POST /customers', body).catch(() => undefined);
          if (got === undefined) return;
          if (got.status === 201) made++;
          else assert.equal(got.status, 503, got.text);
          if (got.last) ending++;
          else if (ending > 0) behind++;
        }
      };
      const work = Promise.all(Array.from({ length: connections }, (_, writer) => write(writer)));
      for (let waited = 0; made < 200 && waited < 3_000; waited++) await pause(10);
      assert.equal(await service.stop(), 0, service.printed());
      over = true;
      await work;
      assert.ok(ending > 0, `no answer has ended its connection; ${made} were made`);
      assert.ok(
        ending <= connections && behind <= connections,
        `${ending} connections ended, ${behind} answers behind`,
      );
      const platform = createNodePlatform({ info() {}, warn() {}, error() {} });
      const store = await openStore(address, planFor(text), { platform, durability: 'process' });
      t.after(() => store.close());
      const stored = await store.prepare({ resource: 'Customer', conditions: [] }).count({ conditions: [], now: 0 });
      assert.equal(stored, made, 'what was committed has been answered');
    });
  });
}

test('a service whose code hangs is ended by force, and says so', async (t) => {
  await inFolder(async (folder) => {
    const document = join(folder, 'invoices.md');
    writeFileSync(document, invoicesWithoutRate());
    const hook = `async 'create Customer'() { await new Promise(() => setInterval(() => undefined, 1_000)); }`;
    const code = `import { implement } from 'nonet';\nexport default implement<any>({ after: { ${hook} } });\n`;
    writeFileSync(join(folder, 'invoices.ts'), code);
    const service = await serve(document);
    t.after(() => service.kill());
    const agent = new Agent({ keepAlive: true });
    t.after(() => agent.destroy());
    const body = { name: 'Ada', email: 'ada@example.com' };
    const { status } = await ask(agent, service.address, service.key!, 'POST /customers', body);
    assert.equal(status, 201);
    assert.equal(await service.stop(), 1);
    assert.match(service.printed(), /^nonet: killed: requests were still in progress 10 seconds after the signal\.$/m);
  });
});
