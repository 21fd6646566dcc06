import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { env } from 'node:process';
import { freePort } from '../tests/support/postgres.ts';

/** A PgBouncer of its own in front of a database. */
export interface Pooler {
  /** The address of the database through it. */
  readonly address: string;
  /** The seconds of CPU that it has used. */
  cpuSeconds(): number;
  stop(): void;
}

const program = [...(env.PATH ?? '').split(delimiter), '/usr/sbin']
  .map((folder) => join(folder, 'pgbouncer'))
  .find((file) => existsSync(file));

/** Starts PgBouncer in a mode; undefined where it is not installed. It does not run as root: then it is `nobody`. */
export async function startPooler(database: string, mode: 'session' | 'transaction'): Promise<Pooler | undefined> {
  if (program === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'nonet-pgbouncer-'));
  const port = await freePort();
  const at = new URL(database);
  const name = at.pathname.slice(1);
  const user = `user=${at.username} password='${decodeURIComponent(at.password)}'`;
  const lines = [
    ...['[databases]', `${name} = host=${at.hostname} port=${at.port} dbname=${name} ${user}`, '[pgbouncer]'],
    ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'auth_type = any', 'unix_socket_dir ='],
    ...[`pool_mode = ${mode}`, 'default_pool_size = 100', 'max_client_conn = 300', 'server_login_retry = 1'],
  ];
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, lines.join('\n'));
  const child = spawn(program, [...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await untilListening(child);
  at.port = String(port);
  return {
    address: at.href,
    cpuSeconds: () => cpuOf(child.pid!),
    stop() {
      child.kill('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function untilListening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr!.on('data', (piece) => {
      said += piece;
      if (said.includes('listening on')) resolve();
    });
    child.once('exit', () => reject(new Error(`pgbouncer did not start:\n${said}`)));
  });
}

/** Seconds that a process of this machine has been on a CPU, as Linux counts them. */
function cpuOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e9;
}
