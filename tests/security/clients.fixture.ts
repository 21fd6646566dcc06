import { connect, type Socket } from 'node:net';

/** What a socket got, and how it came to its end. */
export interface Client {
  readonly socket: Socket;
  got(): string;
  readonly closed: Promise<void>;
}

/** Connects, and sends these bytes. */
export function open(address: string, ...parts: readonly string[]): Client {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  for (const part of parts) socket.write(part);
  return { socket, got: () => Buffer.concat(chunks).toString('latin1'), closed };
}

/** Resolves when the connection is made. */
export const opened = ({ socket }: Client): Promise<void> =>
  new Promise((resolve) => (socket.connecting ? void socket.once('connect', () => resolve()) : resolve()));

/** Waits at most twenty seconds until something holds. */
export async function until(holds: () => boolean, what: string): Promise<void> {
  const end = performance.now() + 60_000;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`not within 20 seconds: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The status of the first answer in a text. */
export const statusOf = (text: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);

/** A request that anyone may make of the shop. */
export const get = 'GET /public/tags HTTP/1.1\r\nHost: shop\r\n\r\n';
