import { dropCredentials, holdCredential } from '../../describe/examples/callers.ts';
import { composeRequest } from '../../describe/examples/compose.ts';
import { createStage, type Stage } from '../../describe/examples/stage.ts';
import type { PlayedRequest, PlayedResponse, World } from '../../describe/examples/world.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { findResponse, readRecords, type ShownRecord } from '../values/shown.ts';
import type { Caller, Callers, WantedCaller } from './callers.ts';
import type { Exchanged, GotResponse, OpenResponse, SentRequest, Transport } from './exchanged.ts';
import { createMatch } from './match.ts';
import { createModel, type Model } from './model.ts';
import { findSignUp, logIn, type Person, signUp } from './sessions.ts';

/** A run against one service: its requests so far, its callers and what it knows of records. */
export interface Ground {
  readonly plan: WholePlan;
  readonly stage: Stage;
  readonly transport: Transport;
  readonly callers: Callers;
  readonly model: Model;
  /** `home`, or that of the callers of another tenant. */
  readonly side: 'home' | 'away';
  /** The same for the callers of another tenant, or another person; their requests fail where there are none. */
  readonly away?: Ground;
  /** The same for clients of each older version that is served, by its name. */
  readonly older?: ReadonlyMap<string, Ground>;
  readonly exchanges: readonly Exchanged[];
  /** Receives each exchange. */
  readonly watch: (exchanged: Exchanged, operation: OperationPlan | undefined) => void;
  /** Why the last request that got no response got none. */
  readonly silence: string | undefined;
  /** Sends a request as it is, and waits where the service asks for it. */
  send(request: PlayedRequest, options?: SendOptions): Promise<Exchanged>;
  /** The callers whose credentials were used. */
  known(): readonly Caller[];
  /** Lets time pass as `advance` of the transport does; credentials may end in it. */
  advance(milliseconds: number): Promise<boolean>;
  /** The person that logs in with a scheme, if this run signed one up. */
  person(scheme: string): Promise<Person | undefined>;
  /** Does something as a person who is signed up for it: it ends the session, or the person. */
  freshly<T>(work: () => Promise<T>): Promise<T>;
  /** Opens a stream. Its exchange has no body: `text` reads it as it comes. */
  open(request: PlayedRequest): Promise<Opened>;
}

/** A stream that was opened. */
export interface Opened extends Omit<OpenResponse, 'response'> {
  readonly exchange: Exchanged;
}

/** How a request is sent. */
export interface SendOptions {
  /** Its response is taken as it is, also if the service asks to wait. */
  readonly isRaw?: boolean;
  /** It is in an older version, whose responses have another form. */
  readonly isForeign?: boolean;
}

/** The facts that a run needs. */
export interface GroundOptions {
  readonly plan: WholePlan;
  readonly transport: Transport;
  readonly callers: Callers;
  /** The first values differ by it. */
  readonly seed: number;
  /** The version that requests name; left out: that of the page, unnamed where it allows that. */
  readonly version?: string | undefined;
  readonly watch: Ground['watch'];
  /** The plans of the older versions that are served. */
  readonly older?: readonly WholePlan[] | undefined;
}

/** A service that asks for a longer pause is not waited for. */
const longestPause = 30;
const hour = 3_600_000;

/** Opens a run. The world reads no store: it knows what responses have shown. */
export function createGround(options: GroundOptions): Ground {
  const exchanges: Exchanged[] = [];
  const home = createSide(options, exchanges, 'home', (wanted) => options.callers.find(wanted), 0, options.version);
  const away = createSide(
    options,
    exchanges,
    'away',
    (wanted) => options.callers.stranger(wanted),
    50_000,
    options.version,
  );
  const older = (options.older ?? []).map((plan, at) => {
    // A response in another version is judged by its own plan.
    const one = { ...options, plan, watch: () => {} };
    const { name = '' } = plan.version ?? {};
    return [
      name,
      createSide(one, exchanges, 'home', (wanted) => options.callers.find(wanted), 5_000 * (at + 1), name),
    ] as const;
  });
  return Object.assign(home, { away, older: new Map(older) });
}

