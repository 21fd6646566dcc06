import { getReasonPhrase } from '../../codegen/answers/phrases.ts';
import type { HttpResponse } from '../../contracts/request-context.ts';
import { frameHeaders } from '../http/frame-headers.ts';
import type { UnixSocket } from './unix-socket.ts';

/** The operator's settings of the HTTP server. Times in milliseconds. */
export interface Listening {
  readonly port: number;
  readonly host: string;
  /** Listens there instead of on the port. */
  readonly socket?: UnixSocket;
  /** For the head of a request to arrive; also when left out: 10 seconds. */
  readonly headTime?: number;
  /** For a whole request to arrive; also when left out: 30 seconds. */
  readonly requestTime?: number;
  /** For a connection without a request; also when left out: 10 seconds. */
  readonly idleTime?: number;
  /** Without a byte in either direction; also when left out: 45 seconds. */
  readonly silentTime?: number;
  /** For a client to take a long answer; also when left out: 60 seconds. */
  readonly sendTime?: number;
  /** Bytes of responses that clients have not read, of all connections; also when left out: 256 MiB. Then the oldest are closed. */
  readonly unreadBytes?: number;
  /** Open connections at most; also when left out: 10,000. For one more the oldest without a request is closed. */
  readonly connections?: number;
}

/** A service that listens. */
export interface Listener {
  /** `http://127.0.0.1:4000`, `unix:/run/invoices.sock`. */
  readonly address: string;
  /** Stops accepting requests, completes those in flight within this many milliseconds (default: 5 seconds), and rejects the rest. */
  close(milliseconds?: number): Promise<void>;
}

/** Returns the whole text of a response, for a connection that closes after it and has no HTTP parser any more. */
export function formatResponse({ status, headers, body = '' }: HttpResponse): string {
  const start = `HTTP/1.1 ${status} ${getReasonPhrase(status)}`;
  const lines = [start, `Date: ${new Date().toUTCString()}`, frameHeaders.join(': ')];
  for (let i = 0; i < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`);
  lines.push('Connection: close', `Content-Length: ${Buffer.byteLength(body)}`);
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
