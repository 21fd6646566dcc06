import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { env } from 'node:process';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { type ConnectionOptions, connect, type NatsConnection } from '@nats-io/transport-node';
import { freePort } from './postgres.ts';

/** The program, where it is installed: on the PATH, or where Debian puts it. */
const program = [...(env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/bin']
  .map((folder) => join(folder, 'nats-server'))
  .find((file) => existsSync(file));

/** Why tests with a server are left out; false where they are not. */
export const withoutNats: string | false =
  program === undefined
    ? 'LEFT OUT: the program nats-server is not installed (Debian: apt-get install nats-server)'
    : false;

/** A message as a stream keeps it. */
export interface KeptMessage {
  readonly subject: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A NATS server of its own, with JetStream, in a temporary folder, on a free port. */
export interface NatsServer {
  readonly address: string;
  /** Ends it, hard where asked for; what streams keep stays. */
  stop(hard?: boolean): Promise<void>;
  start(): Promise<void>;
  /** Makes a stream that takes subjects; `more` are its further settings. */
  addStream(name: string, subjects: readonly string[], more?: object): Promise<void>;
  /** Gives a stream other subjects. */
  setSubjects(name: string, subjects: readonly string[]): Promise<void>;
  /** What a stream keeps, oldest first. */
  messages(name: string): Promise<readonly KeptMessage[]>;
}

/** Starts a server for a test, and ends it with the test. `lines` are lines of its configuration. */
export async function natsFor(
  test: TestContext,
  lines: readonly string[] = [],
  signIn: ConnectionOptions = {},
): Promise<NatsServer> {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-nats-'));
  const port = await freePort();
  const file = join(folder, 'nats.conf');
  const facts = ['host: 127.0.0.1', `port: ${port}`, `jetstream { store_dir: "${join(folder, 'kept')}" }`];
  writeFileSync(file, [...facts, ...lines].join('\n'));
  const address = `nats://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const stop = async (hard = false): Promise<void> => {
    const running = child;
    child = undefined;
    if (running === undefined) return;
    running.ref();
    const ended = once(running, 'close');
    running.kill(hard ? 'SIGKILL' : 'SIGTERM');
    await ended;
  };
  const start = async (): Promise<void> => {
    child = spawn(program!, ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr!.on('data', (piece) => {
      said += piece;
    });
    const until = performance.now() + 10_000;
    while (!said.includes('Server is ready')) {
      if (child.exitCode !== null || performance.now() > until) throw new Error(`nats-server did not start:\n${said}`);
      await pause(20);
    }
    guard(child.pid!, folder);
    child.unref();
    (child.stderr as unknown as Socket).unref();
  };
  const end = (): void => void child?.kill('SIGKILL');
  process.once('exit', end);
  test.after(async () => {
    await stop(true);
    process.off('exit', end);
    rmSync(folder, { recursive: true, force: true });
  });
  const asking = async <T>(work: (connection: NatsConnection) => Promise<T>): Promise<T> => {
    const connection = await connect({ servers: [address], reconnect: false, ...signIn });
    try {
      return await work(connection);
    } finally {
      await connection.close();
    }
  };
  await start();
  return {
    address,
    stop,
    start,
    addStream: (name, subjects, more = {}) =>
      asking(async (connection) => {
        await (await jetstreamManager(connection)).streams.add({ name, subjects: [...subjects], ...more });
      }),
    setSubjects: (name, subjects) =>
      asking(async (connection) => {
        await (await jetstreamManager(connection)).streams.update(name, { subjects: [...subjects] });
      }),
    messages: (name) => asking((connection) => messagesIn(connection, name)),
  };
}

/** Ends the server when this process is gone without having done so: killed, say. */
function guard(server: number, folder: string): void {
  const script = `while kill -0 ${process.pid} && kill -0 ${server}; do sleep 1; done 2>/dev/null
    kill -0 ${process.pid} 2>/dev/null || { kill -KILL ${server} 2>/dev/null; sleep 1; rm -rf '${folder}'; }`;
  spawn('sh', ['-c', script], { detached: true, stdio: 'ignore' }).unref();
}

async function messagesIn(connection: NatsConnection, name: string): Promise<readonly KeptMessage[]> {
  const manager = await jetstreamManager(connection);
  const { state } = await manager.streams.info(name);
  const found: KeptMessage[] = [];
  for (let seq = state.first_seq; seq > 0 && seq <= state.last_seq; seq++) {
    const message = await manager.streams.getMessage(name, { seq });
    if (message === null) continue;
    const headers = [...(message.header?.keys() ?? [])].map((key) => [key, message.header!.get(key)]);
    found.push({ subject: message.subject, body: message.string(), headers: Object.fromEntries(headers) });
  }
  return found;
}