type Find = (wanted: WantedCaller) => Promise<Caller | undefined>;

/** The callers of one tenant, and the records that they know. */
function createSide(
  { plan, transport, callers, seed, watch }: GroundOptions,
  exchanges: Exchanged[],
  side: Ground['side'],
  find: Find,
  offset = 0,
  version = plan.version === undefined || isCurrent(plan) ? undefined : plan.version.name,
): Ground {
  const match = createMatch(plan);
  const model = createModel(plan);
  const texts = new Map<string, Caller>();
  let silence: string | undefined;
  const note = (sent: SentRequest, response: GotResponse, found: ReturnType<typeof match>): Exchanged => {
    const caller = [...texts].find(
      ([text]) =>
        Object.values(sent.headers).some((value) => value.includes(text)) ||
        sent.path.includes(encodeURIComponent(text)),
    )?.[1];
    const one: Exchanged = {
      number: exchanges.length + 1,
      request: sent,
      response,
      ...(found === undefined ? {} : { operation: found.operation.name }),
      ...(caller === undefined ? {} : { caller: caller.name }),
    };
    exchanges.push(one);
    return one;
  };
  const hear = (error: unknown): never => {
    silence = error instanceof Error ? error.message : String(error);
    throw error;
  };
  const exchange = async (request: PlayedRequest, isForeign: boolean): Promise<Exchanged> => {
    const sent = toSent(request);
    const response = await transport.send(sent).catch(hear);
    const found = isForeign ? undefined : match(sent);
    const one = note(sent, response, found);
    if (found !== undefined)
      model.note(found.operation, findTarget(plan, model, found), response.status, response.body);
    if (found?.operation.kind === 'delete' && response.status < 400) forget(stage, found.operation);
    watch(one, found?.operation);
    return one;
  };
  const send: Ground['send'] = async (request, { isRaw = false, isForeign = false } = {}) => {
    for (let times = 0; ; times++) {
      const one = await exchange(request, isForeign);
      const { status, headers } = one.response;
      if (isRaw || times === 3 || (status !== 429 && status !== 503)) return one;
      const seconds = Number(headers['retry-after'] ?? (status === 429 ? 1 : Number.NaN));
      if (!(seconds >= 0 && seconds <= longestPause) || !(await transport.advance(seconds * 1000 + 5))) return one;
    }
  };
  const people = new Map<string, Promise<Person | undefined>>();
  let isFresh = false;
  /** Somebody who logs in: the same one until the session is old. */
  const findPerson = async (name: string, scopes: readonly string[]): Promise<Caller | undefined> => {
    const scheme = plan.authentication.schemes.find((one) => one.name === name);
    if (scheme?.holder === undefined || scopes.length > 0 || findSignUp(plan, scheme) === undefined) return undefined;
    const known = isFresh ? undefined : await people.get(name);
    const isYoung = known !== undefined && transport.now() - known.since < Math.min(scheme.lifetime ?? hour, hour);
    if (isYoung) return known.caller;
    const again = known?.login === undefined ? undefined : await logIn(ground, scheme, known.login);
    if (known !== undefined && again !== undefined) {
      const renewed = { ...known, caller: { ...known.caller, text: again }, since: transport.now() };
      people.set(name, Promise.resolve(renewed));
      return renewed.caller;
    }
    const made = signUp(ground, scheme, `${side === 'home' ? 'person' : 'stranger'}-${people.size + 1}`);
    if (!isFresh) people.set(name, made);
    return (await made)?.caller;
  };
  const world: World = {
    now: () => transport.now(),
    advance: async (milliseconds) => void (await transport.advance(milliseconds)),
    send: async (request) => toPlayed((await send(request)).response),
    stream: async (request) => toPlayed((await send(request)).response),
    async credential(scheme, of) {
      // Where every caller is let in, a person is: a key has no session that could end.
      const isPerson = (one: WholePlan['authentication']['schemes'][number]): boolean =>
        one.holder !== undefined && findSignUp(plan, one) !== undefined;
      const { schemes } = plan.authentication;
      if (
        of.scopes.length === 0 &&
        schemes.some(isPerson) &&
        !schemes.some((one) => one.name === scheme && isPerson(one))
      )
        throw new Error('people log in');
      const caller = (await find({ ...of, scheme })) ?? (await findPerson(scheme, of.scopes));
      if (caller === undefined) throw new Error('no caller has these scopes');
      texts.set(caller.text, caller);
      return caller.text;
    },
    async client(scheme, of) {
      const client = side === 'home' ? await callers.client({ ...of, scheme }) : undefined;
      if (client === undefined) throw new Error('clients are made by the operator');
      return client;
    },
    records: (resource) => model.list(resource, async (operation, record) => readAgain(ground, operation, record)),
    events: async () => [],
    sent: () => [],
    close: async () => {},
  };
  const stage = createStage(plan, world, version);
  // Values of two sides differ, because some are unique in the whole service.
  stage.count = seed + offset;
  const ground: Ground = {
    plan,
    stage,
    transport,
    callers,
    model,
    side,
    exchanges,
    watch,
    send,
    known: () => [...texts.values()],
    async advance(milliseconds) {
      const isOver = await transport.advance(milliseconds);
      dropCredentials(stage);
      return isOver;
    },
    person: async (scheme) => people.get(scheme),
    async freshly(work) {
      const kept = [...stage.credentials];
      stage.credentials.clear();
      isFresh = true;
      try {
        return await work();
      } finally {
        isFresh = false;
        stage.credentials.clear();
        for (const [key, held] of kept) stage.credentials.set(key, held);
      }
    },
    async open(request) {
      const sent = toSent(request);
      const { response, text, close } = await transport.open(sent).catch(hear);
      return { exchange: note(sent, response, match(sent)), text, close };
    },
    get silence() {
      return silence;
    },
  };
  return ground;
}

