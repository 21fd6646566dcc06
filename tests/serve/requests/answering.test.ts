import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile } from '../../../src/codegen/compile.ts';
import { StoreUnavailableError } from '../../../src/contracts/store.ts';
import { fetchOf } from '../../../src/serve/http/fetch.ts';
import { createNodePlatform } from '../../../src/serve/platform-node.ts';
import { openService } from '../../../src/serve/service.ts';
import { openStore } from '../../../src/stores/index.ts';
import { limitedShop } from '../limits/limited.fixture.ts';
import { planFor } from '../support/served.fixture.ts';

test('a request that names no operation and cannot be counted is answered and logged under the trace id of its caller', async (t) => {
  const plan = planFor(limitedShop(['calm | rate | all | ip | 6 per minute | slow_down']));
  const logged: Readonly<Record<string, unknown>>[] = [];
  const platform = createNodePlatform({ info() {}, warn() {}, error: (facts) => void logged.push({ ...facts }) });
  const store = await openStore('sqlite::memory:', plan, { platform, durability: 'process' });
  const counting = { ...store.counting, take: () => Promise.reject(new StoreUnavailableError('the store is gone')) };
  const service = openService({ plan, compiled: compile(plan, {}), store: { ...store, counting }, platform });
  t.after(async () => {
    await service.close();
    await store.close();
  });
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
  const answer = await fetchOf(service)(new Request('http://127.0.0.1/nowhere', { headers }));
  const told = (await answer.json()) as Readonly<Record<string, unknown>>;
  assert.equal(answer.status, 503);
  assert.equal(String(told.instance).replace(/^urn:uuid:|-/g, ''), traceId);
  assert.deepEqual(
    logged.map((facts) => facts.trace_id),
    [traceId],
  );
});
