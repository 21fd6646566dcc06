import type { TestContext } from 'node:test';
import { compile } from '../../../src/codegen/compile.ts';
import type { Platform } from '../../../src/contracts/platform.ts';
import type { Store } from '../../../src/contracts/store.ts';
import { hashCredential, makeKey } from '../../../src/parts/authentication/serve/credentials/keys.ts';
import type { Plan } from '../../../src/plan/plan.ts';
import { fetchOf } from '../../../src/serve/http/fetch.ts';
import { createNodePlatform } from '../../../src/serve/platform-node.ts';
import { openService, type Service } from '../../../src/serve/service.ts';
import type { OpenForTest } from '../../../src/stores/suites/surroundings.suite.ts';
import { type Clock, clockOver } from './clock.fixture.ts';
import { planFor } from './served.fixture.ts';

/** What came back. */
export interface Got {
  readonly status: number;
  readonly tag: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  readonly json: any;
}

/** One process with a service, as far as its records and its clock are concerned. */
export interface Instance {
  readonly clock: Clock;
  readonly store: Store;
  readonly service: Service;
  /** `POST /tickets`, asked by the caller of a shop: every attribute of its credential is the shop's name. */
  ask(line: string, body?: unknown, shop?: string, headers?: Record<string, string>): Promise<Got>;
  close(): Promise<void>;
}

/** The records of a test, and the processes that serve them. */
export interface Instances {
  /** What all instances have logged. */
  readonly logged: string[];
  /** Starts another one at this moment, for the same document or a changed one. */
  start(now: number, document?: string): Promise<Instance>;
}

/** Makes ready records that services of a document may keep; all that is started ends with the test. */
export async function instancesOf(test: TestContext, open: OpenForTest, document: string): Promise<Instances> {
  const logged: string[] = [];
  const log = (facts: object, message: string): void => void logged.push(`${message} ${JSON.stringify(facts)}`);
  const real = createNodePlatform({ info: log, warn: log, error: log });
  const keys = new Map<string, string>();
  const opened: Instance[] = [];
  // Hooks run in the order in which they are set: services end before their stores.
  test.after(async () => {
    for (const instance of opened) await instance.close();
  });
  const base = await open(test, planFor(document));
  return {
    logged,
    async start(now, of = document) {
      const plan = planFor(of);
      const store = await base();
      const instance = await instanceOf(plan, store, clockOver(real, now), keys);
      opened.push(instance);
      return instance;
    },
  };
}

async function instanceOf(plan: Plan, store: Store, clock: Clock, keys: Map<string, string>): Promise<Instance> {
  const { platform } = clock;
  const service = openService({ plan, compiled: compile(plan), store, platform });
  const fetch = fetchOf(service);
  let closed: Promise<void> | undefined;
  return {
    clock,
    store,
    service,
    async ask(line, body, shop = 'north', headers = {}) {
      const key = keys.get(shop) ?? (await keyOf(service, platform, shop));
      keys.set(shop, key);
      const [method = '', path = ''] = line.split(' ');
      const sent = { Authorization: `Bearer ${key}`, ...headers };
      const response = await fetch(
        new Request(`http://localhost${path}`, {
          method,
          headers: body === undefined ? sent : { 'Content-Type': 'application/json', ...sent },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
        '127.0.0.1',
      );
      const text = await response.text();
      const json = text === '' ? undefined : JSON.parse(text);
      return { status: response.status, tag: response.headers.get('ETag'), json };
    },
    close() {
      closed ??= service.close();
      return closed;
    },
  };
}

async function keyOf(service: Service, platform: Platform, shop: string): Promise<string> {
  const { key } = makeKey(platform, 'key');
  const scopes = service.plan.authentication.scopes;
  const attributes = Object.fromEntries(service.plan.authentication.attributes.map(({ name }) => [name, shop]));
  const record = {
    id: shop,
    kind: 'key' as const,
    scheme: 'key',
    hash: hashCredential(platform, key),
    subject: shop,
    scopes,
    attributes,
  };
  await service.keys.create({ ...record, createdAt: platform.now() });
  return key;
}
