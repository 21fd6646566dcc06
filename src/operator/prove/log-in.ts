import type { WholePlan } from '../../plan/whole.ts';
import type { Caller } from '../../prove/world/callers.ts';
import { type GotResponse, NoResponseError } from '../../prove/world/exchanged.ts';
import { CommandError } from '../command-error.ts';
import type { AuthUser, Carried, Login, Token } from './auth-file.ts';
import { createCaller } from './callers.ts';
import { createHttpTransport } from './http.ts';

/** The facts of a caller that a file of users cannot state. */
export interface CallerFacts {
  readonly scopes?: readonly string[] | undefined;
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Makes callers of the users of a file; those without a credential log in at the service. Throws a `CommandError` for a login that fails, and
 * for a credential that no scheme of the document is sent as.
 */
export async function logIn(
  plan: WholePlan,
  file: string,
  users: readonly AuthUser[],
  baseUrl: string,
  factsOf: (name: string) => CallerFacts,
): Promise<readonly Caller[]> {
  const callers: Caller[] = [];
  for (const { name, headers, login } of users) {
    const place = `${file}: ${name}`;
    const carried = login === undefined ? headers : await askFor(place, login, baseUrl);
    const found = carried.flatMap((one) => findScheme(plan, one) ?? []);
    if (found.length !== 1 || carried.length !== 1) {
      const sent = carried.map((one) => `${one.in} ${one.name}`).join(' and ') || 'no cookie';
      throw new CommandError(`${place}: the document has no scheme that is sent as ${sent}.`);
    }
    callers.push(createCaller(plan, { name, ...found[0]!, ...factsOf(name) }, place));
  }
  return callers;
}

/** The scheme that a value is sent as, and the credential in it. */
function findScheme(
  { authentication }: WholePlan,
  { in: place, name, value }: Carried,
): { readonly scheme: string; readonly credential: string } | undefined {
  for (const { name: scheme, disabled, sentIn } of authentication.schemes) {
    if (disabled === true) continue;
    for (const own of sentIn) {
      const [at, text] =
        place === 'header' && name.toLowerCase() === 'cookie' && own.in === 'cookie'
          ? ['cookie', value.startsWith(`${own.name}=`) ? value.slice(own.name.length + 1) : undefined]
          : [place, isNamed(own, name) ? value : undefined];
      if (at !== own.in || text === undefined) continue;
      if (own.word === undefined) return { scheme, credential: text };
      if (text.startsWith(`${own.word} `)) return { scheme, credential: text.slice(own.word.length + 1) };
    }
  }
  return undefined;
}

function isNamed(own: { readonly in: string; readonly name: string }, name: string): boolean {
  return own.in === 'header' ? own.name.toLowerCase() === name.toLowerCase() : own.name === name;
}

async function askFor(
  place: string,
  { to, method, headers, text, token }: Login,
  baseUrl: string,
): Promise<readonly Carried[]> {
  const url = new URL(to.startsWith('/') ? `${baseUrl}${to}` : to);
  const transport = createHttpTransport({ origin: url.origin, allowsChanges: true, until: () => Date.now() });
  const path = `${url.pathname}${url.search}`;
  const response = await transport
    .send({ method, path, headers, ...(text === undefined ? {} : { text }) })
    .catch((error: unknown) => {
      if (error instanceof NoResponseError) throw new CommandError(`${place}: the login failed: ${error.message}.`);
      throw error;
    });
  if (response.status >= 400) throw new CommandError(`${place}: the login got ${response.status}.`);
  return token === undefined ? readCookie(place, response) : [readToken(place, token, response)];
}

/** The first cookie that a response sets. */
function readCookie(place: string, { headers }: GotResponse): readonly Carried[] {
  const [name, value] = /^([^=;,\s]+)=([^;,]*)/.exec(headers['set-cookie'] ?? '')?.slice(1) ?? [];
  if (name === undefined || value === undefined) throw new CommandError(`${place}: the login sets no cookie.`);
  return [{ in: 'cookie', name, value }];
}

function readToken(
  place: string,
  { from, selector, in: sentIn, name, template }: Token,
  response: GotResponse,
): Carried {
  const found = from === 'header' ? response.headers[selector.toLowerCase()] : readPointer(response.body, selector);
  if (typeof found !== 'string' || found === '')
    throw new CommandError(`${place}: the response of the login has no text at ${selector}.`);
  return { in: sentIn, name, value: template.replaceAll('{token}', () => found) };
}

/** Reads a JSON Pointer (RFC 6901). */
function readPointer(body: unknown, pointer: string): unknown {
  const names = pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.reduce<unknown>(
    (at, name) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, name)
        ? (at as Record<string, unknown>)[name]
        : undefined,
    body,
  );
}