/** The records that a deletion may have taken along are read again before they are used. */
function forget({ plan, records }: Stage, { resource }: OperationPlan): void {
  const deleted = plan.resources.find(({ name }) => name === resource);
  for (const name of [deleted?.name, ...(deleted?.referredBy ?? []).map((one) => one.resource)])
    if (name !== undefined) records.delete(name);
}

function isCurrent({ version, versioning }: WholePlan): boolean {
  const current = versioning.versions.find(({ status }) => status === 'current') ?? versioning.versions[0];
  return version?.name === current?.name;
}

/** Reads a record again; undefined: it cannot be read, so nothing more is known of it. */
async function readAgain(
  { stage, send }: Ground,
  operation: OperationPlan,
  record: ShownRecord,
): Promise<ShownRecord | 'absent' | undefined> {
  const held = await holdCredential(stage, operation);
  const { response } = await send(composeRequest(stage, operation, { held, record }));
  if (response.status === 404 || response.status === 410) return 'absent';
  return readRecords(findResponse(operation, response.status)?.shape, response.body)[0];
}

/** The record that the path of a request names. */
function findTarget(
  { resources }: WholePlan,
  model: Model,
  { operation, values }: NonNullable<ReturnType<ReturnType<typeof createMatch>>>,
): ShownRecord | undefined {
  const identity = resources.find(({ name }) => name === operation.resource)?.identity;
  const own = operation.segments.flatMap((segment) =>
    segment.kind === 'placeholder' && segment.of === 'own' ? [segment] : [],
  );
  if (own.length === 0 || identity === undefined) return undefined;
  const known = model
    .own()
    .find(
      ({ resource, record }) =>
        resource === operation.resource && own.every(({ name, field }) => String(record[field]) === values[name]),
    );
  if (known !== undefined) return known.record;
  const [first] = own;
  return first?.field === identity ? { [identity]: values[first.name] } : undefined;
}

function toSent({
  method,
  path,
  headers,
  body,
  text = body === undefined ? undefined : JSON.stringify(body),
}: PlayedRequest): SentRequest {
  const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return { method, path, headers: named, ...(text === undefined ? {} : { text }) };
}

/** A rejection of the caller is not tried again with other values. */
function toPlayed({ status, headers, body }: GotResponse): PlayedResponse {
  return {
    status,
    headers,
    ...(body === undefined ? {} : { body }),
    ...(status === 403 ? { condition: 'forbidden' } : {}),
  };
}
