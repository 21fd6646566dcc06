import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logTo } from '../../../src/cli/shared/log.ts';
import { compile } from '../../../src/codegen/compile.ts';
import type { FileStore } from '../../../src/contracts/files.ts';
import type { Log, Platform } from '../../../src/contracts/platform.ts';
import type { Store } from '../../../src/contracts/store.ts';
import { hashCredential, makeKey } from '../../../src/parts/authentication/serve/credentials/keys.ts';
import { findCondition } from '../../../src/parts/errors/conditions/index.ts';
import { buildWholePlan, readDocument } from '../../../src/parts/index.ts';
import type { HeaderPlan } from '../../../src/plan/exchange.ts';
import type { OperationPlan } from '../../../src/plan/operation.ts';
import type { Plan } from '../../../src/plan/plan.ts';
import { internValue } from '../../../src/plan/sets/interned.ts';
import type { Listener } from '../../../src/serve/node/listening.ts';
import { listen } from '../../../src/serve/node.ts';
import { createNodePlatform } from '../../../src/serve/platform-node.ts';
import { openService, type Service } from '../../../src/serve/service.ts';
import type { Settings } from '../../../src/serve/settings.ts';
import { openFileStore } from '../../../src/stores/files.ts';
import { openStore } from '../../../src/stores/index.ts';
import { createSource } from '../../../src/text/location.ts';
import { needDescribed } from './described.fixture.ts';
import { operationsAt } from './operations-at.fixture.ts';
import { sendRequest } from './send-request.fixture.ts';

/** What one request is. */
export interface Asked {
  readonly key?: string | undefined;
  readonly body?: unknown;
  readonly text?: string;
  readonly headers?: Record<string, string>;
}

/** What came back. */
export interface Got {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  readonly json: any;
}

/** A document that is served on a port of its own, in a store that ends with it. */
export interface Served {
  readonly plan: Plan;
  readonly service: Service;
  readonly store: Store;
  readonly platform: Platform;
  /** The contents of files; undefined of a document without files. */
  readonly files: FileStore | undefined;
  readonly address: string;
  /** What the service logged. */
  readonly logged: string[];
  key(scopes: readonly string[], attributes: Record<string, unknown>, more?: object): Promise<string>;
  ask(line: string, asked?: Asked): Promise<Got>;
  close(): Promise<void>;
}

/** The plan of a document that must be without problems. */
export function planFor(document: string): Plan {
  return internValue(wholePlanFor(document));
}

/** The plans of documents that were served before: many tests open one document in several stores. */
const plans = new Map<string, Plan>();

function wholePlanFor(document: string): Plan {
  const known = plans.get(document);
  if (known !== undefined) return known;
  const { service, diagnostics } = readDocument(createSource('shop.md', document));
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
  if (errors.length > 0) throw new Error(errors.map((error) => `${error.code}: ${error.message}`).join('\n'));
  const plan = buildWholePlan(service);
  plans.set(document, plan);
  return plan;
}

/**
 * Serves a document; `now` replaces the clock, `address` the store in memory, `handlers` are its code, `through` stands between the
 * service and its store. With a level `logged` holds what `nonet serve --log-level` writes, a line for each request too; without one
 * only what else is logged, in short.
 */
