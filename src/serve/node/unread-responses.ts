import type { ServerResponse } from 'node:http';

/** How long a client may take to read a long response, in milliseconds, and how many bytes of all of them may wait together. */
export interface UnreadLimits {
  readonly milliseconds: number;
  readonly bytes: number;
}

/** A minute, and 256 MiB. */
export const defaultUnreadLimits: UnreadLimits = { milliseconds: 60_000, bytes: 268_435_456 };

/** A shorter response fits into what the system keeps for a connection. */
const fits = 16_384;

/** A response that its client has not read to its end. */
interface Unread {
  readonly bytes: number;
  close(): void;
}

/**
 * Creates what limits the responses that clients do not read: it closes the connection of one that takes too long and, when too many bytes
 * wait, those whose responses wait longest.
 */
export function createUnreadLimiter({
  milliseconds,
  bytes: most,
}: UnreadLimits): (response: ServerResponse, bytes: number) => void {
  const unread = new Set<Unread>();
  let waiting = 0;
  const remove = (one: Unread): void => {
    if (unread.delete(one)) waiting -= one.bytes;
  };
  return (response, bytes) => {
    if (bytes <= fits) return;
    const { socket } = response;
    const close = (): void => void (response.socket ?? socket)?.destroy();
    const one: Unread = { bytes, close };
    const timer = setTimeout(close, milliseconds);
    unread.add(one);
    waiting += bytes;
    response.once('close', () => {
      clearTimeout(timer);
      remove(one);
    });
    for (const oldest of unread) {
      if (waiting <= most || oldest === one) break;
      remove(oldest);
      oldest.close();
    }
  };
}
