import type { OpenService } from '../library/open.ts';
import type { SchemePlan } from '../plan/plan.ts';
import { present } from '../text/present.ts';
import { createTestStream, type TestStream } from './stream.ts';

/** The parts of a request other than its path. */
export interface RequestOptions {
  /** Sent as JSON; a text is sent as it is. */
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
    if (body !== undefined && !sent.has('Content-Type')) sent.set('Content-Type', 'application/json');
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const init = { method, headers: sent, ...(body === undefined ? {} : { body: text }) };
    return service.fetch(new Request(address, init), '127.0.0.1');
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
