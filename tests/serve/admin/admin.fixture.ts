import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { compile } from '../../../src/codegen/compile.ts';
import type { OutgoingResponse, Platform } from '../../../src/contracts/platform.ts';
import type { Store } from '../../../src/contracts/store.ts';
import { hashCredential, makeKey } from '../../../src/parts/authentication/serve/credentials/keys.ts';
import { type Admin, openAdmin } from '../../../src/serve/admin.ts';
import { createRequestMeters } from '../../../src/serve/metrics/request-meters.ts';
import { meterStore } from '../../../src/serve/metrics/store-meter.ts';
import { listen } from '../../../src/serve/node.ts';
import { createNodePlatform } from '../../../src/serve/platform-node.ts';
import { openService } from '../../../src/serve/service.ts';
import { openStore } from '../../../src/stores/index.ts';
import { hooked } from '../deliveries/deliveries.fixture.ts';
import { planFor } from '../support/served.fixture.ts';

/** Notes of two tenants with webhooks, a timed transition, a stream and a limit of three notes a minute for each caller. */
export const watched = hooked(
  `| webhook | each Hook at url where \`shop == event.shop\` | listed in kinds | cloudevents 1.0 | standard webhooks with secret | 8 over 28 hours |
| sse | GET /heard | all | cloudevents 1.0 |  |  |`,
)
  .replace('| inner | string |', '| status | state | |\n| inner | string |')
  .replace(
    '## States and transitions\n\nNone.',
    `## States and transitions

### Note.status

| State | Kind |
| --- | --- |
| fresh | initial |
| old | final |

| From | Transition | To | Trigger | Effect |
| --- | --- | --- | --- | --- |
| fresh | age | old | after 1 hour | |
| any | update | — | | |
| any | delete | — | | |`,
  )
  .replace('| create Note | POST', '| stream events | GET | /heard | | 200 |\n| create Note | POST')
  .replace('| invalid | 422', '| slow_down | 429 | rate limit | Too many |\n| invalid | 422')
  .replace(
    '## Limits\n\nNone.',
    `## Limits

| Limit | Kind | Applies to | Per | Value | When exceeded |
| --- | --- | --- | --- | --- | --- |
| notes | rate | create Note | credential | 3 per minute | slow_down |`,
  );

/** The values of a scrape by their line: `nonet_streams_open`, `nonet_deliveries{state="waiting"}`. */
export type Scraped = ReadonlyMap<string, number>;

/** A service with its admin port. */
export interface Watched {
  readonly admin: Admin;
  readonly address: string;
  readonly clock: { now: number };
  readonly store: Store;
  key(shop: string): Promise<string>;
  ask(line: string, shop: string, body?: unknown): Promise<number>;
  look(path: string, init?: RequestInit): Promise<{ readonly status: number; readonly text: string; headers: Headers }>;
  scrape(): Promise<Scraped>;
  /** Resolves when something holds of a scrape; fails after ten seconds. */
  until(holds: (scraped: Scraped) => boolean): Promise<Scraped>;
}

/** Serves a document beside an admin port; `receive` gets its webhooks, `through` stands between the service and its store. */
export async function watch(
  test: TestContext,
  address: string,
  receive: () => OutgoingResponse = () => ({ status: 200 }),
  through: (store: Store) => Store = (store) => store,
): Promise<Watched> {
  const plan = planFor(watched);
  const clock = { now: Date.now() };
  const quiet = { info() {}, warn() {}, error() {} };
  const platform: Platform = { ...createNodePlatform(quiet), now: () => clock.now, send: async () => receive() };
  const opened = await openStore(address, plan, { platform: createNodePlatform(quiet), durability: 'process' });
  const { store, counts } = meterStore(through(opened));
  const meters = createRequestMeters(plan);
  const service = openService({ plan, compiled: compile(plan), store, platform, meters });
  const listener = await listen(service, { port: 0, host: '127.0.0.1' });
  const admin = await openAdmin({ host: '127.0.0.1', port: 0 }, platform);
  test.after(async () => {
    await listener.close(100);
    await service.close();
    await admin.close();
    await opened.close();
  });
  admin.serves({ service, store, meters, counts });
  const keys = new Map<string, Promise<string>>();
  const makeFor = async (shop: string): Promise<string> => {
    const { key } = makeKey(platform, 'key');
    const facts = { hash: hashCredential(platform, key), subject: shop, scopes: ['all'], attributes: { shop } };
    const record = { id: `key-${shop}`, kind: 'key' as const, scheme: 'key', createdAt: clock.now };
    await service.keys.create({ ...record, ...facts });
    return key;
  };
  const key = (shop: string): Promise<string> => {
    const known = keys.get(shop) ?? makeFor(shop);
    keys.set(shop, known);
    return known;
  };
  const look: Watched['look'] = async (path, init) => {
    const response = await fetch(admin.address + path, init);
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  const scrape = async (): Promise<Scraped> => parseMetrics((await look('/metrics')).text);
  return {
    ...{ admin, address: listener.address, clock, store, key, look, scrape },
    async ask(line, shop, body) {
      const [method = '', path = ''] = line.split(' ');
      const headers = { Authorization: `Bearer ${await key(shop)}`, 'Content-Type': 'application/json' };
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await fetch(listener.address + path, { method, headers, ...sent });
      await response.text();
      return response.status;
    },
    async until(holds) {
      const end = performance.now() + 60_000;
      for (let scraped = await scrape(); ; scraped = await scrape()) {
        if (holds(scraped)) return scraped;
        assert.ok(performance.now() < end, `it did not happen: ${JSON.stringify([...scraped])}`);
        await new Promise((done) => setTimeout(done, 10));
      }
    },
  };
}

const line =
  /^([a-z_][a-z0-9_]*(?:\{(?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)*\})?) ([-+]?(?:\d+(?:\.\d+)?(?:e[-+]?\d+)?|Inf|NaN))$/i;
const comment = /^# (?:HELP [a-z_][a-z0-9_]* [^\n]+|TYPE [a-z_][a-z0-9_]* (?:counter|gauge|histogram|summary))$/;

/** Reads the text format of Prometheus; fails for a line that is not of it, and for a line that comes twice. */
export function parseMetrics(text: string): Scraped {
  const found = new Map<string, number>();
  for (const each of text.split('\n')) {
    if (each === '' || comment.test(each)) continue;
    const [, name, value] = line.exec(each) ?? assert.fail(`not a line of metrics: ${each}`);
    assert.ok(!found.has(name!), `twice: ${name}`);
    found.set(name!, Number(value!.replace('Inf', 'Infinity')));
  }
  return found;
}
