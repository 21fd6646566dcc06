import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { compile } from '../../../src/codegen/compile.ts';
import type { Plan } from '../../../src/plan/plan.ts';
import { createLazyList } from '../../../src/plan/sets/lazy-list.ts';
import { fetchOf } from '../../../src/serve/http/fetch.ts';
import { createNodePlatform } from '../../../src/serve/platform-node.ts';
import { openService } from '../../../src/serve/service.ts';
import { openStore } from '../../../src/stores/index.ts';
import { limitedShop } from '../limits/limited.fixture.ts';
import { planFor } from '../support/served.fixture.ts';

/** Opens a service; `used` are the operations that were compiled, in their order. */
async function open(t: TestContext, plan: Plan) {
  const platform = createNodePlatform({ info() {}, warn() {}, error() {} });
  const store = await openStore('sqlite::memory:', plan, { platform, durability: 'process' });
  const compiled = compile(plan);
  const used: string[] = [];
  const operations = createLazyList(plan.operations.length, (at) => {
    used.push(plan.operations[at]!.name);
    return compiled.operations.at(at)!;
  });
  const secrets: string[] = [];
  const secret = (name: string): Uint8Array => {
    secrets.push(name);
    return store.secret(name);
  };
  const service = openService({ plan, compiled: { ...compiled, operations }, store: { ...store, secret }, platform });
  t.after(async () => {
    await service.close();
    await store.close();
  });
  const ask = async (path: string, headers: Record<string, string> = {}) =>
    (await fetchOf(service)(new Request(`http://127.0.0.1${path}`, { headers }), '127.0.0.1')).status;
  return { used, secrets, ask };
}

test('an operation is compiled by its first request, and no other one with it', async (t) => {
  const plan = planFor(limitedShop(['calm | rate | all | ip | 60 per minute | slow_down']));
  const { used, ask } = await open(t, plan);
  assert.ok(plan.operations.length > 3);
  assert.deepEqual(used, []);
  const list = plan.operations.find(({ kind, path }) => kind === 'list' && !path.includes('{'))!;
  for (let request = 0; request < 2; request++) await ask(list.path);
  assert.deepEqual(used, [list.name]);
});

test('the secret of cursors is read when the service opens, before any transaction', async (t) => {
  const plan = planFor(limitedShop(['calm | rate | all | ip | 60 per minute | slow_down']));
  const { secrets, ask } = await open(t, plan);
  assert.deepEqual(secrets, ['cursors']);
  await ask(plan.operations.find(({ kind }) => kind === 'list')!.path);
  assert.deepEqual(secrets, ['cursors']);
});
