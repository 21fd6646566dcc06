import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { essence } from '../headers.ts';
import { parseJson } from '../json.ts';
import { malformed, type Refused, tooLarge, unsupported } from '../problems.ts';

/** The largest body, in bytes. */
export const mostBytes = 65_536;
const coded: Refused = { code: 'unsupported_media_type', headers: ['Accept-Encoding', 'identity'] };
const notForCreate = unsupported('Accept', 'application/json');
const notForUpdate = unsupported('Accept-Patch', 'application/merge-patch+json, application/json');

/** The refusal of a request whose body is of another kind than the operation reads. */
export function refuseType(request: IncomingMessage): Refused | undefined {
  const { headers } = request;
  const coding = headers['content-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'identity') return coded;
  const type = headers['content-type'];
  if (type === 'application/json') return undefined;
  const patch = request.method === 'PATCH';
  const known = type === undefined ? '' : essence(type);
  if (known === 'application/json' || (patch && known === 'application/merge-patch+json')) return undefined;
  return patch ? notForUpdate : notForCreate;
}

/** Reads a body of JSON and hands it to `done`; what is wrong with it is answered at once or later. */
export function readBody(
  request: IncomingMessage,
  later: (refused: Refused) => void,
  done: (body: unknown) => void,
): Refused | undefined {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) return tooLarge;
  let first: Buffer | undefined;
  let others: Buffer[] | undefined;
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > mostBytes) return;
    if (first === undefined) first = chunk;
    else if (others === undefined) others = [first, chunk];
    else others.push(chunk);
  });
  request.on('end', () => {
    const bytes = others === undefined ? first : Buffer.concat(others);
    const parsed = bytes !== undefined && isUtf8(bytes) ? parseJson(bytes.toString('utf8')) : undefined;
    if (size > mostBytes) later(tooLarge);
    else if (parsed === undefined) later(malformed);
    else done(parsed.value);
  });
  return undefined;
}
