import type { TestContext } from 'node:test';
import { compile } from '../../../src/codegen/compile.ts';
import type { Outgoing, OutgoingResponse, Platform } from '../../../src/contracts/platform.ts';
import type { Store } from '../../../src/contracts/store.ts';
import { hashCredential, makeKey } from '../../../src/parts/authentication/serve/credentials/keys.ts';
import { fetchOf } from '../../../src/serve/http/fetch.ts';
import { createNodePlatform } from '../../../src/serve/platform-node.ts';
import { openService, type Service } from '../../../src/serve/service.ts';
import type { Settings } from '../../../src/serve/settings.ts';
import type { OpenForTest } from '../../../src/stores/suites/surroundings.suite.ts';
import { documentText } from '../../support/document-text.fixture.ts';
import { planFor } from '../support/served.fixture.ts';

/** A service of two tenants that tells of notes; `to` and what stands behind it is the row of its delivery. */
export function hooked(
  row = '| webhook | each Hook at url where `shop == event.shop` | listed in kinds | cloudevents 1.0 | standard webhooks with secret | 8 over 28 hours |',
): string {
  return documentText('Notes', {
    purpose: 'Keeps notes, and tells of them.',
    resources: `### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | typeid note | assigned |
| shop | string | assigned from caller.shop |
| text | string | required |
| inner | string | internal; default "inner word" |

### Hook

| Field | Type | Constraints |
| --- | --- | --- |
| id | typeid hook | assigned |
| shop | string | assigned from caller.shop |
| url | uri | required |
| kinds | string[] | |
| secret | secret | assigned; shown once |`,
    endpoints: `- Unknown fields: refused

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Note | POST | /notes | \`Note\` | 201 \`Note\` |
| update Note | PATCH | /notes/{id} | \`Note\` | 200 \`Note\` |
| delete Note | DELETE | /notes/{id} | | 204 |
| create Hook | POST | /hooks | \`Hook\` | 201 \`Hook\` |
| update Hook | PATCH | /hooks/{id} | \`Hook\` | 200 \`Hook\` |
| delete Hook | DELETE | /hooks/{id} | | 204 |`,
    authentication: `| Scheme | Kind | Sent in | Credential | Lifetime |
| --- | --- | --- | --- | --- |
| key | api key | header Authorization: Bearer | secret key | 365 days |

| Scope | Allows | Where |
| --- | --- | --- |
| all | all | \`shop == caller.shop\` |

| Attribute | Type |
| --- | --- |
| shop | string |`,
    events: `| Event | When | Payload |
| --- | --- | --- |
| note.made | create Note | \`Note\` |
| note.changed | update Note | \`Note\` |
| note.deleted | delete Note | \`Note(id, shop)\` |

| Delivery | To | Events | Envelope | Signature | Attempts |
| --- | --- | --- | --- | --- | --- |
${row}`,
    errors: `- Body: problem details

| Code | Status | Condition | Message |
| --- | --- | --- | --- |
| invalid | 422 | invalid input | Some fields are not as they should be |`,
  }).replace('| Attribute | Type |', '### Caller\n\n| Attribute | Type |');
}

/** A clock that runs when it is moved; what is due then is done. */
export interface MovedClock {
  now: number;
  advance(milliseconds: number): Promise<void>;
  /** Somebody sets the clock back: timers run on as they would have. */
  setBack(milliseconds: number): void;
}

/** An answer with its JSON. */
export interface Told {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  readonly json: any;
}

/** A service whose deliveries are seen. */
export interface Hooked {
  close(): Promise<void>;
  /** Closes the service while its clock advances. */
  end(): Promise<void>;
  readonly store: Store;
  readonly clock: MovedClock;
  readonly logged: string[];
  ask(line: string, body?: unknown, shop?: string, headers?: Readonly<Record<string, string>>): Promise<Told>;
  /** A key of a shop, and what answers requests. */
  key(shop: string): Promise<string>;
  send(request: Request): Promise<Response>;
  /** Resolves when something holds; fails after a minute. */
  until(holds: () => boolean | Promise<boolean>, what?: string): Promise<void>;
}

/** What is sent in place of requests over a network. */
export type Receiver = (request: Outgoing) => OutgoingResponse | Promise<OutgoingResponse>;

