import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A connection; the message is set while an answer is due on it. */
export type Connection = Socket & { readonly _httpMessage?: ServerResponse | null };

/**
 * Keeps a server to so many open connections: for one more the oldest that has no request under way is closed; where each has
 * one, the new connection is.
 */
export function limitConnections(server: Server, most: number): void {
  const open = new Set<Connection>();
  server.on('connection', (socket: Connection) => {
    if (open.size >= most) {
      const idle = oldestIdle(open) ?? socket;
      open.delete(idle);
      idle.destroy();
      if (idle === socket) return;
    }
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
}

function oldestIdle(open: ReadonlySet<Connection>): Connection | undefined {
  for (const socket of open) {
    if (socket._httpMessage === undefined || socket._httpMessage === null) return socket;
  }
  return undefined;
}

/** A shorter answer fits into what the system keeps for a connection. */
const fits = 16_384;

/** Closes a connection whose client has not taken a long answer after so many milliseconds. */
export function limitSending(response: ServerResponse, bytes: number, milliseconds: number): void {
  if (bytes <= fits) return;
  const { socket } = response;
  const timer = setTimeout(() => (response.socket ?? socket)?.destroy(), milliseconds);
  response.once('close', () => clearTimeout(timer));
}
