import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile } from '../../../src/codegen/compile.ts';
import { createLazyList } from '../../../src/plan/sets/lazy-list.ts';
import { fetchOf } from '../../../src/serve/http/fetch.ts';
import { createNodePlatform } from '../../../src/serve/platform-node.ts';
import { openService } from '../../../src/serve/service.ts';
import { openStore } from '../../../src/stores/index.ts';
import { limitedShop } from '../limits/limited.fixture.ts';
import { planFor } from '../support/served.fixture.ts';

test('an operation is compiled by its first request, and no other one with it', async (t) => {
  const plan = planFor(limitedShop(['calm | rate | all | ip | 60 per minute | slow_down']));
  const platform = createNodePlatform({ info() {}, warn() {}, error() {} });
  const store = await openStore('sqlite::memory:', plan, { platform, durability: 'process' });
  const compiled = compile(plan);
  const used: string[] = [];
  const operations = createLazyList(plan.operations.length, (at) => {
    used.push(plan.operations[at]!.name);
    return compiled.operations.at(at)!;
  });
  const service = openService({ plan, compiled: { ...compiled, operations }, store, platform });
  t.after(async () => {
    await service.close();
    await store.close();
  });
  assert.ok(plan.operations.length > 3);
  assert.deepEqual(used, []);
  const list = plan.operations.find(({ kind, path }) => kind === 'list' && !path.includes('{'))!;
  for (let request = 0; request < 2; request++) await fetchOf(service)(new Request(`http://127.0.0.1${list.path}`));
  assert.deepEqual(used, [list.name]);
});
