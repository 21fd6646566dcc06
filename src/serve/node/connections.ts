import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Connection } from './connection.ts';
import { type Activity, closeSilentConnections, type SilenceLimits } from './silent-connections.ts';

/** The open connections of a server, and the answers that are due on them. */
export interface Connections {
  /** Registers a request by its response; false if its connection is ending: then the request is ignored. */
  begin(socket: Socket, response: ServerResponse): boolean;
  /** Ends a connection after the pending response: later bytes on it are not requests (RFC 9112, section 9.6). */
  endBehind(socket: Socket | null, response: ServerResponse): void;
  /** Ends a connection on which nothing more can be read, with the answer that is due on it; without one at once. */
  endUnread(socket: Socket): void;
  /** From now on every connection ends with the last answer that is due on it. */
  end(): void;
  /** Closes those on which no answer is due. */
  closeIdle(): void;
}

/**
 * Limits the open connections of a server: for one more, the oldest without a request in flight is closed; if each has one, the new
 * connection is. Closes silent ones.
 */
export function createConnections(server: Server, most: number, silence: SilenceLimits): Connections {
  const open = new Map<Connection, Activity>();
  const ending = new WeakSet<Socket>();
  let ended = false;
  // Node, when it closes, also closes connections whose responses are written and not yet sent.
  server.closeIdleConnections = () => undefined;
  closeSilentConnections(server, open, silence);
  server.on('connection', (socket: Connection) => {
    if (open.size >= most) {
      const idle = findOldestIdle(open.keys()) ?? socket;
      open.delete(idle);
      idle.destroy();
      if (idle === socket) return;
    }
    open.set(socket, { bytes: 0, since: performance.now() });
    socket.once('close', () => open.delete(socket));
  });
  const due = ({ _httpMessage: response }: Connection): ServerResponse | undefined =>
    response && !response.writableFinished && !response.destroyed ? response : undefined;
  const endBehind = (socket: Socket | null, response: ServerResponse): void => {
    if (socket !== null) ending.add(socket);
    // Called at the head of a response or, if that was sent before, after its last byte.
    if (response.headersSent) response.once('finish', () => socket?.destroySoon());
    else response.shouldKeepAlive = false;
  };
  return {
    begin(socket: Connection, response) {
      if (ending.has(socket)) return false;
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
      for (const socket of open.keys()) {
        const response = due(socket);
        if (response !== undefined) endBehind(socket, response);
      }
    },
    closeIdle() {
      for (const socket of open.keys()) if (due(socket) === undefined) socket.destroy();
    },
  };
}

function findOldestIdle(open: Iterable<Connection>): Connection | undefined {
  for (const socket of open) {
    if (socket._httpMessage === undefined || socket._httpMessage === null) return socket;
  }
  return undefined;
}
