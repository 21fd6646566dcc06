import { listFields, writeParts } from './forms.ts';
import type { AnyOptions, Connection, Operation, Sent } from './options.ts';
import { type AnyResult, readResult } from './response.ts';

/** Sends a request, again where that is safe, and reads the response. Throws what `fetch` throws, and `UnexpectedResponseError`. */
export async function call(
  connection: Connection,
  operation: Operation,
  sent: Sent,
  options: AnyOptions = {},
): Promise<AnyResult> {
  const url = buildUrl(connection, operation, sent);
  const result = await readResult(connection, operation, await send(connection, operation, url, sent, options));
  await connection.session?.note(operation, result);
  return result;
}

/** Sends a request and returns the response to the last attempt. */
export async function send(
  connection: Connection,
  operation: Operation,
  url: URL,
  sent: Sent,
  options: AnyOptions,
): Promise<Response> {
  const { service, options: defaults } = connection;
  const headers = new Headers({ ...defaults.headers, ...options.headers });
  headers.set('Accept', operation.accept);
  if (service.version?.in === 'header') headers.set(service.version.name, service.version.value);
  for (const name of operation.headers ?? []) {
    const value = sent.parameters?.[name];
    if (value !== undefined) headers.set(name, toText(value));
  }
  if (options.ifMatch !== undefined) headers.set('If-Match', options.ifMatch);
  if (options.ifNoneMatch !== undefined) headers.set('If-None-Match', options.ifNoneMatch);
  if (operation.idempotency !== undefined && !headers.has(operation.idempotency)) {
    headers.set(operation.idempotency, options.idempotencyKey ?? crypto.randomUUID());
  }
  const body = writeBody(operation, sent.body, headers);
  const again =
    operation.idempotency !== undefined ||
    operation.method === 'GET' ||
    operation.method === 'HEAD' ||
    // Within 30 seconds a repeated refresh gets the same refresh token.
    operation.session?.does === 'refresh';
  const retries = options.retries ?? defaults.retries ?? 2;
  let isRenewed = false;
  for (let attempt = 0; ; attempt += 1) {
    const used = await addCredential(connection, operation, headers, url);
    const wait = attempt < retries ? 250 * 2 ** attempt * (1 + Math.random()) : undefined;
    options.signal?.throwIfAborted();
    try {
      const response = await (defaults.fetch ?? fetch)(url, {
        method: operation.method,
        headers,
        body: body ?? null,
        // Another host must not receive the credential or the body.
        redirect: 'manual',
        signal: limitTime(options.signal, options.timeout ?? defaults.timeout ?? 30_000),
      });
      // The service did not begin a request whose credential has ended.
      if (response.status === 401 && used !== undefined && !isRenewed) {
        isRenewed = true;
        if (await connection.session?.renew(used)) {
          await response.body?.cancel();
          attempt -= 1;
          continue;
        }
      }
      const delay = wait === undefined ? undefined : readRetryDelay(response, again, wait);
      if (delay === undefined) return response;
      await response.body?.cancel();
      await pause(delay, options.signal);
    } catch (error) {
      if (wait === undefined || !again || options.signal?.aborted === true) throw error;
      await pause(wait, options.signal);
    }
  }
}

/** Returns the milliseconds after which a response asks for another attempt; `undefined` where it is the result. */
function readRetryDelay(response: Response, again: boolean, wait: number): number | undefined {
  const stated = readRetryAfter(response.headers);
  // A longer wait is the caller's decision.
  if (stated !== undefined && stated > 60_000) return undefined;
  if (response.status === 429) return Math.max(stated ?? 0, wait);
  if (again && response.status === 503) return Math.max(stated ?? 0, wait);
  return again && response.status === 409 && stated !== undefined ? Math.max(stated, wait) : undefined;
}

function readRetryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}

/** Resolves after a time in milliseconds; rejects with the signal's reason when it aborts. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

function limitTime(signal: AbortSignal | undefined, milliseconds: number): AbortSignal | null {
  if (!Number.isFinite(milliseconds)) return signal ?? null;
  const timeout = AbortSignal.timeout(milliseconds);
  return signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
}

/** Builds the address of a request. Throws for a value of its path that would change the path: an empty one, `.` or `..`. */
export function buildUrl({ service, options }: Connection, operation: Operation, sent: Sent): URL {
  const values = [...(sent.path ?? [])];
  const path = operation.path.replace(/\{[^}]*\}/g, (place) => {
    const text = String(values.shift());
    if (/^\.{0,2}$/.test(text))
      throw new RangeError(`${operation.name}: ${place} is ${JSON.stringify(text)}, which changes the path`);
    return encodeText(text, `${operation.name}: ${place}`);
  });
  const url = new URL(`${String(options.baseUrl).replace(/\/+$/, '')}${path}`);
  if (service.version?.in === 'query') url.searchParams.set(service.version.name, service.version.value);
  for (const [name, value] of Object.entries(sent.parameters ?? {})) {
    if (value === undefined || operation.headers?.includes(name) === true) continue;
    const text = toText(value);
    encodeText(text, `${operation.name}: ${name}`);
    url.searchParams.set(name, text);
  }
  return url;
}

/** Encodes a text for a URL. Throws for a lone surrogate, which `URL` replaces without an error. */
function encodeText(text: string, where: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    throw new RangeError(`${where} has a lone surrogate`);
  }
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function writeBody({ type }: Operation, body: unknown, headers: Headers): string | Blob | FormData | undefined {
  if (type === undefined || body === undefined) return undefined;
  if (body instanceof Blob) return writeFile(body, headers);
  // `fetch` adds the boundary.
  if (type === 'multipart/form-data') return writeParts(body as object);
  headers.set('Content-Type', type);
  if (type !== 'application/x-www-form-urlencoded') return JSON.stringify(body);
  const fields = listFields(body, (problem) => {
    throw new RangeError(problem);
  });
  return new URLSearchParams(fields).toString();
}

/** States the type of a file, and its name. */
function writeFile(file: Blob, headers: Headers): Blob {
  headers.set('Content-Type', file.type === '' ? 'application/octet-stream' : file.type);
  const name = (file as { readonly name?: string }).name;
  if (name === undefined) return file;
  const coded = encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  headers.set('Content-Disposition', `attachment; filename*=UTF-8''${coded}`);
  return file;
}

/** Adds the first credential that has a value; returns it if it is that of the session. */
async function addCredential(
  { service, options, session }: Connection,
  operation: Operation,
  headers: Headers,
  url: URL,
): Promise<string | undefined> {
  // The credential of a session is not sent to begin another one, nor to refresh it.
  const isKept = operation.session === undefined || operation.session.does === 'end';
  for (const scheme of service.schemes) {
    const credential = options.credentials?.[scheme.name];
    const given = typeof credential === 'function' ? await credential() : credential;
    const kept =
      given === undefined && isKept && session?.scheme === scheme.name ? await session.credential() : undefined;
    const value = given ?? kept;
    if (value === undefined) continue;
    if (scheme.in === 'query') url.searchParams.set(scheme.key, value);
    else if (scheme.in === 'cookie') headers.set('Cookie', `${scheme.key}=${value}`);
    else headers.set(scheme.key, scheme.word === undefined ? value : `${scheme.word} ${value}`);
    return kept;
  }
  return undefined;
}