/** Opens a service of a document whose requests a receiver gets, or the network where there is none. */
export async function hookedService(
  test: TestContext,
  open: () => Promise<Store>,
  {
    document = hooked(),
    receive,
    settings = {},
    still = true,
    handlers,
  }: {
    readonly document?: string;
    readonly receive?: Receiver;
    readonly settings?: Settings;
    /** The clock stands still. */
    readonly still?: boolean;
    readonly handlers?: unknown;
  } = {},
): Promise<Hooked> {
  const plan = planFor(document);
  const logged: string[] = [];
  const log = (facts: object, message: string): void => void logged.push(`${message} ${JSON.stringify(facts)}`);
  const real = createNodePlatform({ info: log, warn: log, error: log });
  const waiting = new Set<{ at: number; readonly work: () => void }>();
  const clock: MovedClock = {
    now: Date.now(),
    async advance(milliseconds) {
      clock.now += Math.round(milliseconds);
      for (const timer of [...waiting].filter(({ at }) => at <= clock.now)) {
        waiting.delete(timer);
        timer.work();
      }
      await new Promise((done) => setTimeout(done, 2));
    },
    setBack(milliseconds) {
      clock.now -= milliseconds;
      for (const timer of waiting) timer.at -= milliseconds;
    },
  };
  const platform: Platform = {
    ...real,
    ...(receive === undefined ? {} : { send: async (request: Outgoing) => receive(request) }),
    ...(still
      ? {
          now: () => clock.now,
          after(milliseconds, work) {
            const timer = { at: clock.now + milliseconds, work };
            waiting.add(timer);
            return () => void waiting.delete(timer);
          },
        }
      : {}),
  };
  const store = await open();
  const service = openService({ plan, compiled: compile(plan), store, platform, settings, handlers });
  const fetch = fetchOf(service);
  const keys = new Map<string, Promise<string>>();
  const known = (shop: string): Promise<string> => {
    const key = keys.get(shop) ?? keyOf(service, platform, shop);
    keys.set(shop, key);
    return key;
  };
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= service.close();
    return closing;
  };
  const end = async (): Promise<void> => {
    let closed = false;
    const done = close().finally(() => {
      closed = true;
    });
    while (!closed) await clock.advance(100);
    await done;
  };
  ends.get(test)!.push(end);
  const opened: Hooked = {
    close,
    end,
    store,
    clock,
    logged,
    key: known,
    send: (request) => fetch(request, '127.0.0.1'),
    async ask(line, body, shop = 'north', headers = {}) {
      const [method = '', path = ''] = line.split(' ');
      const sent = { Authorization: `Bearer ${await known(shop)}`, 'Content-Type': 'application/json', ...headers };
      const response = await fetch(
        new Request(`http://localhost${path}`, {
          method,
          headers: sent,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
        '127.0.0.1',
      );
      const text = await response.text();
      return { status: response.status, json: text === '' ? undefined : JSON.parse(text) };
    },
    async until(holds, what = 'it') {
      // PostgreSQL numbers no event while an older transaction is open, also one of another test's database.
      const end = performance.now() + 180_000;
      while (!(await holds())) {
        if (performance.now() > end) throw new Error(`${what} did not happen; logged: ${logged.join('\n')}`);
        // One answer of the database for each step: the clock does not run ahead of what the service does with it.
        if (still) await store.deliveries.cursor();
        if (still) await clock.advance(100);
        await new Promise((done) => setTimeout(done, 5));
      }
    },
  };
  return opened;
}

async function keyOf(service: Service, platform: Platform, shop: string): Promise<string> {
  const { key } = makeKey(platform, 'key');
  const record = { id: `${shop}-${platform.now()}-${key.slice(-4)}`, kind: 'key' as const, scheme: 'key' };
  const facts = { hash: hashCredential(platform, key), subject: shop, scopes: ['all'], attributes: { shop } };
  await service.keys.create({ ...record, ...facts, createdAt: platform.now() });
  return key;
}

/** Opens the store of a hooked service; the second time it is the same database. */
export function storesFor(test: TestContext, open: OpenForTest, document = hooked()): Promise<() => Promise<Store>> {
  // Hooks run in the order in which they are set: services end before their stores.
  ends.set(test, []);
  test.after(async () => {
    for (const close of ends.get(test)!) await close();
  });
  return open(test, planFor(document));
}

const ends = new WeakMap<TestContext, (() => Promise<void>)[]>();
