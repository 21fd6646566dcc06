import { connect, type Socket } from 'node:net';
import { argv, exit } from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { tell, whole } from './command.ts';
import { type Streaming, streamingServer } from './streams-server.ts';

const usage = `npm run bench:streams -- [options]

  --subscribers N   streams that are open at once (5000)
  --tenants N       tenants among whom they are shared (50)
  --events N        events that happen (500), and how many of them in a second:
  --rate N          (50)
  --store ADDRESS   a PostgreSQL database of its own; without it a file of SQLite
`;

interface Options {
  readonly subscribers: number;
  readonly tenants: number;
  readonly events: number;
  readonly rate: number;
  readonly store: string | undefined;
}

/** When each event's request was sent, by the invoice that it is of, and when it came to each subscriber. */
interface Seen {
  readonly sent: Map<string, number>;
  readonly came: { readonly id: string; readonly at: number }[];
}

const atOnce = 100;
const promised = 64;

function subscribe(port: number, key: string, seen: Seen): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let begun = false;
    socket.setEncoding('latin1');
    socket.on('error', reject);
    socket.on('data', (text: unknown) => {
      const now = performance.now();
      if (!begun) {
        begun = true;
        if (String(text).startsWith('HTTP/1.1 200')) resolve(socket);
        else reject(new Error(String(text)));
      }
      for (const [, id] of String(text).matchAll(/"subject":"(inv_\w+)"/g)) {
        seen.came.push({ id: id!, at: now });
      }
    });
    socket.write(`GET /events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  });
}

async function post(port: number, key: string, path: string, body: object): Promise<string> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
}

/** Makes events at an even rate. */
async function happen({ server, keys }: Streaming, { events, rate }: Options, seen: Seen): Promise<void> {
  const customers = await Promise.all(
    keys.map((key) => post(server.port, key, '/customers', { name: 'Ann', email: 'ann@example.com' })),
  );
  const began = performance.now();
  const under: Promise<void>[] = [];
  for (let nth = 0; nth < events; nth++) {
    const due = began + (nth * 1000) / rate - performance.now();
    if (due > 0) await pause(due);
    const tenant = nth % keys.length;
    const lines = [{ text: 'paper', quantity: 2, price: 350 }];
    const body = { customer: customers[tenant], lines, due_on: '2999-01-31' };
    const sent = performance.now();
    under.push(
      post(server.port, keys[tenant]!, '/invoices', body).then((id) => {
        seen.sent.set(id, sent);
      }),
    );
  }
  await Promise.all(under);
}

function part(sorted: readonly number[], share: number): string {
  return `${(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1)} ms`;
}

async function run(options: Options): Promise<void> {
  const { subscribers, tenants, events } = options;
  const streaming = await streamingServer(options.store, tenants);
  const { server, keys } = streaming;
  const seen: Seen = { sent: new Map(), came: [] };
  const sockets: Socket[] = [];
  try {
    await post(server.port, keys[0]!, '/customers', { name: 'Ann', email: 'first@example.com' });
    const before = await server.memory();
    const began = performance.now();
    while (sockets.length < subscribers) {
      const some = Math.min(atOnce, subscribers - sockets.length);
      const opening = Array.from({ length: some }, (_, i) =>
        subscribe(server.port, keys[(sockets.length + i) % tenants]!, seen),
      );
      sockets.push(...(await Promise.all(opening)));
    }
    const opened = performance.now() - began;
    await pause(20_000);
    const idle = await server.memory();
    const cpuIdle = await server.cpuSeconds();
    await pause(5_000);
    const cpuBefore = await server.cpuSeconds();
    await happen(streaming, options, seen);
    const due = Math.ceil((events * subscribers) / tenants);
    for (let tries = 0; seen.came.length < due && tries < 300; tries++) await pause(100);
    const cpuAfter = await server.cpuSeconds();
    const busy = await server.memory();
    const perStream = (memory: number): number => ((memory - before) * 1024) / subscribers;
    const waits = seen.came.map(({ id, at }) => at - seen.sent.get(id)!);
    const waited = waits.toSorted((left, right) => left - right);
    const { length } = waited;
    tell(`${subscribers} streams of ${tenants} tenants opened in`, `${(opened / 1000).toFixed(1)} s`);
    tell('memory of a stream that waits', `${perStream(idle).toFixed(1)} KiB`, perStream(idle) <= promised);
    tell('memory of a stream behind the events', `${perStream(busy).toFixed(1)} KiB`, perStream(busy) <= promised);
    tell('CPU while nothing happens', `${(((cpuBefore - cpuIdle) / 5) * 100).toFixed(1)} %`);
    tell('events delivered, of those due', `${length} of ${due}`, length === due);
    tell('from the request to the subscriber: median', part(waited, 0.5));
    tell('p99', part(waited, 0.99));
    tell('the last', part(waited, 1));
    tell('CPU of one delivered event', `${(((cpuAfter - cpuBefore) / length) * 1e6).toFixed(1)} us`);
  } finally {
    for (const socket of sockets) socket.destroy();
    await streaming.end();
  }
}

function optionsOf(words: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...words],
    options: {
      subscribers: { type: 'string', default: '5000' },
      tenants: { type: 'string', default: '50' },
      events: { type: 'string', default: '500' },
      rate: { type: 'string', default: '50' },
      store: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  return {
    subscribers: whole('subscribers', values.subscribers),
    tenants: whole('tenants', values.tenants),
    events: whole('events', values.events),
    rate: whole('rate', values.rate),
    store: values.store,
  };
}

try {
  const options = optionsOf(argv.slice(2));
  if (options === undefined) {
    console.log(usage);
    exit(0);
  }
  await run(options);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  exit(2);
}
