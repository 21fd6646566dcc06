import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The number of requests of a connection that wait for their turn. */
const waiting = new WeakMap<Socket, number>();

/**
 * Starts work on a request when the responses to earlier requests of its connection are sent (RFC 9112, section 9.3.2). Otherwise a client that
 * pipelines and reads nothing would make the process hold all its responses. While a request waits, nothing more is read.
 */
export function inTurn(response: ServerResponse, work: () => void): void {
  // Node gives a response its connection when the previous one has ended.
  if (response.socket !== null) {
    work();
    return;
  }
  const { socket } = response.req;
  const count = (waiting.get(socket) ?? 0) + 1;
  waiting.set(socket, count);
  socket.pause();
  response.once('socket', () => {
    const left = waiting.get(socket)! - 1;
    waiting.set(socket, left);
    if (left === 0) socket.resume();
    work();
  });
}
