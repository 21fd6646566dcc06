import type { SessionData } from '../../session-data.ts';
import { findAll } from './dom.ts';
import { parse } from './response.ts';

/** The tokens of a session in a response; an empty credential: it has ended. */
export interface SessionNews {
  readonly credential: string;
  readonly refreshToken?: string;
}

const tokenName = 'nonet-refresh-token';
/** The refresh token of a session with the service that runs in the page. */
let ownToken: string | undefined;

/** Reads what a response says about a session; undefined if it says nothing. */
export async function readNews(operation: SessionData, response: Response): Promise<SessionNews | undefined> {
  if (!response.ok) return undefined;
  if (operation.ends === true) return { credential: '' };
  if (operation.credential === undefined) return undefined;
  const body = parse(await response.text());
  const [credential, refreshToken] = [operation.credential, operation.refreshToken].map((path) => find(body, path));
  if (typeof credential !== 'string') return undefined;
  return { credential, ...(typeof refreshToken === 'string' ? { refreshToken } : {}) };
}

function find(body: unknown, path: readonly string[] | undefined): unknown {
  return path?.reduce((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], body);
}

/** Returns the refresh token of the session in this tab, or of the service that runs in the page. */
export function readRefreshToken(isRunning: boolean): string | undefined {
  if (isRunning) return ownToken;
  try {
    return sessionStorage.getItem(tokenName) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the refresh token; undefined: there is none any more. Writes it into the bodies of open forms that send it. */
export function keepRefreshToken(token: string | undefined, isRunning: boolean): void {
  if (isRunning) ownToken = token;
  else {
    try {
      if (token === undefined) sessionStorage.removeItem(tokenName);
      else sessionStorage.setItem(tokenName, token);
    } catch {
      // without storage it is in the forms alone
    }
  }
  for (const form of findAll('form.console[data-refreshes]')) {
    const body = form.querySelector<HTMLTextAreaElement>('textarea[name=body]');
    const refreshes = parse(form.dataset.refreshes ?? '') as SessionData['refreshes'];
    if (body !== null && token !== undefined && refreshes !== undefined)
      body.value = JSON.stringify(writeRefresh(refreshes, token), null, 2);
  }
}

/** Returns the body that sends a refresh token. */
export function writeRefresh({ path, constants }: NonNullable<SessionData['refreshes']>, token: string): unknown {
  const body = structuredClone(constants ?? {}) as Record<string, unknown>;
  let at = body;
  for (const name of path.slice(0, -1)) {
    const inner = (at[name] ?? {}) as Record<string, unknown>;
    at[name] = inner;
    at = inner;
  }
  at[path.at(-1)!] = token;
  return body;
}
