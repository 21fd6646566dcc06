import { phrases } from '../codegen/answers/phrases.ts';
import type { PassedRequest, PassedResponse } from '../contracts/browser-service.ts';

/** Makes the request that was passed between threads. */
export function toRequest({ method, path, headers, body }: PassedRequest): Request {
  return new Request(new URL(path, 'http://localhost'), {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    ...(body === undefined ? {} : { body }),
  });
}

/** Reads a response, to pass it between threads. A stream is ended. */
export async function passResponse(response: Response): Promise<PassedResponse> {
  const headers = [...response.headers];
  const isStream = (response.headers.get('Content-Type') ?? '').startsWith('text/event-stream');
  if (isStream) await response.body?.cancel();
  const body = isStream ? 'A stream is not shown here: the events are listed below.' : await response.text();
  return { status: response.status, statusText: phrases[response.status] ?? '', headers, body };
}
