import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A connection; the message is set while an answer is due on it. */
export type Connection = Socket & { readonly _httpMessage?: ServerResponse | null };

/** The open connections of a server, and the answers that are due on them. */
export interface Connections {
  /** Takes note of a request by its answer; false where its connection is ending: then it is no request any more. */
  begin(socket: Socket, response: ServerResponse): boolean;
  /** A connection ends with the answer that is due: what follows on it is no request (RFC 9112, section 9.6). */
  endBehind(socket: Socket | null, response: ServerResponse): void;
  /** Ends a connection on which nothing more can be read, with the answer that is due on it; without one at once. */
  endUnread(socket: Socket): void;
  /** From now on every connection ends with the last answer that is due on it. */
  end(): void;
  /** Closes those on which no answer is due. */
  closeIdle(): void;
}

/**
 * Keeps a server to so many open connections: for one more the oldest that has no request under way is closed; where each has
 * one, the new connection is.
 */
export function createConnections(server: Server, most: number): Connections {
  const open = new Set<Connection>();
  const ending = new WeakSet<Socket>();
  /** The last answer of a connection where several are due; of others Node itself keeps the one that is. */
  const last = new WeakMap<Socket, ServerResponse>();
  let ended = false;
  // Node closes by itself, when it is asked to end, connections whose answers are written and not yet sent.
  server.closeIdleConnections = () => undefined;
  server.on('connection', (socket: Connection) => {
    if (open.size >= most) {
      const idle = findOldestIdle(open) ?? socket;
      open.delete(idle);
      idle.destroy();
      if (idle === socket) return;
    }
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const due = (socket: Connection): ServerResponse | undefined =>
    [last.get(socket), socket._httpMessage].find(
      (response) => response && !response.writableFinished && !response.destroyed,
    ) ?? undefined;
  const endBehind = (socket: Socket | null, response: ServerResponse): void => {
    if (socket !== null) ending.add(socket);
    // Response headers its head, or, where that was sent before, done behind its last byte.
    if (response.headersSent) response.once('finish', () => socket?.destroySoon());
    else response.shouldKeepAlive = false;
  };
  return {
    begin(socket: Connection, response) {
      if (ending.has(socket)) return false;
      // Only behind another: kept for every request, answers outlive it and burden the garbage collector.
      if (socket._httpMessage !== response) last.set(socket, response);
      if (ended) endBehind(socket, response);
      return true;
    },
    endBehind,
    endUnread(socket: Connection) {
      const response = due(socket);
      if (response?.req.complete === true) endBehind(socket, response);
      else socket.destroySoon();
    },
    end() {
      ended = true;
      for (const socket of open) {
        const response = due(socket);
        if (response !== undefined) endBehind(socket, response);
      }
    },
    closeIdle() {
      for (const socket of open) if (due(socket) === undefined) socket.destroy();
    },
  };
}

function findOldestIdle(open: ReadonlySet<Connection>): Connection | undefined {
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
