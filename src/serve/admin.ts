import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Platform } from '../contracts/platform.ts';
import { createExposition, type Exposition } from './admin/exposition.ts';
import { startProcessSampling } from './admin/process-samples.ts';
import { createReadiness } from './admin/readiness.ts';
import { isLoopback } from './http/client-address.ts';
import { frameHeaders } from './http/frame-headers.ts';
import { createHostCheck } from './http/host-check.ts';
import { collectSamples, type Metered } from './metrics/collect.ts';

/** The admin server of a process: `/healthz`, `/readyz` and `/metrics`. */
export interface Admin {
  /** `http://127.0.0.1:9464` */
  readonly address: string;
  /** The service whose health and metrics are shown from now on. */
  serves(metered: Metered): void;
  /** From now on `/readyz` answers 503 for this reason. */
  ends(reason: 'shutting down' | 'document outdated'): void;
  close(): Promise<void>;
}

/** Opens the admin server. Rejects with the error of `listen` if it cannot listen there. */
export async function openAdmin(
  { host, port }: { readonly host: string; readonly port: number },
  platform: Platform,
): Promise<Admin> {
  const readiness = createReadiness(platform);
  let served: Metered | undefined;
  const sampling = startProcessSampling();
  const exposition = await createExposition(async () => ({
    ...(served === undefined ? {} : await collectSamples(served, platform)),
    ...sampling.sample(),
  }));
  const answers: Readonly<Record<string, () => Promise<Answer>>> = {
    '/healthz': async () => toJson(200, { status: 'ok' }),
    '/readyz': async () => {
      const reasons = await readiness.reasons();
      const replica = readiness.replica();
      const more = replica === undefined ? {} : { replica };
      if (reasons.length > 0) return toJson(503, { status: 'not ready', reasons, ...more });
      return toJson(200, { status: 'ready', ...more });
    },
    '/metrics': () => expose(exposition),
  };
  const server = createServer({ maxHeaderSize: 8_192, requestTimeout: 5_000, connectionsCheckingInterval: 1_000 });
  server.maxConnections = 100;
  const namesOther = isLoopback(host) || host === 'localhost' ? createHostCheck('') : () => false;
  server.on('request', ({ method = '', url = '', headers, socket }, response) => {
    const peer = socket.remoteAddress ?? '';
    if (namesOther({ peer, header: () => headers.host }))
      return send(response, method, toJson(421, { status: otherHost }));
    const path = url.replace(/\?.*$/, '');
    const find = Object.hasOwn(answers, path) ? answers[path] : undefined;
    if (find === undefined) return send(response, method, toJson(404, { paths: Object.keys(answers) }));
    if (method !== 'GET' && method !== 'HEAD') return send(response, method, toJson(405, { methods: ['GET', 'HEAD'] }));
    find().then(
      (answer) => send(response, method, answer),
      (error: unknown) => {
        platform.log.error({ error: String(error) }, 'scrape failed');
        send(response, method, toJson(500, { status: 'failed' }));
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, resolve);
  });
  return {
    address: formatAddress(server),
    serves(metered) {
      served = metered;
      readiness.serves(metered);
    },
    ends: readiness.ends,
    close: () =>
      new Promise((resolve) => {
        sampling.end();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const otherHost = 'Host does not name this machine: use 127.0.0.1 or localhost';

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

function toJson(status: number, value: object): Answer {
  return { status, type: 'application/json', body: `${JSON.stringify(value)}\n` };
}

async function expose({ text, contentType }: Exposition): Promise<Answer> {
  return { status: 200, type: contentType, body: await text() };
}

function send(response: ServerResponse, method: string, { status, type, body }: Answer): void {
  response.writeHead(status, {
    ...{ 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) },
    ...{ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', [frameHeaders[0]]: frameHeaders[1] },
    ...(status === 405 ? { Allow: 'GET, HEAD' } : {}),
  });
  response.end(method === 'HEAD' ? undefined : body);
}

function formatAddress(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
