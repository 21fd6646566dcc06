import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { execPath } from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A server in a process of its own. */
export interface Server {
  readonly port: number;
  /** The number of the process. */
  readonly pid: number;
  /** The seconds of CPU that the whole process has used so far, all its threads together. */
  cpuSeconds(): Promise<number>;
  /** The memory that the process holds, in MiB. */
  memory(): Promise<number>;
  stop(): Promise<void>;
}

const listening = /^listening on http:\/\/[^:]+:(\d+)$/;
const patience = 60_000;

/** Starts a server with the arguments of Node and waits until it listens. */
export async function startServer(command: readonly string[], flags: readonly string[] = []): Promise<Server> {
  const meter = new URL('cpu-meter.ts', import.meta.url).href;
  const child = spawn(execPath, [...flags, '--import', meter, ...command], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    cwd: fileURLToPath(new URL('data', import.meta.url)),
  });
  const port = await portOf(child);
  const asked: ((seconds: number) => void)[] = [];
  child.on('message', (seconds) => asked.shift()?.(seconds as number));
  const ask = (what: string): Promise<number> =>
    new Promise((resolve, reject) => {
      asked.push(resolve);
      child.send(what, (error) => error !== null && reject(error));
    });
  return {
    port,
    pid: child.pid!,
    cpuSeconds: () => ask('cpu'),
    memory: () => ask('memory'),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    const said: string[] = [];
    const fail = (why: string): void => {
      child.kill('SIGKILL');
      reject(new Error(`the server ${why}:\n${said.slice(-30).join('\n')}`));
    };
    const timer = setTimeout(() => fail('does not say where it listens'), patience);
    const ended = (): void => fail('ended before it listened');
    child.once('exit', ended);
    for (const stream of [child.stdout!, child.stderr!]) {
      createInterface({ input: stream }).on('line', (line) => {
        if (said.length < 1000) said.push(line);
        const found = listening.exec(line);
        if (found === null) return;
        clearTimeout(timer);
        child.off('exit', ended);
        resolve(Number(found[1]));
      });
    }
  });
}
