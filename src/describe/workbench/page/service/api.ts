import { readNews, readRefreshToken, writeRefresh } from '../../../docs/page/session.ts';
import { writeFormBody } from '../../../form-body.ts';
import type { OperationData } from '../../model.ts';
import { data } from '../base/data.ts';
import { parseExact, writeExact } from '../base/exact.ts';
import { askCaller, getCaller, noteTime, placeCredential, useNews } from './session.ts';

/** A request of an operation. Values of the path by the names of their placeholders. */
export interface Sent {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: readonly (readonly [string, string])[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** Waits as the service says, if it has answered too many requests. */
  readonly patient?: boolean;
}

/** A fault of a value, by its place in the body or the name of its parameter. */
export interface Fault {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly message: string;
}

/** A refusal in words. */
export interface Problem {
  readonly title: string;
  readonly detail?: string;
  readonly code?: string;
  readonly faults: readonly Fault[];
}

/** A response. `problem`: it is a refusal. */
export interface Answer {
  readonly status: number;
  readonly value: unknown;
  readonly tag?: string;
  readonly problem?: Problem;
  readonly response: Response;
}

/** Returns a function that gives an idempotency key: the same for a body that is sent again, and another for a changed one. */
export function createKeys(): (body: unknown) => string {
  const keys = new Map<string, string>();
  return (body) => {
    const text = writeExact(body ?? null);
    const key = keys.get(text) ?? crypto.randomUUID();
    keys.set(text, key);
    return key;
  };
}

/** Fills the placeholders of a path; undefined if one has no value. */
export function fillPath({ path }: OperationData, values: Readonly<Record<string, string>> = {}): string | undefined {
  const lacks = [...path.matchAll(/\{([^}]*)\}/g)].some(([, name = '']) => (values[name] ?? '') === '');
  // A segment of dots alone would lead to another path.
  if (lacks || Object.values(values).some((value) => /^\.{1,2}$/.test(value))) return undefined;
  return path.replace(/\{([^}]*)\}/g, (_all, name: string) => encodeURIComponent(values[name]!));
}

/** Sends a request of an operation with the credential of the user. A session whose credential has ended is refreshed once. */
export async function send(operation: OperationData, sent: Sent = {}): Promise<Answer> {
  let response = await request(operation, sent);
  if (response.status === 401 && operation.refreshes === undefined && (await refresh()))
    response = await request(operation, sent);
  while (response.status === 429 && sent.patient === true && sent.signal?.aborted !== true) {
    const seconds = Number(response.headers.get('Retry-After') ?? 1);
    await new Promise((wake) => setTimeout(wake, Math.min(Number.isFinite(seconds) ? seconds : 1, 60) * 1000));
    response = await request(operation, sent);
  }
  const news = await readNews(operation, response.clone());
  if (news !== undefined) useNews(news);
  noteTime(response);
  // A wrong password is refused with 401, too: only the service knows whether the credential has ended.
  if (response.status === 401 && getCaller().signedIn) await askCaller();
  return read(operation, response);
}

async function request(operation: OperationData, sent: Sent): Promise<Response> {
  const path = fillPath(operation, sent.path);
  if (path === undefined) throw new TypeError('A value of the path is missing.');
  const query = new URLSearchParams(
    [...Object.entries(data.query), ...(sent.query ?? [])].map(([key, value]) => [key, value]),
  );
  const headers = new Headers({ ...data.headers, ...sent.headers });
  if (data.accept !== undefined) headers.set('Accept', data.accept);
  placeCredential(headers, query);
  const { wrap } = operation;
  const isWrapped = wrap !== undefined && sent.body !== undefined;
  const body = writeBody(operation, isWrapped ? { [wrap]: sent.body } : sent.body, headers);
  const address = query.size === 0 ? path : `${path}?${query}`;
  return fetch(address, {
    method: operation.method,
    headers,
    ...(body === undefined ? {} : { body }),
    ...(sent.signal === undefined ? {} : { signal: sent.signal }),
  });
}

function writeBody({ files, type }: OperationData, body: unknown, headers: Headers): BodyInit | undefined {
  if (body === undefined) return undefined;
  if (body instanceof Blob) {
    headers.set('Content-Type', body.type === '' ? 'application/octet-stream' : body.type);
    return body;
  }
  if (files === 'multipart') return writeParts(body);
  headers.set('Content-Type', type ?? 'application/json');
  if (type !== 'application/x-www-form-urlencoded') return writeExact(body);
  return writeFormBody(JSON.parse(writeExact(body))).text;
}

/** A form in parts: members of objects in brackets, other values than texts as JSON writes them. */
function writeParts(body: unknown): FormData {
  const form = new FormData();
  const add = (name: string, value: unknown): void => {
    if (value instanceof File) form.append(name, value, value.name);
    else if (Array.isArray(value)) for (const item of value) add(name, item);
    else if (typeof value === 'object' && value !== null && !('source' in value))
      for (const [key, inner] of Object.entries(value)) add(name === '' ? key : `${name}[${key}]`, inner);
    else if (value !== undefined && value !== null) form.append(name, String(value));
  };
  add('', body);
  return form;
}

