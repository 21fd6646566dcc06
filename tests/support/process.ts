import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program, root } from './program.ts';

export { program, root };

/** What a command printed and how it ended. */
export interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs `nonet` with these words to its end. */
export async function nonet(
  words: readonly string[],
  options: { cwd?: string; env?: object; input?: string } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...words], {
    cwd: options.cwd ?? root,
    env: { ...process.env, NO_COLOR: '1', ...options.env },
  });
  child.stdin.on('error', () => undefined);
  if (options.input !== undefined) child.stdin.end(options.input);
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, out, err };
}

/** A folder that is gone when the work is done. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A service in a process of its own. */
export interface Running {
  readonly address: string;
  /** The first key, where the store was empty. */
  readonly key: string | undefined;
  /** All it has printed so far. */
  readonly printed: () => string;
  readonly process: ChildProcess;
  /** Ends it as an operator does, and waits. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Ends it as the kernel does when memory is out, and waits. */
  kill(): Promise<void>;
}

/**
 * Starts `nonet serve` on a free port and waits until it listens; rejects with all it printed when it does not. `heard` is called
 * with all it has printed each time it prints before that.
 */
export async function serve(
  document: string,
  words: readonly string[] = [],
  env: object = {},
  heard: (printed: string) => void = () => undefined,
): Promise<Running> {
  const child = spawn(process.execPath, [program, 'serve', document, '--port', '0', ...words], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', ...env },
  });
  let printed = '';
  const ended = once(child, 'close') as Promise<[number | null]>;
  const address = await new Promise<string>((resolved, rejected) => {
    const listen = (chunk: Buffer): void => {
      printed += chunk;
      heard(printed);
      const found = /^listening on (http:\/\/\S+|unix:.+)$/m.exec(printed);
      if (found !== null) resolved(found[1]!);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    ended.then(([status]) => rejected(new Error(`serve ended with ${status}:\n${printed}`)), rejected);
  });
  // A test that fails before it ends its service ends it all the same, instead of waiting for it.
  held(child, false);
  process.once('exit', () => child.kill('SIGKILL'));
  return {
    address,
    key: /\b[a-z]\w*_[0-9A-Za-z]{24}_[0-9A-Za-z]{6}\b/.exec(printed)?.[0],
    printed: () => printed,
    process: child,
    async stop(signal = 'SIGTERM') {
      held(child, true);
      child.kill(signal);
      return (await ended)[0];
    },
    async kill() {
      held(child, true);
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Whether this process waits for a child and for what it prints. */
function held(child: ChildProcess, waits: boolean): void {
  const parts = [child, child.stdout as Socket | null, child.stderr as Socket | null];
  for (const part of parts) waits ? part?.ref() : part?.unref();
}

/** Sends a request with a JSON body, which must succeed. Rejects with a `TypeError` if the process has ended. */
export async function send(
  service: Running,
  key: string,
  line: string,
  body: object,
): Promise<{ readonly id: string; readonly secret: string }> {
  const [method = '', path = ''] = line.split(' ');
  const answer = await fetch(service.address + path, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.status >= 300) throw new Error(`${line} answered ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as { readonly id: string; readonly secret: string };
}
