import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Store } from '../../src/contracts/store.ts';
import { type Log, openStore, plan, read, type Settings } from '../../src/index.ts';
import { openOn } from '../../src/library/open.ts';
import { getDefaultStore } from '../../src/operator/files/default-store.ts';
import { listen } from '../../src/serve/node.ts';
import { createNodePlatform } from '../../src/serve/platform-node.ts';
import { exchange } from '../security/errors.fixture.ts';
import { createFailures, failingAt } from './transcript-failures.ts';

/** A service that a transcript has opened. */
export interface Session {
  /** Why it did not open; empty where it did. */
  readonly opened: string;
  /** Sends a request, `POST /notes {"title":"x"} -H 'Name: value'`, and returns what a person sees of the response, and of the log. */
  ask(line: string, key: string | undefined): Promise<string>;
  /** Opens a stream as `ask` sends a request, and returns its status; what it sends is among the lines that `waitFor` finds. */
  stream(line: string, key: string | undefined): Promise<string>;
  /** Lets the clock go forward, by milliseconds. */
  later(milliseconds: number): void;
  /** From now on these methods of the store fail, such as `credentials.find`, and no others. */
  fail(methods: readonly string[]): void;
  /** Sends the bytes of an HTTP request, and returns those that come back. */
  send(bytes: string): Promise<string>;
  /** Waits until the log holds a text, and returns the first line with it. */
  waitFor(text: string): Promise<string>;
  close(): Promise<void>;
}

const shownHeaders = ['Allow', 'ETag', 'Location', 'Retry-After', 'WWW-Authenticate'];

/**
 * Opens the service of a document, with the module beside it. Words: `--memory` for a store that ends with it, `--failing a.b,c.d` for
 * methods of the store that fail (`--away`: as if it was out of reach), `--quick` for timers that do not wait, `--explain`, and
 * `--watched` for methods that `fail` names later, and
 * settings as JSON.
 */
export async function serveHere(document: string, text: string, words: readonly string[]): Promise<Session> {
  const logged: string[] = [];
  const module = document.replace(/\.md$/, '.ts');
  const url = `${pathToFileURL(module).href}?${Math.random()}`;
  const handlers = existsSync(module) ? (await import(url)).default : undefined;
  const address = words.includes('--memory') ? 'sqlite::memory:' : getDefaultStore(document);
  const real = createNodePlatform(logInto(logged));
  const quick: typeof real.after = (milliseconds, work) => real.after(Math.min(milliseconds, 5), work);
  let ahead = 0;
  const now = (): number => real.now() + ahead;
  const platform = { ...real, now, ...(words.includes('--quick') ? { after: quick } : {}) };
  const failing = createFailures(words);
  const reading = new Set<ReadableStreamDefaultReader<Uint8Array>>();
  let store: Store | undefined;
  let opened: Awaited<ReturnType<typeof openOn>> | undefined;
  let listener: Awaited<ReturnType<typeof listen>> | undefined;
  let failure = '';
  try {
    store = await openStore(plan(read(text)), address, { log: platform.log });
    opened = await openOn(platform, {
      document,
      store: failingAt(store, failing),
      handlers,
      settings: settingsIn(words),
    });
  } catch (error) {
    failure = `error: ${(error as Error).message}`;
  }
  // What runs beside requests logs at any moment: `wait` shows it.
  const taken = (): string[] => {
    const own = logged.filter((line) => line.includes('"trace_id"'));
    const others = logged.filter((line) => !own.includes(line));
    logged.splice(0, logged.length, ...others);
    return own;
  };
  return {
    opened: failure,
    async ask(line, key) {
      if (opened === undefined) throw new Error(failure);
      const response = await opened.service.fetch(requestOf(line, key), '203.0.113.7');
      const shown = shownHeaders.flatMap((name) => {
        const value = response.headers.get(name);
        return value === null ? [] : [`${name}: ${value}`];
      });
      const content = await response.text();
      return [`${response.status}`, ...shown, ...(content === '' ? [] : [shownBody(content)]), ...taken()].join('\n');
    },
    async stream(line, key) {
      if (opened === undefined) throw new Error(failure);
      const response = await opened.service.fetch(requestOf(line, key), '203.0.113.7');
      const reader = response.body!.getReader();
      reading.add(reader);
      void logStream(reader, logged);
      return `${response.status}`;
    },
    later(milliseconds) {
      ahead += milliseconds;
    },
    fail(methods) {
      failing.set(methods);
    },
    async send(bytes) {
      listener ??= await listen(opened!.inside, { port: 0, host: '127.0.0.1' });
      const got = await exchange(listener.address, bytes.replaceAll('\\r\\n', '\r\n'));
      return [
        got
          .replaceAll('\r\n', '\n')
          .replaceAll(/^Date: .*$/gm, 'Date: <date>')
          .trimEnd(),
        ...taken(),
      ].join('\n');
    },
    async waitFor(wanted) {
      const end = Date.now() + 60_000;
      const found = (): string | undefined => logged.find((line) => line.includes(wanted));
      while (found() === undefined) {
        if (Date.now() > end) throw new Error(`not logged: ${wanted}; logged: ${[...new Set(logged)].join('\n')}`);
        await setTimeout(5);
      }
      const line = found()!;
      logged.splice(logged.indexOf(line), 1);
      return line;
    },
    async close() {
      for (const reader of reading) void reader.cancel().catch(() => undefined);
      await listener?.close(100);
      await opened?.service.close();
      await store?.close();
    },
  };
}

