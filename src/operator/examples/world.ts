import { compile } from '../../codegen/compile.ts';
import type { Compiled } from '../../contracts/compiled.ts';
import type { Outgoing, OutgoingMessage, OutgoingResponse, Platform } from '../../contracts/platform.ts';
import type { HttpResponse } from '../../contracts/request-context.ts';
import type { Store } from '../../contracts/store.ts';
import { nameStart } from '../../describe/examples/start.ts';
import type { PlayedRequest, PlayedResponse, SentMessage, World } from '../../describe/examples/world.ts';
import { findSchemeKind, type Scheme, selectSchemes } from '../../parts/registry.ts';
import type { Plan } from '../../plan/plan.ts';
import { fetchOf } from '../../serve/http/fetch.ts';
import { loadEmails } from '../../serve/mail.ts';
import { createNodePlatform } from '../../serve/platform-node.ts';
import { openService, type Service } from '../../serve/service.ts';
import type { Settings } from '../../serve/settings.ts';
import { openFileStore } from '../../stores/files.ts';
import { openStore } from '../../stores/index.ts';
import { present } from '../../text/present.ts';
import { createTestTime } from '../clock/advance.ts';
import { createTestClock } from '../clock/clock.ts';
import { trackInFlight } from '../clock/in-flight.ts';
import { createCredentials } from '../credentials.ts';
import { createStoredEvents } from '../events.ts';
import { silent } from '../silent.ts';
import { createExampleIssuer } from './issuer.ts';
import { createSeededRandom } from './seeded-random.ts';
import { createSignInIssuers } from './sign-in-issuer.ts';
import { readEvents } from './stream.ts';

/** How a world is opened. */
export interface WorldOptions {
  readonly plan: Plan;
  /** The default export of the module with the handlers. */
  readonly handlers?: unknown;
  readonly show: ShowRecord;
  /** Responds to webhooks at a moment of the test clock; left out: all are accepted. */
  readonly receive?: (request: Outgoing, at: number) => OutgoingResponse;
}

/** A world of which streams stay open. */
export interface OpenedWorld extends World {
  /** Opens a stream of events, and reads it until it is closed. */
  open(request: PlayedRequest): Promise<PlayedResponse & { text(): string; close(): Promise<void> }>;
}

/** Returns a stored record of a resource as the clients of a version know it. */
export type ShowRecord = (
  resource: string,
  record: Readonly<Record<string, unknown>>,
) => Readonly<Record<string, unknown>>;

/**
 * Creates the opener of services of a plan in memory. Each has a test clock that begins at the same moment, the same random bytes and
 * no network, so two of them return the same responses to the same requests. Rejects if the module does not fit.
 */
export function createWorlds(options: WorldOptions): () => Promise<OpenedWorld> {
  const { plan } = options;
  const settings = createSettings(plan);
  let compiled: Compiled | undefined;
  return () => {
    compiled ??= compile(plan, settings);
    return openWorld({ ...options, settings, compiled });
  };
}

interface Opening extends WorldOptions {
  readonly settings: Settings;
  readonly compiled: Compiled;
}

async function openWorld({ plan, handlers, show, settings, compiled, receive }: Opening): Promise<OpenedWorld> {
  const underWay = trackInFlight();
  const sent: SentMessage[] = [];
  const accept: WorldOptions['receive'] = () => ({ status: 204 });
  const clock = createTestClock(
    createPlayedPlatform(sent, (request) => (receive ?? accept)(request, clock.platform.now())),
    nameStart(plan),
  );
  const { platform } = clock;
  await loadEmails(plan);
  const kept = await openStore('sqlite::memory:', plan, { platform, durability: 'process' });
  const store = underWay.counting(kept);
  const files = await openFileStore(plan, 'sqlite::memory:', { platform, durability: 'process' });
  const inside = openService({ plan, compiled, store, files, platform, settings, handlers });
  const time = createTestTime({ inside, store: kept, clock, rest: underWay.rest });
  const credentials = createCredentials(inside, store, platform);
  const events = createStoredEvents(compiled.events, store, platform);
  const send = async (request: PlayedRequest): Promise<Answered> => {
    let refused: HttpResponse['refused'];
    const handle: Service['handle'] = async (incoming) => {
      const response = await inside.handle(incoming);
      refused = response.refused;
      return response;
    };
    const response = await fetchOf({ ...inside, handle })(createRequest(request), '127.0.0.1');
    return { response, refused };
  };
  return {
    now: platform.now,
    async advance(milliseconds) {
      await time.settle();
      await time.advance(milliseconds);
    },
    async send(request) {
      const answered = await send(request);
      return showResponse(answered, await readBody(answered.response));
    },
    async stream(request) {
      const answered = await send(request);
      const { status, body } = answered.response;
      if (status !== 200 || body === null) return showResponse(answered, await readBody(answered.response));
      const read = readEvents(body);
      await time.settle();
      return showResponse(answered, await read.end());
    },
    async open(request) {
      const answered = await send(request);
      const { status, body } = answered.response;
      if (status !== 200 || body === null) {
        const text = await answered.response.text();
        return { ...showResponse(answered, undefined), text: () => text, close: async () => {} };
      }
      const read = readEvents(body);
      return { ...showResponse(answered, undefined), text: read.text, close: async () => void (await read.end()) };
    },
    async credential(scheme, of) {
      if (findKind(plan, scheme)?.madeBy === 'outside issuer') {
        return createExampleIssuer(scheme).issue(of, platform.now());
      }
      return createCredential(plan, credentials, scheme, of);
    },
    client: (scheme, of) => credentials.createClient({ ...of, scheme, client: of.subject }),
    records: async (name) => (await listRecords(compiled, store, name, platform.now())).map((one) => show(name, one)),
    async events() {
      await time.settle();
      return (await events.listEvents({ limit: 1000 })).map(({ id, type, payload, number }) => ({
        id,
        type,
        payload,
        number,
      }));
    },
    sent: () => sent,
    async close() {
      await inside.close();
      await kept.close();
    },
  };
}

