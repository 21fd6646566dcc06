import type { Answer } from '../steps/given.ts';
import { blankProblem } from './refuse.ts';

/** What the operator sets of the HTTP server. Times in milliseconds. */
export interface Listening {
  readonly port: number;
  readonly host: string;
  /** For the head of a request to arrive; also when left out: 10 seconds. */
  readonly headTime?: number;
  /** For a whole request to arrive; also when left out: 30 seconds. */
  readonly requestTime?: number;
  /** For a connection without a request; also when left out: 10 seconds. */
  readonly idleTime?: number;
  /** Without a byte in either direction; also when left out: 45 seconds. */
  readonly silentTime?: number;
  /** Open connections at most; also when left out: 10,000. */
  readonly connections?: number;
}

/** A service that listens. */
export interface Listener {
  /** `http://127.0.0.1:4000`. */
  readonly address: string;
  /** Takes no more connections, finishes what is under way within so many milliseconds, then ends the rest. */
  close(milliseconds?: number): Promise<void>;
}

const problemType = 'application/problem+json';

/** The answer to a head that is refused before any operation is known. */
export function plain(status: number): Answer {
  const headers = ['Content-Type', problemType, 'X-Content-Type-Options', 'nosniff', 'Cache-Control', 'no-store'];
  return { status, headers, body: blankProblem(status) };
}

/** The whole text of such an answer, for a connection that is closed behind it. */
export function bytesOf(status: number): string {
  const body = blankProblem(status);
  const lines = [
    `HTTP/1.1 ${status} ${(JSON.parse(body) as { title: string }).title}`,
    `Date: ${new Date().toUTCString()}`,
    `Content-Type: ${problemType}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    'Connection: close',
    `Content-Length: ${body.length}`,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
