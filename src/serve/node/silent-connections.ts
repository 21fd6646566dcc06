import type { Server } from 'node:http';
import type { Connection } from './connection.ts';

/** The times after which a connection without a byte in either direction is closed, in milliseconds. */
export interface SilenceLimits {
  /** Between two requests. */
  readonly idle: number;
  /** Before the first request, and while a request arrives or its response is due. */
  readonly silent: number;
}

/** The limits where the operator sets no others. */
export const defaultSilence: SilenceLimits = { idle: 10_000, silent: 45_000 };

/** How many bytes a connection had transferred at the last check, and when that number was first seen. */
export interface Activity {
  bytes: number;
  since: number;
}

/**
 * Closes silent connections of a server that listens. All are checked together, once a second: Node's own timers are set again for each
 * request, which takes 4 % of the CPU of a read.
 */
export function closeSilentConnections(
  server: Server,
  open: ReadonlyMap<Connection, Activity>,
  { idle, silent }: SilenceLimits,
): void {
  const interval = Math.min(1_000, idle / 2, silent / 2);
  // A client may use a connection until the time in `Keep-Alive` is over, so the service closes it later.
  const closesAfter = idle + interval;
  const check = (): void => {
    const now = performance.now();
    for (const [socket, activity] of open) {
      const bytes = socket.bytesRead + socket.bytesWritten;
      if (bytes !== activity.bytes) {
        activity.bytes = bytes;
        activity.since = now;
      } else if (now - activity.since >= (isBetweenRequests(socket) ? closesAfter : silent) && !isStream(socket)) {
        socket.destroy();
      }
    }
  };
  server.once('listening', () => {
    const timer = setInterval(check, interval).unref();
    server.once('close', () => clearInterval(timer));
  });
}

/** Node sets the message to null after the first response, and to the next one as soon as its head has been read. */
function isBetweenRequests(socket: Connection): boolean {
  return socket._httpMessage === null;
}

/** Streams have heartbeats and end themselves: they turn off the timeout of their connection. */
function isStream(socket: Connection): boolean {
  return socket.timeout === 0 && socket._httpMessage?.headersSent === true;
}
