import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort, type PostgresServer } from './postgres.ts';

/** A standby of a server of PostgreSQL: a copy that follows it by streaming replication, and answers reads. */
export interface Standby {
  /** The address of a database, by its address on the primary. */
  of(address: string): string;
  /** Pauses or continues the replay of what the standby receives. */
  replay(paused: boolean): Promise<void>;
  /** Ends its replication: it becomes a server of its own, with the same address. */
  promote(): Promise<void>;
  /** Ends it at once, as a loss of power would. */
  kill(): Promise<void>;
  /** Sends a signal to its first process and to those that it has started. */
  signal(name: NodeJS.Signals): void;
  start(): Promise<void>;
  /** Ends it and removes what it kept. */
  stop(): Promise<void>;
}

/** Starts a standby of a server, from a copy of its files. */
export async function startStandby(primary: PostgresServer): Promise<Standby> {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-standby-'));
  const label = await asking(primary.address, async (client) => {
    await client.query(`SELECT pg_backup_start('standby', true)`);
    execFileSync('cp', ['-a', `${primary.folder}/.`, folder]);
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    return rows[0]!.labelfile;
  });
  rmSync(join(folder, 'postmaster.pid'), { force: true });
  const { uid, gid } = statSync(primary.folder);
  for (const [name, text] of [
    ['backup_label', label],
    ['standby.signal', ''],
  ] as const) {
    writeFileSync(join(folder, name), text);
    chownSync(join(folder, name), uid, gid);
  }
  const port = await freePort();
  const at = new URL(primary.address);
  const source = `host=${at.hostname} port=${at.port} user=${at.username} password='${decodeURIComponent(at.password)}'`;
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=300', 'fsync=off'];
  const all = [...settings, `primary_conninfo=${source}`, 'wal_retrieve_retry_interval=200ms'];
  const of = (address: string): string => {
    const url = new URL(address);
    url.port = String(port);
    return url.href;
  };
  let child: ChildProcess | undefined;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const running = child;
    child = undefined;
    if (running === undefined || running.exitCode !== null) return;
    const ended = once(running, 'close');
    running.kill(signal);
    await ended;
  };
  const start = async (): Promise<void> => {
    const words = ['-D', folder, '-p', String(port), ...all.flatMap((setting) => ['-c', setting])];
    child = spawn(primary.program, words, {
      ...(process.getuid?.() === 0 ? { uid, gid } : {}),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr!.on('data', (piece) => {
      said += piece;
    });
    for (const until = performance.now() + 20_000; !said.includes('ready to accept read-only connections'); ) {
      if (child.exitCode !== null || performance.now() > until) throw new Error(`the standby did not start:\n${said}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    guard(child.pid!, folder);
  };
  const call = (text: string): Promise<void> =>
    asking(of(primary.address), async (client) => void (await client.query(text)));
  await start();
  return {
    of,
    replay: (paused) => call(paused ? 'SELECT pg_wal_replay_pause()' : 'SELECT pg_wal_replay_resume()'),
    promote: () => call('SELECT pg_promote()'),
    kill: () => end('SIGKILL'),
    signal(name) {
      const pid = String(child!.pid);
      for (const one of execFileSync('pgrep', ['-P', pid], { encoding: 'utf8' }).trim().split('\n')) {
        process.kill(Number(one), name);
      }
      child!.kill(name);
    },
    start,
    async stop() {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Ends the server when this process is gone without having done so; as long as it is there, the folder stays. */
function guard(server: number, folder: string): void {
  const script = `while kill -0 ${process.pid} && kill -0 ${server}; do sleep 1; done 2>/dev/null
    kill -0 ${process.pid} 2>/dev/null || { kill -INT ${server} 2>/dev/null; sleep 2; rm -rf '${folder}'; }`;
  spawn('sh', ['-c', script], { detached: true, stdio: 'ignore' }).unref();
}

async function asking<T>(address: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
