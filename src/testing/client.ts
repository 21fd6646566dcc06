import { createRouter } from '../codegen/router.ts';
import { writeParts } from '../describe/client/typescript/runtime/forms.ts';
import { formType, writeFormBody } from '../describe/form-body.ts';
import { chooseRequestType } from '../describe/requests.ts';
import type { OpenService } from '../library/open.ts';
import { listRequestMediaTypes, multipart } from '../parts/endpoints/serve/bodies/body.ts';
import { operationKinds } from '../plan/kinds.ts';
import type { Plan, SchemePlan } from '../plan/plan.ts';
import { buildVersionPrefix } from '../plan/version/path.ts';
import { present } from '../text/present.ts';
import { createTestStream, type TestStream } from './stream.ts';

/** The parts of a request other than its path. */
export interface RequestOptions {
  /**
   * An object is sent as the operation states it: as JSON, or as a form. A text is sent as it is, and so is what `fetch` takes:
   * `URLSearchParams`, `FormData`, `Blob` and bytes.
   */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response that was read. */
export interface Response {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body if it is JSON, else undefined. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of many shapes
  readonly body: any;
}

type Get = (path: string, headers?: RequestOptions['headers']) => Promise<Response>;
type Send = (path: string, body?: unknown, headers?: RequestOptions['headers']) => Promise<Response>;

/** A client of the service, which holds one credential or none. */
export interface TestClient {
  /** The text of its credential; undefined for the anonymous client. */
  readonly credential: string | undefined;
  readonly get: Get;
  readonly delete: Get;
  readonly post: Send;
  readonly put: Send;
  readonly patch: Send;
  /** Opens a stream of events. Rejects where the service refuses it. */
  stream(path: string, headers?: RequestOptions['headers']): Promise<TestStream>;
  /** Sends a request by any method. Never rejects for a refusal: its `status` says so. */
  request(method: string, path: string, sent?: RequestOptions): Promise<Response>;
}

/** Makes a client; `settle` lets everything happen that a request sets off. */
export function createTestClient(
  service: OpenService,
  settle: () => Promise<void>,
  held?: { readonly scheme: SchemePlan; readonly text: string },
): TestClient {
  const send = (method: string, path: string, { body, headers }: RequestOptions) => {
    const sent = new Headers(headers);
    const address = new URL(path, 'http://localhost');
    carry(held, sent, address);
    if (body === undefined) return service.fetch(new Request(address, { method, headers: sent }), '127.0.0.1');
    const type = sent.get('Content-Type') ?? findType(service.plan, method, address.pathname);
    const written = writeBody(body, type);
    // `fetch` states the type of other bodies itself.
    if (typeof written === 'string') sent.set('Content-Type', type);
    return service.fetch(new Request(address, { method, headers: sent, body: written }), '127.0.0.1');
  };
  const request: TestClient['request'] = async (method, path, sent = {}) => {
    const got = await send(method, path, sent);
    const answered = await got.text();
    await settle();
    const json = (got.headers.get('Content-Type') ?? '').includes('json') && answered !== '';
    return { status: got.status, headers: got.headers, text: answered, body: json ? JSON.parse(answered) : undefined };
  };
  const get =
    (method: string): Get =>
    (path, headers) =>
      request(method, path, headers === undefined ? {} : { headers });
  const withBody =
    (method: string): Send =>
    (path, body, headers) =>
      request(method, path, { body, ...present({ headers }) });
  return {
    credential: held?.text,
    get: get('GET'),
    delete: get('DELETE'),
    post: withBody('POST'),
    put: withBody('PUT'),
    patch: withBody('PATCH'),
    async stream(path, headers = {}) {
      const got = await send('GET', path, { headers });
      if (got.status !== 200 || got.body === null) {
        throw new Error(`GET ${path} was answered with ${got.status}: ${await got.text()}`);
      }
      const stream = createTestStream(got.body);
      await settle();
      return stream;
    },
    request,
  };
}

const routers = new WeakMap<Plan, ReturnType<typeof createRouter>>();

/** Returns the media type of bodies that the operation of a path states: JSON if it takes any; also for a path of none. */
function findType(plan: Plan, method: string, path: string): string {
  const { base, versioning, operations } = plan;
  const prefixes = versioning.versions.flatMap(({ name }) => buildVersionPrefix(plan, name) ?? []);
  const prefix = prefixes.find((each) => path.startsWith(`${base.prefix}${each}/`)) ?? '';
  const route = routers.get(plan) ?? createRouter(plan);
  routers.set(plan, route);
  const match = route(method, base.prefix + path.slice(base.prefix.length + prefix.length));
  const operation = match !== undefined && 'operation' in match ? operations[match.operation] : undefined;
  if (operation === undefined) return 'application/json';
  if (operationKinds[operation.kind].about === 'tokens') return formType;
  return chooseRequestType(listRequestMediaTypes(plan, operation)) ?? 'application/json';
}

type SentBody = NonNullable<NonNullable<ConstructorParameters<typeof Request>[1]>['body']>;

function writeBody(body: unknown, type: string): SentBody {
  if (typeof body === 'string') return body;
  const isReady = [URLSearchParams, FormData, Blob, ArrayBuffer].some((kind) => body instanceof kind);
  if (isReady || ArrayBuffer.isView(body)) return body as SentBody;
  if (type.startsWith(multipart) && typeof body === 'object' && body !== null) return writeParts(body);
  if (!type.startsWith(formType)) return JSON.stringify(body);
  const { text, problem } = writeFormBody(body);
  if (problem !== undefined) throw new RangeError(problem);
  return text;
}

/** Puts a credential where its scheme carries it, unless the test has put another there. */
function carry(
  held: { readonly scheme: SchemePlan; readonly text: string } | undefined,
  headers: Headers,
  address: URL,
): void {
  const place = held?.scheme.sentIn[0];
  if (held === undefined || place === undefined) return;
  if (place.in === 'query') address.searchParams.append(place.name, held.text);
  else if (place.in === 'cookie') headers.append('Cookie', `${place.name}=${held.text}`);
  else if (!headers.has(place.name)) {
    headers.set(place.name, place.word === undefined ? held.text : `${place.word} ${held.text}`);
  }
}
