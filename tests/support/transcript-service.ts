import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { usualStore } from '../../src/cli/shared/store.ts';
import type { Store } from '../../src/contracts/store.ts';
import { type Log, open, openStore, plan, read, type Settings } from '../../src/index.ts';

/** A service that a transcript has opened. */
export interface Session {
  /** What is shown when it has opened: why it did not, and lines of its log. */
  readonly opened: string;
  /** Sends a request, `POST /notes {"title":"x"} -H 'Name: value'`, and returns what a person sees of the response, and of the log. */
  ask(line: string, key: string | undefined): Promise<string>;
  /** Waits until the log holds a text, and returns the lines of the log so far. */
  waitFor(text: string): Promise<string>;
  close(): Promise<void>;
}

const shownHeaders = ['Allow', 'ETag', 'Location', 'Retry-After', 'WWW-Authenticate'];

/**
 * Opens the service of a document, with the module beside it. Words: `--memory` for a store that ends with it, `--failing a.b,c.d` for
 * methods of the store that fail, `--explain`, and settings as JSON.
 */
export async function serveHere(document: string, text: string, words: readonly string[]): Promise<Session> {
  const logged: string[] = [];
  const module = document.replace(/\.md$/, '.js');
  const handlers = existsSync(module)
    ? (await import(`${pathToFileURL(module).href}?${Math.random()}`)).default
    : undefined;
  const address = words.includes('--memory') ? 'sqlite::memory:' : usualStore(document);
  const failing = words[words.indexOf('--failing') + 1]?.split(',') ?? [];
  let store: Store | undefined;
  let opened: Awaited<ReturnType<typeof open>> | undefined;
  let failure = '';
  try {
    store = await openStore(plan(read(text)), address, { log: logInto(logged) });
    const settings = settingsIn(words);
    opened = await open({
      document,
      store: words.includes('--failing') ? failingAt(store, failing) : store,
      handlers,
      settings,
      log: logInto(logged),
    });
  } catch (error) {
    failure = `error: ${(error as Error).message}`;
  }
  const taken = (): string[] => logged.splice(0);
  return {
    opened: [failure, ...taken()].filter((line) => line !== '').join('\n'),
    async ask(line, key) {
      if (opened === undefined) throw new Error(failure);
      const response = await opened.fetch(requestOf(line, key), '203.0.113.7');
      const shown = shownHeaders.flatMap((name) => {
        const value = response.headers.get(name);
        return value === null ? [] : [`${name}: ${value}`];
      });
      const content = await response.text();
      return [`${response.status}`, ...shown, ...(content === '' ? [] : [shownBody(content)]), ...taken()].join('\n');
    },
    async waitFor(wanted) {
      const end = Date.now() + 10_000;
      while (!logged.some((line) => line.includes(wanted)) && Date.now() < end) await setTimeout(5);
      return taken().join('\n');
    },
    async close() {
      await opened?.close();
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
  const { targets, ...others } = JSON.parse(json ?? '{}') as Settings & { readonly targets?: Record<string, string> };
  const explain = words.includes('--explain') ? { explain: 'always' as const } : {};
  return { ...explain, ...others, ...(targets === undefined ? {} : { targets: new Map(Object.entries(targets)) }) };
}

/** A store of which some methods fail, named as `credentials.find`. */
function failingAt<T extends object>(of: T, names: readonly string[], path = ''): T {
  return new Proxy(of, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      const at = `${path}${String(name)}`;
      if (names.includes(at)) return () => Promise.reject(new Error('disk I/O error'));
      if (typeof value === 'function') return value.bind(target);
      const isAbove = typeof value === 'object' && value !== null && names.some((one) => one.startsWith(`${at}.`));
      return isAbove ? failingAt(value, names, `${at}.`) : value;
    },
  });
}

function requestOf(line: string, key: string | undefined): Request {
  const [, method = '', path = '', more = ''] = /^(\S+) (\S+) ?([\s\S]*)$/.exec(line) ?? [];
  const headers = new Headers();
  for (const [, name = '', value = ''] of more.matchAll(/-H '([^:]+): ([^']*)'/g)) headers.append(name, value);
  const body = more.replaceAll(/ ?(-H '[^']*'|--no-key)/g, '').trim();
  if (body !== '' && !headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
  const isOpen = key === undefined || headers.has('Authorization') || /--no-key\b/.test(more);
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