/** A body with each field error on a line of its own. */
function shownBody(content: string): string {
  return content.replace(
    /"errors":\[(\{.*\})\]/s,
    (_, errors: string) => `"errors":[\n  ${errors.replaceAll('},{', '},\n  {')}\n]`,
  );
}

/** Receives webhooks and answers each with a status; without one, never. */
export async function receiver(status?: number): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((request, response) =>
    request.resume().on('end', () => status !== undefined && response.writeHead(status).end()),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, close: () => server.close().closeAllConnections() };
}

function settingsIn(words: readonly string[]): Settings {
  const json = words.find((word) => word.startsWith('{'));
  const { webhookUrls, ...others } = JSON.parse(json ?? '{}') as Settings & {
    readonly webhookUrls?: Record<string, string>;
  };
  const explain = words.includes('--explain') ? { explain: 'always' as const } : {};
  return {
    ...explain,
    ...others,
    ...(webhookUrls === undefined ? {} : { webhookUrls: new Map(Object.entries(webhookUrls)) }),
  };
}

/** Adds what a stream of events sends to the log, line by line. */
async function logStream(reader: ReadableStreamDefaultReader<Uint8Array>, logged: string[]): Promise<void> {
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }) as const);
    if (done) break;
    const lines = decoder.decode(value, { stream: true }).split('\n');
    logged.push(...lines.filter((line) => line !== '').map((line) => `stream: ${line}`));
  }
  logged.push('stream: (ended)');
}

function requestOf(line: string, key: string | undefined): Request {
  const [, method = '', path = '', more = ''] = /^(\S+) (\S+) ?([\s\S]*)$/.exec(line) ?? [];
  const headers = new Headers();
  for (const [, name = '', value = ''] of more.matchAll(/-H '([^:]+): ([^']*)'/g)) headers.append(name, value);
  const body = more.replaceAll(/ ?(-H '[^']*'|--no-key)/g, '').trim();
  if (body !== '' && !headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
  const isOpen = key === undefined || headers.has('Authorization') || headers.has('X-Key') || /--no-key\b/.test(more);
  if (!isOpen) headers.set('Authorization', `Bearer ${key}`);
  return new Request(`http://api.example${path}`, { method, headers, ...(body === '' ? {} : { body }) });
}

/** A log whose lines are shown as a person reads them: the level, the message, the facts. */
function logInto(lines: string[]): Log {
  const note = (level: string) => (facts: object, message: string) => {
    lines.push(`log ${level}: ${message} ${JSON.stringify(facts)}`);
  };
  return { info: note('info'), warn: note('warn'), error: note('error') };
}