export async function serve(
  document: string,
  settings: Settings = {},
  now?: () => number,
  address = 'sqlite::memory:',
  handlers?: unknown,
  level?: string,
  through: (store: Store) => Store = (store) => store,
): Promise<Served> {
  const whole = wholePlanFor(document);
  const plan = internValue(whole);
  const logged: string[] = [];
  const real = createNodePlatform(logInto(logged, level));
  const platform: Platform = now === undefined ? real : { ...real, now };
  const store = through(await openStore(address, plan, { platform, durability: 'process' }));
  const folder = address.startsWith('postgres') ? mkdtempSync(join(tmpdir(), 'nonet-files-')) : undefined;
  const files = await openFileStore(plan, address, { folder, platform, durability: 'process' });
  const service = openService({ plan, compiled: compile(plan, settings), store, files, platform, settings, handlers });
  const listener: Listener = await listen(service, { port: 0, host: '127.0.0.1' });
  let count = 0;
  return {
    plan,
    service,
    store,
    platform,
    files,
    address: listener.address,
    logged,
    async key(scopes, attributes, more) {
      const { key } = makeKey(platform, 'key');
      const id = `key-${++count}`;
      const record = {
        id,
        kind: 'key' as const,
        scheme: 'key',
        hash: hashCredential(platform, key),
        subject: `subject-${count}`,
        scopes,
        attributes,
      };
      await service.keys.create({ ...record, createdAt: platform.now(), ...more });
      return key;
    },
    async ask(line, asked) {
      const got = await ask(listener.address, line, asked);
      needPlanned(plan, line, got);
      needExchange(whole, line, got);
      needDescribed(document, whole, line, asked ?? {}, got);
      return got;
    },
    async close() {
      await listener.close(100);
      await service.close();
      await store.close();
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Serves a document until a test ends. */
export async function serveIn(
  t: { after(work: () => Promise<void>): void },
  ...what: Parameters<typeof serve>
): Promise<Served> {
  const served = await serve(...what);
  t.after(() => served.close());
  return served;
}

/** A log that is kept: as `nonet serve` writes it from a level on, or in short. */
export function logInto(logged: string[], level?: string): Log {
  if (level !== undefined) return logTo(level, { write: (text: string) => void logged.push(text) });
  const log = (facts: object, message: string): void => void logged.push(`${message} ${JSON.stringify(facts)}`);
  return { info: log, warn: log, error: log };
}

async function ask(address: string, line: string, { key, body, text, headers = {} }: Asked = {}): Promise<Got> {
  const [method, path] = line.split(' ') as [string, string];
  const sent = new Headers(headers);
  if (key !== undefined) sent.set('Authorization', `Bearer ${key}`);
  const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
  if (content !== undefined && !sent.has('Content-Type')) sent.set('Content-Type', 'application/json');
  const got = await sendRequest(address + path, method, sent, content);
  const type = got.headers.get('Content-Type') ?? '';
  return { ...got, json: got.text !== '' && type.includes('json') ? JSON.parse(got.text) : undefined };
}

/** Whether a refusal may meet a request whose path and method an operation has: at any moment, or for its version or a method beside. */
function isAnywhere({ condition, everywhere }: Plan['refusals'][number]): boolean {
  return everywhere === true || findCondition(condition)?.neverNarrowed === true;
}

/** Throws if a request was refused by a code that neither a step of its operation nor the service plans; code may refuse as it likes. */
export function needPlanned(plan: Plan, line: string, { status, json }: Got): void {
  const known = new Set(plan.refusals.filter(isAnywhere).map(({ condition }) => condition));
  const row = status < 400 ? undefined : plan.errors.codes.find(({ code }) => code === json?.code);
  if (row === undefined || row.conditions.some(({ name }) => known.has(name))) return;
  const fitting = operationsAt(plan, line);
  if (fitting.length === 0 || fitting.some(({ kind }) => kind === 'handler')) return;
  const codes = fitting.flatMap(({ steps }) => steps.flatMap(({ refusals = [] }) => refusals.map(({ code }) => code)));
  if (!codes.includes(row.code)) throw new Error(`the plan of ${line} does not name the refusal ${row.code}`);
}

/** Throws if an operation has answered with a header, or (code aside) a status, that a whole plan does not name. */
function needExchange(whole: Plan, line: string, got: Got): void {
  const fitting = operationsAt(whole, line);
  if (fitting.length === 0) return;
  const { status, json } = got;
  const row = status < 400 ? undefined : whole.errors.codes.find(({ code }) => code === json?.code);
  needHeaders(
    fitting,
    line,
    got,
    row?.conditions.map(({ name }) => name),
  );
  const statuses = fitting.flatMap(({ exchange }) => exchange!.statuses.map((statusPlan) => statusPlan.status));
  if (statuses.includes(status) || fitting.some(({ kind }) => kind === 'handler')) return;
  if (isOlderStatus(whole, fitting, got)) return;
  throw new Error(`the plan of ${line} does not name the status ${status}`);
}

/** Whether an older version of an operation, or of a code, states the status. */
function isOlderStatus({ versioning }: Plan, fitting: readonly OperationPlan[], { status, json }: Got): boolean {
  const names = new Set(fitting.map(({ name }) => name));
  return (versioning.older ?? []).some(({ interface: older }) =>
    status < 400
      ? older.operations.some(
          ({ name, responses }) => names.has(name) && responses.some((response) => response.status === status),
        )
      : older.errors.codes.some((row) => row.code === json?.code && row.status === status),
  );
}

/** Headers of the connection, of the message itself and of every response, which no operation plans. */
const ofMessage = new Set([
  ...['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding'],
  'content-security-policy',
]);

/** `conditions`: what a refusal may be for, where its code tells. */
function needHeaders(
  fitting: readonly OperationPlan[],
  line: string,
  { status, headers }: Got,
  conditions: readonly string[] | undefined,
): void {
  const may = ({ on }: HeaderPlan): boolean => {
    if (typeof on === 'string') return on === 'all' || on === (status < 400 ? 'success' : 'refusals');
    return status >= 400 && (conditions === undefined || conditions.some((name) => on.includes(name)));
  };
  const planned = fitting.flatMap(({ exchange }) => exchange!.headers.filter(may));
  const names = new Set(planned.map(({ name }) => name.toLowerCase()));
  const missing = [...headers.keys()].filter((name) => !names.has(name) && !ofMessage.has(name));
  if (missing.length > 0) throw new Error(`the plan of ${line} does not name the headers ${missing} of a ${status}`);
}
