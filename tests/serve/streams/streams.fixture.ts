import { telling } from '../events/events.fixture.ts';
import { changed } from '../handlers/coded.fixture.ts';

/** The shop that tells, with a stream of its events in two envelopes. */
export const streaming = changed(
  telling,
  ['| list events | GET |', '| stream events | GET | /stream | | 200 | |\n| list events | GET |'],
  ['| hear | list events, read event |', '| hear | stream events, list events, read event |'],
  [
    '\n## Errors',
    `
| Delivery | To | Events | Envelope |
| --- | --- | --- | --- |
| sse | GET /stream | invoice.noted, invoice.paid | \`{ kind: event type, nth: sequence }\` |
| sse | GET /stream | customer.changed, customer.left, invoice.noted, tag.changed | cloudevents 1.0 |

## Errors`,
  ],
);

/** The code of the shop, which does nothing here. */
export const handlers = {
  'remind Invoice': () => undefined,
  'split Invoice': () => undefined,
  owing: () => ({ customers: [], text: '' }),
  'close Invoice': () => undefined,
};

/** One event as it came along a stream. */
export interface Block {
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly data: string | undefined;
  readonly retry: string | undefined;
  readonly comments: number;
}

/** A stream that is read by hand. */
export interface Reading {
  readonly status: number;
  readonly headers: Headers;
  /** Events with data, as they came. */
  readonly blocks: Block[];
  /** All that came before the first of them, and between. */
  readonly others: Block[];
  /** Resolves when so many events have come; rejects when the stream ends before. */
  events(count: number): Promise<readonly Block[]>;
  /** Resolves when the stream has ended, or was cut off. */
  readonly ended: Promise<'in order' | 'cut off'>;
  stop(): void;
}

/** Begins to read a stream, as its standard says (WHATWG HTML, 9.2.6). */
export async function readStream(
  ask: (request: Request) => Promise<Response>,
  address: string,
  key: string | undefined,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reading> {
  const abort = new AbortController();
  const bearer = key === undefined ? {} : { Authorization: `Bearer ${key}` };
  const response = await ask(new Request(address, { headers: { ...bearer, ...headers }, signal: abort.signal }));
  const blocks: Block[] = [];
  const others: Block[] = [];
  const waiting = new Set<{ readonly count: number; resolve(): void; reject(error: Error): void }>();
  const settle = (): void => {
    for (const waiter of waiting) if (blocks.length >= waiter.count) waiter.resolve();
  };
  const read = async (): Promise<'in order' | 'cut off'> => {
    let how: 'in order' | 'cut off' = 'in order';
    const decoder = new TextDecoder();
    let text = '';
    try {
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
        text += decoder.decode(chunk, { stream: true });
        for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
          const block = blockOf(text.slice(0, end));
          (block.data === undefined ? others : blocks).push(block);
          text = text.slice(end + 2);
        }
        settle();
      }
    } catch {
      how = 'cut off';
    }
    for (const waiter of waiting) waiter.reject(new Error(`the stream ended behind ${blocks.length} events`));
    return how;
  };
  const ended = read();
  return {
    status: response.status,
    headers: response.headers,
    blocks,
    others,
    ended,
    events: (count) =>
      new Promise((resolve, reject) => {
        waiting.add({ count, resolve: () => resolve(blocks.slice(0, count)), reject });
        settle();
      }),
    stop: () => abort.abort(),
  };
}

function blockOf(text: string): Block {
  const lines = text.split('\n');
  const valuesOf = (field: string): string[] =>
    lines.flatMap((line) => (line.startsWith(`${field}:`) ? [line.slice(field.length + 1).replace(/^ /, '')] : []));
  const data = valuesOf('data');
  return {
    id: valuesOf('id').at(-1),
    event: valuesOf('event').at(-1),
    data: data.length === 0 ? undefined : data.join('\n'),
    retry: valuesOf('retry').at(-1),
    comments: lines.filter((line) => line.startsWith(':')).length,
  };
}
