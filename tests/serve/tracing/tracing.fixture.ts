import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Outgoing } from '../../../src/contracts/platform.ts';
import { openOn } from '../../../src/library/open.ts';
import { createNodePlatform } from '../../../src/serve/platform-node.ts';
import { hooked } from '../deliveries/deliveries.fixture.ts';

/** A service whose webhooks and log lines are seen. */
export interface Traced {
  /** The webhooks that were sent. */
  readonly sent: Outgoing[];
  /** The lines of requests in the log. */
  readonly logged: Record<string, unknown>[];
  ask(line: string, shop: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** Makes a subscription of a shop to new notes. */
  subscribe(shop: string): Promise<void>;
  /** Resolves to the webhook of a shop; fails after ten seconds. */
  webhook(shop: string): Promise<Outgoing>;
}

/** Opens a service of notes of two tenants. */
export async function traced(test: TestContext, store: string, handlers?: unknown): Promise<Traced> {
  const sent: Outgoing[] = [];
  const logged: Record<string, unknown>[] = [];
  const quiet = (): void => undefined;
  const log = { info: quiet, warn: quiet, error: quiet, request: (facts: object) => void logged.push({ ...facts }) };
  const send = async (request: Outgoing) => {
    sent.push(request);
    return { status: 200 };
  };
  const platform = { ...createNodePlatform(log), send };
  const { service } = await openOn(platform, { document: hooked(), store, handlers, durability: 'process' });
  test.after(() => service.close());
  const keys = new Map<string, string>();
  for (const shop of ['north', 'south']) {
    keys.set(shop, await service.createKey({ subject: shop, scopes: ['all'], attributes: { shop } }));
  }
  const ask: Traced['ask'] = (line, shop, body, headers = {}) => {
    const [method = '', path = ''] = line.split(' ');
    const all = { Authorization: `Bearer ${keys.get(shop)}`, 'Content-Type': 'application/json', ...headers };
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    return service.fetch(new Request(`http://localhost${path}`, { method, headers: all, ...content }), '127.0.0.1');
  };
  return {
    ...{ sent, logged, ask },
    async subscribe(shop) {
      const hook = { url: `https://${shop}.example/`, kinds: ['note.made'] };
      assert.equal((await ask('POST /hooks', shop, hook)).status, 201);
    },
    async webhook(shop) {
      const end = performance.now() + 60_000;
      for (;;) {
        const found = sent.find(({ url }) => url === `https://${shop}.example/`);
        if (found !== undefined) return found;
        assert.ok(performance.now() < end, `no webhook of ${shop}`);
        await new Promise((done) => setTimeout(done, 10));
      }
    },
  };
}
