import { hash } from 'node:crypto';
import { compile } from '../../src/codegen/compile.ts';
import type { ResponseStream } from '../../src/contracts/answer-stream.ts';
import type { Outgoing, Platform } from '../../src/contracts/platform.ts';
import type { Incoming } from '../../src/contracts/request-context.ts';
import { createTestClock } from '../../src/operator/clock/clock.ts';
import { trackInFlight } from '../../src/operator/clock/in-flight.ts';
import { hashCredential, makeKey } from '../../src/parts/authentication/serve/credentials/keys.ts';
import { formatPosition } from '../../src/parts/events/serve/position.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { Headers } from '../../src/serve/http/headers.ts';
import { createNodePlatform } from '../../src/serve/platform-node.ts';
import { openService } from '../../src/serve/service.ts';
import { openStore } from '../../src/stores/index.ts';
import { planFor } from '../serve/support/served.fixture.ts';

/** A request on its way. */
export interface Wire {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A response. */
export interface Answered {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string | undefined;
}

/**
 * A document that is served inside this process. Two sides that are asked the same draw the same random bytes and stand at the same
 * moment, so their identities, secrets and times are equal.
 */
export interface Side {
  readonly plan: Plan;
  /** Creates a key of a tenant. */
  key(tenant: string, scopes: readonly string[]): Promise<string>;
  /** Sends a request; `moment` decides the time and the random bytes. */
  ask(wire: Wire, moment: number): Promise<Answered>;
  /** Lets all events reach their subscribers. */
  settle(): Promise<void>;
  /** The deliveries since the last call. */
  delivered(): readonly Outgoing[];
  /** The text of a stream from a position on. */
  streamed(wire: Wire): Promise<string>;
  /** The position of the newest event in a stream. */
  position(): Promise<string>;
  close(): Promise<void>;
}

const silent = { info() {}, warn() {}, error() {} };
const start = Date.UTC(2030, 0, 1);

/** Opens a side on the store at an address. */
export async function openSide(document: string, address: string): Promise<Side> {
  const plan = planFor(document);
  const underWay = trackInFlight();
  let sent: Outgoing[] = [];
  let moment = 0;
  let drawn = 0;
  const real: Platform = {
    ...createNodePlatform(silent),
    random(count) {
      const bytes = hash('sha256', `${moment} ${++drawn}`, 'buffer');
      if (count > bytes.length) throw new Error(`${count} random bytes at once`);
      return new Uint8Array(bytes.subarray(0, count));
    },
    async send(outgoing) {
      sent.push(outgoing);
      return { status: 204 };
    },
  };
  const clock = createTestClock(real, start);
  const { platform } = clock;
  const store = await openStore(address, plan, { platform, durability: 'process' });
  const settings = { webhookRate: 1_000_000 };
  const service = openService({
    plan,
    compiled: compile(plan),
    store: underWay.counting(store),
    platform,
    settings,
  });
  const settle = async (): Promise<void> => {
    const end = performance.now() + 20_000;
    while (performance.now() < end) {
      // PostgreSQL numbers an event when no older transaction of the server is open, of other tests either.
      const waits = await store.events.assignSequences(1_000);
      await underWay.rest();
      clock.tick();
      await underWay.rest();
      const open = await store.deliveries.list({ states: ['waiting', 'in flight'] }, 10_000);
      if (!waits && open.length === 0) return;
    }
    throw new Error('the events do not reach their subscribers within 20 seconds');
  };
  return {
    plan,
    async key(tenant, scopes) {
      const scheme = plan.authentication.schemes.find(({ kind }) => kind === 'api key')!;
      const { key } = makeKey(
        { ...platform, random: (count) => Uint8Array.from(createNodePlatform(silent).random(count)) },
        'key',
      );
      await service.keys.create({
        id: tenant,
        kind: 'key',
        scheme: scheme.name,
        hash: hashCredential(platform, key),
        subject: tenant,
        scopes,
        attributes: { shop: tenant },
        createdAt: platform.now(),
      });
      return key;
    },
    async ask(wire, at) {
      moment = at;
      drawn = 0;
      clock.move(start + at * 1000);
      const { status, headers, body, sent: taken } = await service.handle(new Asked(wire));
      taken?.();
      // Two sides that both fail would answer alike.
      if (status === 500) throw new Error(`${wire.method} ${wire.path} is answered with ${status}: ${body}`);
      return { status, headers, body };
    },
    settle,
    delivered() {
      const all = sent;
      sent = [];
      return all;
    },
    async streamed(wire) {
      const { stream, status } = await service.handle(new Asked(wire));
      return stream === undefined ? `${status}` : textOf(stream, settle);
    },
    async position() {
      const sequence = await store.events.newest();
      return formatPosition(platform, { sequence, id: await store.events.idAt(sequence) });
    },
    async close() {
      await service.close();
      await store.close();
    },
  };
}

async function textOf(stream: ResponseStream, settle: () => Promise<void>): Promise<string> {
  let text = '';
  const opened = stream.open({
    write(bytes) {
      text += new TextDecoder().decode(bytes);
      return true;
    },
    end() {},
    cut() {},
  });
  await settle();
  opened.closed();
  return text;
}

class Asked extends Headers implements Incoming {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly peer = '127.0.0.1';
  readonly hasBody: boolean;
  readonly #body: string | undefined;

  constructor({ method, path, query, headers, body }: Wire) {
    super(['Host', 'localhost', ...Object.entries(headers).flat()]);
    this.method = method;
    this.path = path;
    this.query = query;
    this.hasBody = body !== undefined;
    this.#body = body;
  }

  body(): string {
    return this.#body ?? 'none';
  }
}
