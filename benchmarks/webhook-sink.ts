import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { ask } from './client.ts';
import type { Running } from './measure.ts';
import { requestText } from './requests.ts';

/** Responds to webhooks, and counts them. */
export interface WebhookSink {
  readonly url: string;
  count(): number;
  /** Waits until this number of webhooks has come; throws if none comes for ten seconds. */
  waitFor(due: number): Promise<void>;
}

/** Opens a sink on this machine, which ends with the process. */
export async function openWebhookSink(): Promise<WebhookSink> {
  let came = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      came++;
      response.writeHead(204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    count: () => came,
    async waitFor(due) {
      for (let last = came, still = 0; came < due; ) {
        await pause(20);
        still = came === last ? still + 1 : 0;
        last = came;
        if (still > 500) throw new Error(`${came} of ${due} webhooks have come`);
      }
    },
  };
}

/** Subscribes a sink to the events of the shop whose invoices are written. */
export async function subscribe({ server, keys }: Running, url: string): Promise<void> {
  const body = JSON.stringify({ url, kinds: ['invoice.created'] });
  const { status, head } = await ask(server.port, requestText('POST', '/webhook_endpoints', keys.writer, body));
  if (status !== 201) throw new Error(`the sink could not subscribe:\n${head}`);
}
