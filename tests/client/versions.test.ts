import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { describePythonClient } from '../../src/describe/client/python/index.ts';
import { describeTypescriptClient } from '../../src/describe/client/typescript/index.ts';
import { describeTools, type ToolResponse } from '../../src/describe/tools/index.ts';
import { readDocument } from '../../src/parts/index.ts';
import { buildWholePlanOf } from '../../src/parts/plan/whole-version.ts';
import { openTest } from '../../src/testing.ts';
import { createSource } from '../../src/text/location.ts';
import { versioned } from '../serve/versions/versions.fixture.ts';
import { sample } from '../support/runs.ts';
import { compileStrictly } from './compile.ts';
import { createModuleFolder } from './generated.ts';
import { listen, pythonSkip, runPython } from './python.ts';

interface Result {
  orThrow(): Record<string, unknown>;
}

interface Generated {
  createClient(options: object): Record<string, (...args: readonly unknown[]) => Promise<Result>>;
}

const placements = [
  '| path | /v{version} | current |',
  '| path | /api/{version} | refused |',
  '| header | Bills-Version | refused |',
  '| query | version | refused |',
  '| media type | application/vnd.bills.v{version}+json | refused |',
];

for (const placement of sample(placements, 2)) {
  test(`clients and tools of each version name it as the document says: ${placement}`, async () => {
    const document = versioned(placement);
    const { service: read, diagnostics } = readDocument(createSource('bills.md', document));
    assert.ok(!diagnostics.some(({ severity }) => severity === 'error'));
    const folder = createModuleFolder();
    const service = await openTest({ document, now: Date.now() });
    const server = await listen(service);
    const key = await service.createKey({ subject: 'a', scopes: ['clerk'], attributes: { shop: 'north' } });
    for (const version of ['1', '3']) {
      const plan = buildWholePlanOf(read, version)!;
      const file = join(folder, `client${version}.ts`);
      writeFileSync(file, describeTypescriptClient(plan));
      const { createClient } = (await import(file)) as Generated;
      const client = createClient({
        baseUrl: 'http://bills.test',
        credentials: Object.fromEntries(plan.authentication.schemes.map(({ name }) => [name, key])),
        fetch: (url: URL, init: RequestInit) => service.fetch(new Request(url, init)),
      });
      const sent = version === '1' ? { name: 'Ann' } : { title: 'Ann' };
      const made = (await client.createClient!(sent)).orThrow();
      const shown = (await client.readClient!(made.id)).orThrow();
      assert.equal('name' in shown, version === '1', JSON.stringify(shown));
      if (pythonSkip === false) {
        writeFileSync(join(folder, `client${version}.py`), describePythonClient(plan));
        const schemes = JSON.stringify(Object.fromEntries(plan.authentication.schemes.map(({ name }) => [name, key])));
        const program = `import client${version} as c, json
client = c.BillsClient("${server.url}", credentials=json.loads('${schemes}'))
print(json.dumps(client.read_client("${String(made.id)}").or_raise()))`;
        assert.deepEqual(JSON.parse(await runPython(folder, ['-c', program])), shown);
      }
      const send = async (request: {
        method: string;
        target: string;
        headers: object;
        body?: string;
      }): Promise<ToolResponse> => {
        const { method, target, headers, body: text = null } = request;
        const response = await service.fetch(
          new Request(`http://bills.test${target}`, {
            method,
            headers: { ...headers, Authorization: `Bearer ${key}` },
            body: text,
          }),
        );
        return { status: response.status, headers: response.headers, text: await response.text() };
      };
      const tool = describeTools(plan).tools.find(({ operation }) => operation === 'read Client')!;
      const called = await tool.call({ id: made.id }, send);
      assert.deepEqual(called.value.body, shown, called.text);
    }
    server.close();
    await service.close();
    assert.equal(compileStrictly(folder), '');
  });
}
