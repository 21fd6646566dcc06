import type { HttpResponse } from '../../contracts/request-context.ts';
import type { Service } from '../service.ts';
import type { Connection } from './connections.ts';
import { formatResponse } from './listening.ts';

/** The status of what Node's parser refuses. */
const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_INVALID_METHOD: 501,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Connections whose bytes were refused already: nothing that follows on them is looked at. */
const refused = new WeakSet<Connection>();

/**
 * Rejects bytes that the parser could not read or did not get in time, and ends the connection, after the responses to earlier requests
 * (RFC 9112, section 9.3.2).
 */
export function refuseBytes(service: Service, error: NodeJS.ErrnoException, socket: Connection): void {
  const { code = '' } = error;
  const unread = code.startsWith('HPE_');
  if (refused.has(socket) && unread) return;
  refused.add(socket);
  // A connection without bytes, or one that ended, was not a request.
  if (unread && socket.remoteAddress !== undefined) service.unread?.(socket.remoteAddress);
  if (code === 'ECONNRESET') socket.destroy();
  else endWith(socket, () => service.refuseHead(statuses[code] ?? 400));
}

/** Ends a connection with a response, after the pending ones. */
export function endWith(socket: Connection, answer: () => HttpResponse): void {
  const { _httpMessage: under } = socket;
  if (!socket.writable) socket.destroy();
  else if (under?.req.complete === true) {
    // Nothing that follows is a request, so nothing of it is read.
    socket.pause();
    under.once('close', () => endWith(socket, answer));
  } else if (under?.headersSent === true) socket.destroy();
  else socket.end(formatResponse(answer()), () => socket.destroy());
}
