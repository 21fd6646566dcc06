import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Inbox, Inboxes, ReceivedRequest } from '../../prove/world/exchanged.ts';

/** The maximum size of a webhook, and the number that an address keeps. */
const mostBytes = 1024 * 1024;
const mostKept = 5_000;

/** A server of this machine that receives webhooks. */
export interface Receiver {
  readonly inboxes: Inboxes;
  close(): Promise<void>;
}

/** Where a receiver listens. */
export interface ReceiverOptions {
  /** The address by which the service reaches it, `http://127.0.0.1:9000` with or without a path; left out: any port of this machine. */
  readonly url?: string | undefined;
  /** The clock of the service. */
  readonly now: () => number;
}

/** Creates a receiver, which listens once its first address is opened. */
export function createReceiver({ url, now }: ReceiverOptions): Receiver {
  const known = new Map<string, Inbox & { readonly received: ReceivedRequest[] }>();
  let server: Promise<Server> | undefined;
  const begin = (): Promise<Server> =>
    new Promise((resolve, reject) => {
      const listening = createServer((incoming, outgoing) => {
        const inbox = known.get(incoming.url?.split('?')[0]?.split('/').at(-1) ?? '');
        const pieces: Buffer[] = [];
        let size = 0;
        incoming.on('data', (piece: Buffer) => {
          size += piece.length;
          if (size > mostBytes) incoming.destroy();
          else pieces.push(piece);
        });
        incoming.on('error', () => outgoing.destroy());
        incoming.on('end', () => {
          if (inbox !== undefined && inbox.received.length < mostKept)
            inbox.received.push({
              at: now(),
              method: incoming.method ?? '',
              headers: Object.fromEntries(
                Object.entries(incoming.headers).map(([name, value]) => [name, String(value ?? '')]),
              ),
              text: Buffer.concat(pieces).toString('utf8'),
            });
          outgoing.writeHead(inbox?.status ?? 404).end();
        });
      });
      listening.on('error', reject);
      const { hostname = '127.0.0.1', port = '0' } = url === undefined ? {} : new URL(url);
      const isOwn = hostname === 'localhost' || /^127\./.test(hostname);
      listening.listen(Number(port === '' ? 80 : port), isOwn ? '127.0.0.1' : undefined, () => resolve(listening));
      listening.unref();
    });
  return {
    inboxes: {
      areStated: url !== undefined,
      async open(name) {
        server ??= begin();
        const { port } = (await server).address() as AddressInfo;
        const address = (url ?? `http://127.0.0.1:${port}`).replace(/\/$/, '');
        const inbox = known.get(name) ?? { url: `${address}/${name}`, received: [], status: 204 };
        known.set(name, inbox);
        return inbox;
      },
    },
    async close() {
      const open = await server?.catch(() => undefined);
      open?.closeAllConnections();
      open?.close();
    },
  };
}