async function refresh(): Promise<boolean> {
  const operation = data.sessions.find(({ refreshes }) => refreshes !== undefined);
  const token = readRefreshToken(false);
  if (operation?.refreshes === undefined || token === undefined) return false;
  const response = await request(operation, { body: writeRefresh(operation.refreshes, token) });
  const news = await readNews(operation, response);
  if (news !== undefined) useNews(news);
  return news !== undefined;
}

async function read({ at, wrap }: OperationData, response: Response): Promise<Answer> {
  const isJson = /\bjson\b|\+json/.test(response.headers.get('Content-Type') ?? '');
  const value = isJson ? parseExact(await response.text()) : undefined;
  const tag = response.headers.get('ETag') ?? undefined;
  return {
    status: response.status,
    value: response.ok && at !== undefined ? (value as Record<string, unknown> | undefined)?.[at] : value,
    ...(tag === undefined ? {} : { tag }),
    ...(response.ok || response.status === 304 ? {} : { problem: readProblem(response, value, wrap) }),
    response,
  };
}

/** Reads a refusal in words: of problem details, or of the body that the document states for errors. */
function readProblem({ status, statusText, headers }: Response, value: unknown, wrap: string | undefined): Problem {
  const texts = typeof value === 'object' && value !== null ? flattenBody(value) : {};
  const text = (...names: readonly string[]): string | undefined =>
    names.map((name) => texts[name]).find((each): each is string => typeof each === 'string' && each !== '');
  const code = text('code', 'error', 'type_code');
  const found = Array.isArray(texts.errors) ? texts.errors.flatMap(readFault) : [];
  const faults = wrap === undefined ? found : found.map((fault) => unwrap(fault, wrap));
  const wait = status === 429 ? headers.get('Retry-After') : null;
  const [plain, words] = meanings[status] ?? [];
  const said = text('title', 'message', 'error_description') ?? statusText;
  const title = said === '' || said === plain || said === statusText ? (words ?? `Status ${status}`) : said;
  const detail = wait === null ? text('detail') : `Try again in ${wait} seconds.`;
  return {
    title,
    ...(detail === undefined ? {} : { detail }),
    ...(code === undefined ? {} : { code }),
    faults,
  };
}

/** The plain title of a status, and what it means for a person where the service says no more. */
const meanings: Readonly<Record<number, readonly [string, string]>> = {
  400: ['Bad Request', 'The service does not accept this request'],
  401: ['Unauthorized', 'You are not signed in'],
  403: ['Forbidden', 'You have no right to do this'],
  404: ['Not Found', 'There is no such record, or you cannot see it'],
  409: ['Conflict', 'This is not possible now'],
  412: ['Precondition Failed', 'The record has changed since you opened it'],
  413: ['Content Too Large', 'This is too large'],
  422: ['Unprocessable Content', 'The service does not accept these values'],
  429: ['Too Many Requests', 'Too many requests'],
  500: ['Internal Server Error', 'The service has failed'],
  501: ['Not Implemented', 'The service does not offer this'],
  503: ['Service Unavailable', 'The service is not available'],
};

/** The members of an error, and of the object that it may be in. */
function flattenBody(value: object): Record<string, unknown> {
  const { error } = value as { readonly error?: unknown };
  return { ...value, ...(typeof error === 'object' && error !== null ? error : {}) };
}

function unwrap({ pointer, ...fault }: Fault, wrap: string): Fault {
  if (pointer === undefined) return fault;
  return { ...fault, pointer: pointer.startsWith(`/${wrap}/`) ? pointer.slice(wrap.length + 1) : pointer };
}

function readFault(value: unknown): readonly Fault[] {
  if (typeof value === 'string') return [{ message: value }];
  if (typeof value !== 'object' || value === null) return [];
  const { pointer, field, path, parameter, message, detail, problem } = value as Record<string, unknown>;
  const text = [message, detail, problem].find((each): each is string => typeof each === 'string') ?? 'is not accepted';
  const place = [pointer, field, path].find((each): each is string => typeof each === 'string');
  const at =
    place === undefined
      ? {}
      : { pointer: place.startsWith('/') || place === '' ? place : `/${place.replaceAll('.', '/')}` };
  return [{ message: text, ...at, ...(typeof parameter === 'string' ? { parameter } : {}) }];
}

/** Says a problem in one line. */
export function formatProblem({ title, detail, faults }: Problem): string {
  const isPlain = faults.length > 0 && title === meanings[422]![1];
  const parts = [...(isPlain ? [] : [title]), ...(detail === undefined ? [] : [detail]), ...faults.map(formatFault)];
  return parts.map((part) => part.replace(/[.]$/, '')).join('. ');
}

/** Says a fault with the name of its field. */
export function formatFault({ pointer, parameter, message }: Fault): string {
  const name = pointer?.slice(1).replaceAll('/', ' ') ?? parameter ?? '';
  return name === '' ? message : `${name} ${message}`;
}
