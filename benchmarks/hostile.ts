import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { argv, execPath, exit } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { shop } from '../tests/serve/support/shop.fixture.ts';
import { ask, openConnection } from './client.ts';
import { positive, tell, whole } from './command.ts';
import { bodies, patterns, texts } from './hostile-bodies.ts';
import { requestText } from './requests.ts';
import { type Server, startServer } from './server.ts';
import { freshDatabase } from './targets.ts';

// What hostile requests cost (S12, S17, S20): CPU of one, and how long others wait beside slow ones.

const usage = `npm run bench:hostile -- [options]

  --repeats N   times that each body is sent (10)
  --clients N   clients that never end the heads of their requests (2000)
  --seconds N   seconds of requests beside them (20)
`;

const root = fileURLToPath(new URL('..', import.meta.url));
const data = fileURLToPath(new URL('data', import.meta.url));
/** What one hostile request may cost, in milliseconds of CPU. */
const most = 100;

const document = shop
  .replace('| body | body size | all | | 64 KiB |', '| body | body size | all | | 1 MiB |')
  .replace('| data | object | | |', (row) =>
    [row, ...patterns.map((pattern, i) => `| p${i} | string | pattern \`${pattern.replaceAll('|', '\\|')}\` | |`)].join(
      '\n',
    ),
  );

interface Target {
  readonly server: Server;
  readonly key: string;
}

async function startTarget(): Promise<Target> {
  mkdirSync(data, { recursive: true });
  const file = `${data}/hostile.md`;
  writeFileSync(file, document);
  const store = ['--store', `sqlite:${freshDatabase('hostile')}`];
  const words = [`${root}bin/nonet.ts`, 'keys', 'create', file, '--all-scopes', '--attribute', 'shop=a', ...store];
  const key = execFileSync(execPath, words, { encoding: 'utf8' }).trim();
  return { server: await startServer([`${root}bin/nonet.ts`, 'serve', file, '--port', '0', ...store]), key };
}

/** Milliseconds of CPU that a body costs. */
async function cpuOf({ server, key }: Target, body: string, repeats: number): Promise<number> {
  const request = requestText('POST', '/customers', key, body);
  const send = async (): Promise<void> => {
    const { status } = await ask(server.port, request);
    if (status < 400 || status >= 500) throw new Error(`a hostile body is answered by ${status}`);
  };
  await send();
  const before = await server.cpuSeconds();
  for (let i = 0; i < repeats; i++) await send();
  return (((await server.cpuSeconds()) - before) * 1000) / repeats;
}

/** The 99th percentile of a healthy client's times, in milliseconds. */
async function p99Of({ server, key }: Target, seconds: number): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  const text = requestText('GET', '/customers', key);
  const connection = openConnection(server.port, (error) => {
    throw error;
  });
  while (performance.now() < end) {
    const began = performance.now();
    await new Promise((resolve) => connection.send(text, false, resolve));
    times.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  connection.close();
  times.sort((left, right) => left - right);
  return times[Math.floor(times.length * 0.99)]!;
}

/** Keeps so many heads open that never end; gives how many were closed, and what ends them. */
function slowHeads({ server }: Target, clients: number): { closed(): number; end(): void } {
  let closed = 0;
  let over = false;
  const sockets = new Set<Socket>();
  const begin = (): void => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: a'));
    sockets.add(socket);
    socket.resume();
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      if (over) return;
      closed++;
      begin();
    });
  };
  for (let i = 0; i < clients; i++) begin();
  const drip = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x');
  }, 10_000);
  return {
    closed: () => closed,
    end() {
      over = true;
      clearInterval(drip);
      for (const socket of sockets) socket.destroy();
    },
  };
}

try {
  const { values } = parseArgs({
    args: argv.slice(2),
    options: {
      repeats: { type: 'string', default: '10' },
      clients: { type: 'string', default: '2000' },
      seconds: { type: 'string', default: '20' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    exit(0);
  }
  const [repeats, clients] = [whole('repeats', values.repeats), whole('clients', values.clients)];
  const seconds = positive('seconds', values.seconds);
  const target = await startTarget();
  for (const [what, text] of bodies) {
    const cpu = await cpuOf(target, text, repeats);
    tell(`CPU of a body: ${what}`, `${cpu.toFixed(1)} ms`, cpu <= most);
  }
  for (const [i, pattern] of patterns.entries()) {
    const each: number[] = [];
    for (const text of texts) {
      // The name that is missing lets no body be taken.
      each.push(await cpuOf(target, JSON.stringify({ email: 'a@example.com', [`p${i}`]: text }), repeats));
    }
    const cpu = Math.max(...each);
    tell(`CPU of the pattern ${pattern}`, `${cpu.toFixed(1)} ms`, cpu <= most);
  }
  const alone = await p99Of(target, seconds);
  const slow = slowHeads(target, clients);
  const beside = await p99Of(target, seconds);
  tell(`p99 of a healthy client alone`, `${alone.toFixed(2)} ms`);
  tell(`p99 beside ${clients} slow heads`, `${beside.toFixed(2)} ms`, beside <= Math.max(2 * alone, alone + 5));
  tell('slow heads that were closed meanwhile', String(slow.closed()), slow.closed() >= clients || seconds < 12);
  slow.end();
  await target.server.stop();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  exit(2);
}
