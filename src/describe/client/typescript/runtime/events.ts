import type { CallOptions, Connection, Operation } from './options.ts';
import { buildUrl, pause, send } from './request.ts';
import { parseJson, readResult } from './response.ts';
import { UnexpectedResponseError } from './result.ts';

/** How a stream is read. */
export interface StreamOptions extends CallOptions {
  /** The `id` of the last event that you handled: the stream goes on after it. Default: events from now on. */
  readonly lastEventId?: string;
}

/** Reads a value of an envelope: its data, from the parsed text. */
export type OpenEnvelope = (text: unknown) => unknown;

/**
 * Reads the events of a stream (Server-Sent Events) until the signal aborts. Connects again where a connection ends, and goes on
 * after the last event that it has read. Throws `ApiError` when the service rejects the stream, and `UnexpectedResponseError` for an
 * event that the document does not describe.
 */
export async function* readEvents(
  connection: Connection,
  operation: Operation,
  open: OpenEnvelope,
  { lastEventId, ...options }: StreamOptions = {},
): AsyncGenerator<{ readonly id: string; readonly type: string; readonly data: unknown }, void, undefined> {
  let last = lastEventId;
  let retry = 3000;
  const isAborted = (): boolean => options.signal?.aborted === true;
  while (!isAborted()) {
    try {
      const headers = { ...options.headers, ...(last === undefined ? {} : { 'Last-Event-ID': last }) };
      const url = buildUrl(connection, operation, {});
      const response = await send(connection, operation, url, {}, { timeout: Infinity, ...options, headers });
      if (!response.ok || response.body === null) {
        (await readResult(connection, operation, response)).orThrow();
        return;
      }
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
      if (!isStream) throw new UnexpectedResponseError(operation.name, response.status, undefined);
      for await (const { id, type, data, retry: stated } of readFields(response.body)) {
        if (stated !== undefined) retry = stated;
        if (id !== undefined) last = id;
        if (data !== undefined) yield { id: last ?? '', type, data: readData(operation, response, data, open) };
      }
    } catch (error) {
      if (isAborted()) return;
      // `fetch` reports a connection that fails or ends as a TypeError: the stream goes on.
      if (!(error instanceof TypeError)) throw error;
    }
    try {
      await pause(retry, options.signal);
    } catch {
      return;
    }
  }
}

function readData({ name }: Operation, { status }: Response, data: string, open: OpenEnvelope): unknown {
  try {
    return open(parseJson(data));
  } catch {
    throw new UnexpectedResponseError(name, status, data);
  }
}

interface Fields {
  readonly id?: string;
  readonly type: string;
  readonly data?: string;
  readonly retry?: number;
}

/** Splits a stream into messages: https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream */
async function* readFields(body: ReadableStream<Uint8Array>): AsyncGenerator<Fields, void, undefined> {
  let rest = '';
  let fields = new Map<string, string>();
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop()!;
      for (const line of lines) {
        if (line === '') {
          yield toFields(fields);
          fields = new Map();
          continue;
        }
        const [, name = '', text = ''] = /^([^:]*):? ?(.*)$/.exec(line)!;
        const before = fields.get(name);
        fields.set(name, name === 'data' && before !== undefined ? `${before}\n${text}` : text);
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function toFields(fields: ReadonlyMap<string, string>): Fields {
  const [id, data, retry] = ['id', 'data', 'retry'].map((name) => fields.get(name));
  return {
    type: fields.get('event') ?? 'message',
    ...(id === undefined ? {} : { id }),
    ...(data === undefined ? {} : { data }),
    ...(retry === undefined || !/^\d{1,9}$/.test(retry) ? {} : { retry: Number(retry) }),
  };
}
