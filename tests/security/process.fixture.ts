import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { nonet, program, root, serve } from '../support/process.ts';
import { invoicesWithoutRate } from '../support/unhurried.ts';

/** A service in a process of its own that may not have all it wants. */
export interface Bounded {
  readonly address: string;
  readonly process: ChildProcess;
  printed(): string;
  /** Ends it as an operator does; resolves with its exit status. */
  end(): Promise<number | null>;
  stop(): Promise<void>;
}

/** Starts a service under a limit of the shell: `-S` one that root may lift again, else one that nobody may. */
export async function serveUnder(limit: string, document: string): Promise<Bounded> {
  const script = `trap '' XFSZ; ulimit ${limit}; exec "$0" "$@"`;
  const words = [process.execPath, program, 'serve', document, '--port', '0'];
  const child = spawn('sh', ['-c', script, ...words], { cwd: root, env: { ...process.env, NO_COLOR: '1' } });
  let printed = '';
  const ended = once(child, 'close') as Promise<[number | null]>;
  const address = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      printed += chunk;
      const found = /^listening on (http:\/\/\S+)$/m.exec(printed);
      if (found !== null) resolve(found[1]!);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    ended.then(() => reject(new Error(printed)), reject);
  });
  return {
    address,
    process: child,
    printed: () => printed,
    async end() {
      child.kill('SIGTERM');
      return (await ended)[0];
    },
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The body of a customer, no two alike. */
export const bodyOf = (i: number): object => ({ name: `${'n'.repeat(190)} ${i}`, email: `m${i}@example.com` });

/** Asks over a connection that may be new. */
export async function ask(
  address: string,
  line: string,
  key: string,
  body?: object,
): Promise<{ status: number; json: { id: string; code?: string } }> {
  const [method = '', path = ''] = line.split(' ');
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const got = await fetch(address + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: got.status, json: (await got.json()) as { id: string } };
}

/** One connection, over which one request after the other is asked. */
export function connectTo(address: string): {
  ask(line: string, key: string, body?: object): Promise<{ status: number; text: string }>;
  end(): void;
} {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  let got = '';
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    got += chunk;
  });
  return {
    async ask(line, key, body) {
      const text = body === undefined ? '' : JSON.stringify(body);
      const content = text === '' ? [] : ['Content-Type: application/json', `Content-Length: ${text.length}`];
      got = '';
      socket.write(
        `${[`${line} HTTP/1.1`, 'Host: a', `Authorization: Bearer ${key}`, ...content, '', text].join('\r\n')}`,
      );
      for (let tries = 0; tries < 500; tries++) {
        const found = /^HTTP\/1\.1 (\d{3}).*\r\nContent-Length: (\d+).*?\r\n\r\n(.*)$/s.exec(got);
        if (found !== null && Buffer.byteLength(found[3]!) === Number(found[2])) {
          return { status: Number(found[1]), text: found[3]! };
        }
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      throw new Error(`no answer to ${line}: ${got}`);
    },
    end: () => socket.destroy(),
  };
}

/** A folder with the document, and keys of two shops. */
export async function prepared(
  folder: string,
): Promise<{ readonly document: string; readonly keys: readonly string[] }> {
  const document = join(folder, 'invoices.md');
  writeFileSync(document, invoicesWithoutRate());
  const first = await serve(document);
  await first.stop();
  const keys = [];
  for (const shop of ['north', 'south']) {
    const { out, err } = await nonet([
      'keys',
      'create',
      document,
      '--scheme',
      'key',
      '--all-scopes',
      '--attribute',
      `shop=${shop}`,
    ]);
    assert.match(out, /^key_/, err);
    keys.push(out.trim());
  }
  return { document, keys };
}