/** A response, and why the request was refused. */
interface Answered {
  readonly response: Response;
  readonly refused: HttpResponse['refused'];
}

function showResponse({ response, refused }: Answered, body: unknown): PlayedResponse {
  const { condition, code, line } = refused ?? {};
  return {
    status: response.status,
    headers: Object.fromEntries([...response.headers].filter(([name]) => name !== 'nonet-explain')),
    ...(body === undefined ? {} : { body }),
    ...present({ condition, code, line }),
  };
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  return (response.headers.get('Content-Type') ?? '').includes('json') ? (JSON.parse(text) as unknown) : text;
}

/** A platform of which nothing is left to chance, and which keeps what it would send. */
function createPlayedPlatform(sent: SentMessage[], receive: (request: Outgoing) => OutgoingResponse): Platform {
  const node = createNodePlatform(silent);
  return {
    ...node,
    random: createSeededRandom(),
    // The costs of scrypt protect stored passwords; these last as long as the example.
    scrypt: async (password, salt) => node.sha256(`${Buffer.from(salt).toString('hex')}:${password}`),
    async send(request) {
      const { headers, body } = request;
      sent.push({ delivery: 'webhook', headers, body: JSON.parse(body) as unknown });
      return receive(request);
    },
    async publish({ headers, body }: OutgoingMessage) {
      sent.push({ delivery: 'nats', headers, body: JSON.parse(body) as unknown });
      return { kept: true };
    },
    sendEmail: async () => ({ sent: true }),
  };
}

/** The origin of `self` in the examples of a document that states no base URL. */
const exampleOrigin = 'https://api.example.com';

/** The settings of an operator: addresses to which nothing is sent, and issuers for examples. */
function createSettings(plan: Plan): Settings {
  const webhookUrls = new Map(
    plan.deliveries.flatMap(({ to, disabled }) =>
      to?.kind === 'setting' && disabled !== true ? [[to.name, 'https://example.com/hooks'] as const] : [],
    ),
  );
  const issuers = selectSchemes(plan.authentication, ({ madeBy }) => madeBy === 'outside issuer').map(
    ({ name }) => [name, createExampleIssuer(name).settings] as const,
  );
  return {
    origin: () => exampleOrigin,
    explain: 'always',
    webhookUrls,
    webhookRate: 1_000_000,
    nats: { servers: ['nats://captured'] },
    mail: plan.mail?.from === undefined ? { from: 'service@example.com' } : {},
    issuers: Object.fromEntries(issuers),
    signIn: createSignInIssuers(plan, () => nameStart(plan)).settings,
  };
}

function createRequest({ method, path, headers, body, text }: PlayedRequest): Request {
  const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
  return new Request(new URL(path, 'http://localhost'), {
    method,
    headers,
    ...(sent === undefined ? {} : { body: sent }),
  });
}

function createCredential(
  plan: Plan,
  credentials: ReturnType<typeof createCredentials>,
  scheme: string,
  of: Parameters<World['credential']>[1],
): Promise<string> {
  const isKey = findKind(plan, scheme)?.makes === 'key';
  return isKey ? credentials.createKey({ ...of, scheme }) : credentials.issueToken({ ...of, scheme });
}

/** The kind of the scheme of a name. */
function findKind({ authentication }: Plan, scheme: string): Scheme | undefined {
  return findSchemeKind(authentication.schemes.find(({ name }) => name === scheme)?.kind ?? '');
}

async function listRecords(
  compiled: Compiled,
  store: Store,
  name: string,
  now: number,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const resource = compiled.resources.get(name);
  if (resource === undefined) return [];
  const order = [{ field: resource.plan.identity, descending: false }];
  const { rows } = await store
    .prepare({ resource: name, conditions: [], order })
    .many({ conditions: [], now, limit: 1000 });
  return rows.map((row) => toJson(resource.toRecord(row)));
}

/** A record as JSON, whose 64-bit integers are numbers. */
function toJson(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const text = JSON.stringify(record, (_name, value: unknown) => (typeof value === 'bigint' ? Number(value) : value));
  return JSON.parse(text) as Readonly<Record<string, unknown>>;
}
