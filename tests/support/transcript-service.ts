import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { usualStore } from '../../src/cli/shared/store.ts';
import { type Log, open } from '../../src/index.ts';

/** A service that a transcript has opened. */
export interface Session {
  /** What is shown when it has opened: lines of its log. */
  readonly opened: string;
  /** Sends a request, `POST /notes {"title":"x"} -H 'Name: value'`, and returns what a person sees of the response, and of the log. */
  ask(words: readonly string[], key: string | undefined): Promise<string>;
  close(): Promise<void>;
}

const shownHeaders = ['Allow', 'ETag', 'Location', 'Retry-After', 'WWW-Authenticate'];

/** Opens the service of a document on its own store, with the module beside it. */
export async function serveHere(document: string, words: readonly string[]): Promise<Session> {
  const logged: string[] = [];
  const module = document.replace(/\.md$/, '.ts');
  const handlers = existsSync(module) ? (await import(pathToFileURL(module).href)).default : undefined;
  const isFresh = words.includes('--memory');
  let opened: Awaited<ReturnType<typeof open>> | undefined;
  let failure = '';
  try {
    opened = await open({
      document,
      store: isFresh ? 'sqlite::memory:' : usualStore(document).replace('sqlite:', `sqlite:`),
      handlers,
      log: logInto(logged),
      durability: 'process',
    });
  } catch (error) {
    failure = `error: ${(error as Error).message}`;
  }
  const taken = (): string[] => logged.splice(0);
  return {
    opened: [failure, ...taken()].filter((line) => line !== '').join('\n'),
    async ask([method = '', path = '', ...more], key) {
      if (opened === undefined) throw new Error(failure);
      const { headers, body } = requestOf(more, key);
      const request = new Request(`http://api.example${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
      });
      const response = await opened.fetch(request, '203.0.113.7');
      const shown = shownHeaders.flatMap((name) => {
        const value = response.headers.get(name);
        return value === null ? [] : [`${name}: ${value}`];
      });
      const text = await response.text();
      return [`${response.status}`, ...shown, ...(text === '' ? [] : [text]), ...taken()].join('\n');
    },
    async close() {
      await opened?.close();
    },
  };
}

function requestOf(words: readonly string[], key: string | undefined) {
  const headers = new Headers();
  let body: string | undefined;
  for (let i = 0; i < words.length; i++) {
    if (words[i] === '-H') {
      const [name = '', ...value] = words[++i]!.split(': ');
      headers.set(name, value.join(': '));
    } else if (words[i] !== '--no-key') body = body === undefined ? words[i]! : `${body} ${words[i]}`;
  }
  if (body !== undefined && !headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
  if (key !== undefined && !headers.has('Authorization') && !words.includes('--no-key')) {
    headers.set('Authorization', `Bearer ${key}`);
  }
  return { headers, body };
}

/** A log whose lines are shown as a person reads them: the level, the message, the facts. */
export function logInto(lines: string[]): Log {
  const note = (level: string) => (facts: object, message: string) => {
    lines.push(`log ${level}: ${message} ${JSON.stringify(facts)}`);
  };
  return { info: note('info'), warn: note('warn'), error: note('error') };
}
