import type { HttpResponse } from '../../contracts/request-context.ts';
import type { Deadlines } from '../request/deadlines.ts';
import type { Sdk } from './server.ts';

type Handler = Pick<ReturnType<Sdk['createMcpHandler']>, 'fetch' | 'close'>;

/**
 * Answers a message. Resolves to undefined after some milliseconds: a message without an answer, such as a call that was cancelled, would
 * keep its request and its stream.
 */
export function exchangeMessage(
  handler: Handler,
  request: Request,
  { deadlines, milliseconds }: { readonly deadlines: Pick<Deadlines, 'after'>; readonly milliseconds: number },
): Promise<HttpResponse | undefined> {
  return new Promise((resolve, reject) => {
    let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
    const cancel = deadlines.after(milliseconds, () => {
      resolve(undefined);
      handler.close().catch(() => undefined);
      reader?.cancel().catch(() => undefined);
    });
    const answer = async (): Promise<HttpResponse> => {
      const { status, headers, body } = await handler.fetch(request);
      reader = body?.getReader();
      const pieces: Uint8Array[] = [];
      for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read())
        pieces.push(piece.value);
      const text = await new Blob(pieces as Uint8Array<ArrayBuffer>[]).text();
      return { status, headers: [...[...headers].flat(), 'Cache-Control', 'no-store'], body: text };
    };
    answer().finally(cancel).then(resolve, reject);
  });
}

/** Returns the answer to several messages in one request: the protocol has no batches since 2025-06-18. */
export function refuseBatch(): HttpResponse {
  const message = 'A request must hold one message: the protocol has no batches.';
  return {
    status: 400,
    headers: ['Content-Type', 'application/json', 'Cache-Control', 'no-store'],
    body: JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32600, message } }),
  };
}
