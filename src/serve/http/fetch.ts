import type { OpenStream, ResponseStream } from '../../contracts/answer-stream.ts';
import type { BodyFailure, Incoming } from '../../contracts/request-context.ts';
import type { Service } from '../service.ts';
import { frameHeaders } from './frame-headers.ts';
import { Headers as RawHeaders } from './headers.ts';

/** The number of bytes that wait for a reader before the stream pauses. */
const waiting = 16_384;

/** A stream of answers as the web's body; `sent` is called once when it is over. */
function createBodyStream(stream: ResponseStream, sent: (() => void) | undefined): ReadableStream<Uint8Array> {
  let openStream: OpenStream | undefined;
  let over = false;
  const end = (close: () => void): void => {
    if (over) return;
    over = true;
    close();
    openStream?.closed();
    sent?.();
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        openStream = stream.open({
          write(bytes) {
            controller.enqueue(bytes);
            return (controller.desiredSize ?? 0) > 0;
          },
          end: () => end(() => controller.close()),
          cut: () => end(() => controller.error(new Error('the stream was not read'))),
        });
      },
      pull: () => openStream?.drained(),
      cancel: () => end(() => undefined),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: waiting }),
  );
}

/**
 * Makes the service's `fetch`: the same engine for any runtime that speaks the web's Request and Response. `peer` is the
 * caller's address where the runtime knows it; a service without stated authentication answers 127.0.0.1 and ::1 only.
 */
export function fetchOf(service: Service): (request: Request, peer?: string) => Promise<Response> {
  return async (request, peer = '') => {
    const response = await service.handle(new FetchIncoming(request, peer));
    const headers = new Headers();
    for (let i = 0; i < response.headers.length; i += 2) headers.append(response.headers[i]!, response.headers[i + 1]!);
    headers.append(...frameHeaders);
    const { status, stream, sent } = response;
    if (stream !== undefined && request.method !== 'HEAD')
      return new Response(createBodyStream(stream, sent), { status, headers });
    const body = request.method === 'HEAD' ? null : (response.bytes ?? response.body ?? null);
    // Delivery is unknown here: the response counts as sent when it is handed over.
    sent?.();
    return new Response(body, { status, headers });
  };
}

function toRawHeaders(request: Request, host: string): string[] {
  const raw = [...request.headers].flat();
  if (!request.headers.has('host')) raw.push('host', host);
  return raw;
}

/** A request of the web's kind. */
class FetchIncoming extends RawHeaders implements Incoming {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly peer: string;
  readonly hasBody: boolean;
  readonly #request: Request;

  constructor(request: Request, peer: string) {
    const url = new URL(request.url);
    super(toRawHeaders(request, url.host));
    this.#request = request;
    this.method = request.method;
    this.path = url.pathname;
    this.query = url.search.slice(1);
    this.peer = peer;
    this.hasBody = request.body !== null;
  }

  async *pieces(): AsyncIterable<Uint8Array> {
    const stream = this.#request.body;
    if (stream !== null) yield* stream as unknown as AsyncIterable<Uint8Array>;
  }

  async body(limit: number): Promise<string | 'none' | BodyFailure> {
    const stream = this.#request.body;
    if (stream === null) return 'none';
    const chunks: Uint8Array[] = [];
    let length = 0;
    try {
      for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) {
        length += chunk.length;
        if (length > limit) return { failure: 'too large' };
        chunks.push(chunk);
      }
    } catch {
      return { failure: 'cut off' };
    }
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(concatChunks(chunks, length));
    } catch {
      return { failure: 'not text' };
    }
  }
}

function concatChunks(chunks: readonly Uint8Array[], length: number): Uint8Array {
  if (chunks.length === 1) return chunks[0]!;
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
