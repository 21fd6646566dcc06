import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { getDefaultStore } from '../../src/cli/shared/store.ts';
import { type Store, StoreUnavailableError } from '../../src/contracts/store.ts';
import { type Log, openStore, plan, read, type Settings } from '../../src/index.ts';
import { openOn } from '../../src/library/open.ts';
import { listen } from '../../src/serve/node.ts';
import { createNodePlatform } from '../../src/serve/platform-node.ts';
import { exchange } from '../security/errors.fixture.ts';

/** A service that a transcript has opened. */
export interface Session {
  /** Why it did not open; empty where it did. */
  readonly opened: string;
  /** Sends a request, `POST /notes {"title":"x"} -H 'Name: value'`, and returns what a person sees of the response, and of the log. */
  ask(line: string, key: string | undefined): Promise<string>;
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
  const platform = words.includes('--quick') ? { ...real, after: quick } : real;
  let store: Store | undefined;
  let opened: Awaited<ReturnType<typeof openOn>> | undefined;
  let listener: Awaited<ReturnType<typeof listen>> | undefined;
  let failure = '';
  try {
    store = await openStore(plan(read(text)), address, { log: platform.log });
    opened = await openOn(platform, {
      document,
      store: failingAt(store, words),
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
      const end = Date.now() + 20_000;
      const found = (): string | undefined => logged.find((line) => line.includes(wanted));
      while (found() === undefined) {
        if (Date.now() > end) throw new Error(`nothing was logged with: ${wanted}`);
        await setTimeout(5);
      }
      const line = found()!;
      logged.splice(logged.indexOf(line), 1);
      return line;
    },
    async close() {
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

/** Receives webhooks and answers each with a status. */
export async function receiver(status: number): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((request, response) =>
    request.resume().on('end', () => response.writeHead(status).end()),
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

/** A store of which some methods fail, named as `credentials.find`. */
function failingAt<T extends object>(of: T, words: readonly string[], path = ''): T {
  const named = (flag: string): readonly string[] =>
    words.includes(flag) ? words[words.indexOf(flag) + 1]!.split(',') : [];
  const [failing, away] = [named('--failing'), named('--away')];
  if (failing.length + away.length === 0) return of;
  return new Proxy(of, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      const at = `${path}${String(name)}`;
      if (failing.includes(at)) return () => Promise.reject(new Error('disk I/O error'));
      if (away.includes(at)) return () => Promise.reject(new StoreUnavailableError('disk I/O error'));
      const isAbove = [...failing, ...away].some((place) => place.startsWith(`${at}.`));
      if (typeof value === 'function') {
        const method = value.bind(target) as (...given: readonly unknown[]) => object;
        return isAbove ? (...given: readonly unknown[]) => failingAt(method(...given), words, `${at}.`) : method;
      }
      return isAbove ? failingAt(value as object, words, `${at}.`) : value;
    },
  });
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
