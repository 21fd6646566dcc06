import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { noneMatchNames, tagOf } from '../headers.ts';
import { errors, problemText, type Refused } from '../problems.ts';

/** What is sent: headers as name, value, name, value …, without the body's length. */
export interface Answer {
  readonly status: number;
  readonly headers: string[];
  readonly body: string;
}

/** The answer that is one invoice. */
export function invoiceAnswer(status: number, version: number, body: string, location?: string): Answer {
  const headers = [
    'Content-Type',
    'application/json',
    'Cache-Control',
    'no-store',
    'X-Content-Type-Options',
    'nosniff',
    'ETag',
    tagOf(version),
  ];
  if (location !== undefined) headers.push('Location', location);
  return { status, headers, body };
}

/** The answer that is a list, with the header `Link` to the pages beside it. */
export function listAnswer(body: string, link: string | undefined, noneMatch: string | undefined): Answer {
  const tag = `W/"${hash('sha256', body, 'base64url').slice(0, 16)}"`;
  if (noneMatch !== undefined && noneMatchNames(noneMatch, tag)) return notModified(tag);
  const headers = [
    'Content-Type',
    'application/json',
    'Cache-Control',
    'no-store',
    'X-Content-Type-Options',
    'nosniff',
    'ETag',
    tag,
  ];
  if (link !== undefined) headers.push('Link', link);
  return { status: 200, headers, body };
}

/** The answer to a client that has it already. */
export function notModified(tag: string): Answer {
  const headers = ['Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff', 'ETag', tag];
  return { status: 304, headers, body: '' };
}

/** The answer to a request that was turned down. */
export function refusalAnswer(refused: Refused, request: IncomingMessage): Answer {
  const traceparent = request.headers.traceparent;
  const headers = [
    'X-Content-Type-Options',
    'nosniff',
    'Cache-Control',
    'no-store',
    'Content-Type',
    'application/problem+json',
    ...(refused.headers ?? []),
  ];
  const body = problemText(refused, Array.isArray(traceparent) ? undefined : traceparent);
  return { status: errors[refused.code][0], headers, body };
}

/** Sends an answer in one piece. */
export function send(response: ServerResponse, { status, headers, body }: Answer): void {
  if (status !== 304) headers.push('Content-Length', String(Buffer.byteLength(body)));
  response.writeHead(status, headers);
  response.end(status === 304 ? undefined : body);
}
