import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import type { Exchange, Played } from '../../src/describe/examples/exchange.ts';
import { playDocument } from '../../src/describe/examples/play.ts';
import type { OpenWorld, PlayedRequest, PlayedResponse, World } from '../../src/describe/examples/world.ts';
import { createWorlds } from '../../src/operator/examples/world.ts';
import type { WholePlan } from '../../src/plan/whole.ts';

/** A service that answers the requests of examples, as often as they are sent. */
export interface Replay {
  readonly address: string;
  readonly played: Played;
  close(): Promise<void>;
}

/**
 * Plays the examples of a plan, and listens on a free port. Each request finds the service as its example found it: the examples are
 * played again up to that request, which is then sent as it was received. A request that repeats no example finds it as the first
 * example of its operation did. Each request has the credential of its example, in place of the one that a tool makes up.
 */
export async function listenWithExamples(plan: WholePlan, handlers?: unknown): Promise<Replay> {
  const open = createWorlds({ plan, handlers, show: (_resource, record) => record });
  const calls: Call[] = [];
  const played = await play(
    plan,
    watch(open, async (call, send) => {
      const response = await send();
      calls.push({ ...call, response });
      return response;
    }),
  );
  const finders = plan.operations.map(({ name, kind, method, path }) => ({
    name,
    kind,
    method,
    matches: createMatcher(path),
  }));
  const server = createServer(async (incoming, outgoing) => {
    const request = await readRequest(incoming);
    const operation = finders.find(({ method, matches }) => method === request.method && matches(request.path));
    const example = findExample(played.examples[operation?.name ?? ''] ?? [], request);
    const world = example === undefined ? await open() : await restore(plan, open, findCall(calls, example));
    const sent = example === undefined ? request : takeCredential(request, example);
    const isStream = operation?.kind === 'stream events';
    const { status, headers: answered, body } = await (isStream ? world.stream(sent) : world.send(sent));
    await world.close();
    outgoing.writeHead(status, answered);
    outgoing.end(body === undefined || typeof body === 'string' ? body : JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    played,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A request that was sent while examples were played: in the service opened as the `world`-th, as its `at`-th. */
interface Place {
  readonly world: number;
  readonly at: number;
  readonly request: PlayedRequest;
}

interface Call extends Place {
  readonly response: PlayedResponse;
}

/** Plays a document; the random numbers of its handlers are the same each time. */
function play(plan: WholePlan, open: OpenWorld): Promise<Played> {
  let seed = 1;
  Math.random = () => {
    seed = (seed * 48_271) % 0x7fffffff;
    return seed / 0x7fffffff;
  };
  return playDocument(plan, open, { isOver: () => false });
}

type Send = (place: Place & { readonly in: World }, send: () => Promise<PlayedResponse>) => Promise<PlayedResponse>;

/** Opens services whose requests pass through `send`. */
function watch(open: OpenWorld, send: Send): OpenWorld {
  let opened = 0;
  return async () => {
    const inside = await open();
    const world = opened++;
    let sent = 0;
    return {
      ...inside,
      send: (request) => send({ world, at: sent++, request, in: inside }, () => inside.send(request)),
      stream: (request) => send({ world, at: sent++, request, in: inside }, () => inside.stream(request)),
    };
  };
}

/** Plays the examples again up to a request, and returns the service in which it was sent. */
function restore(plan: WholePlan, open: OpenWorld, { world, at }: Place): Promise<World> {
  return new Promise((resolve, reject) => {
    const pausing = watch(open, (place, send) => {
      if (place.world !== world || place.at !== at) return send();
      resolve(place.in);
      return new Promise(() => {});
    });
    play(plan, pausing).then(() => reject(new Error('the request was not sent again')), reject);
  });
}

/** The request of an example; a response can differ by what its example shortens. */
function findCall(calls: readonly Call[], { request, response }: Exchange): Call {
  const same = calls.filter(
    ({ request: { method, path, text, body }, response: { status } }) =>
      method === request.method &&
      path === request.path &&
      isDeepStrictEqual(text ?? body, request.body) &&
      status === response.status,
  );
  return same.find((call) => isDeepStrictEqual(call.response.body, response.body)) ?? same[0]!;
}

function createMatcher(template: string): (path: string) => boolean {
  const pattern = template
    .split('/')
    .map((part) => (part.startsWith('{') ? '[^/]+' : RegExp.escape(part)))
    .join('/');
  const whole = new RegExp(`${pattern}$`);
  return (path) => whole.test(path.split('?')[0]!);
}

/** The success that a request repeats, else the first of its operation. */
function findExample(exchanges: readonly Exchange[], { path, body }: PlayedRequest): Exchange | undefined {
  const successes = exchanges.filter(({ response }) => response.status < 400);
  const repeats = ({ request }: Exchange): boolean =>
    isSamePath(request.path, path) && isDeepStrictEqual(request.body, body);
  return successes.find(repeats) ?? successes.find(({ request }) => isSamePath(request.path, path)) ?? successes[0];
}

/** A request with the credential of an example. A form has the names of its example: Specmatic fills in each that may be left out, a client's too. */
function takeCredential(request: PlayedRequest, { request: { headers, body } }: Exchange): PlayedRequest {
  const { authorization, ...others } = request.headers;
  const known = headers.authorization;
  const sent = { ...request, headers: { ...others, ...(known === undefined ? {} : { authorization: known }) } };
  if (!/^application\/x-www-form-urlencoded/.test(request.headers['content-type'] ?? '')) return sent;
  const named = new URLSearchParams(String(body));
  const form = [...new URLSearchParams(request.text)].filter(([name]) => named.has(name));
  return { ...sent, text: new URLSearchParams(form).toString() };
}

function isSamePath(left: string, right: string): boolean {
  const [one, other] = [left, right].map((path) => new URL(path, 'http://localhost'));
  const sorted = ({ searchParams }: URL) => [...searchParams].map((pair) => pair.join('=')).toSorted();
  return one!.pathname === other!.pathname && isDeepStrictEqual(sorted(one!), sorted(other!));
}

async function readRequest(incoming: IncomingMessage): Promise<PlayedRequest> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString();
  const hopByHop = new Set(['connection', 'host', 'content-length', 'transfer-encoding', 'accept-encoding']);
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).flatMap(([name, value]) => (hopByHop.has(name) ? [] : [[name, String(value)]])),
  );
  return {
    method: incoming.method!,
    path: joinRepeated(incoming.url!),
    headers,
    ...(text === '' ? {} : { text, body: parse(text) }),
  };
}

/** Joins the values of a repeated parameter by commas: Specmatic repeats also those with `explode: false`. */
function joinRepeated(url: string): string {
  const [path, query] = url.split('?');
  if (query === undefined) return url;
  const values = Map.groupBy(new URLSearchParams(query), ([name]) => name);
  const joined = [...values].map(([name, all]): [string, string] => [name, all.map(([, value]) => value).join(',')]);
  return `${path}?${new URLSearchParams(joined)}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
