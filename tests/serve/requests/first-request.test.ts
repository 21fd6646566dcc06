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
import { versioned } from '../versions/versions.fixture.ts';

/** Opens a service in which one operation may be faulty; `used` are the operations that were compiled, in their order. */
async function open(t: TestContext, plan: Plan, faulty?: string) {
  const platform = createNodePlatform({ info() {}, warn() {}, error() {} });
  const store = await openStore('sqlite::memory:', plan, { platform, durability: 'process' });
  const compiled = compile(plan);
  const used: string[] = [];
  const operations = createLazyList(plan.operations.length, (at) => {
    const { name } = plan.operations[at]!;
    used.push(name);
    if (name === faulty) throw new Error('cannot be compiled');
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

test('an operation of an older version is compiled by its first request in that version, and no other one with it', async (t) => {
  const { used, ask } = await open(t, planFor(versioned()));
  assert.deepEqual(used, []);
  for (const version of ['1', '1', '2']) assert.equal(await ask('/bills', { 'Api-Version': version }), 401);
  assert.deepEqual([...new Set(used)], ['list Bill']);
});

test('a fault in an operation fails its own requests only, in older versions too', async (t) => {
  const { ask } = await open(t, planFor(versioned()), 'read Bill');
  for (const version of ['1', '2', '3', '1', '2', '3']) {
    assert.equal(await ask('/bills/bil_1', { 'Api-Version': version }), 500);
    for (const path of ['/bills', '/clients/cli_1']) assert.equal(await ask(path, { 'Api-Version': version }), 401);
  }
});
