import { keepRefreshToken, type SessionNews } from '../../../docs/page/session.ts';
import type { OperationData, SchemeData } from '../../model.ts';
import { data, joinWords } from '../base/data.ts';

/** The same place as that of the documentation page: who signed in there is signed in here, in this tab. */
const keyName = 'nonet-key';
const schemeName = 'nonet-scheme';

/** The user, as the service knows it. */
export interface Caller {
  readonly signedIn: boolean;
  readonly scopes: readonly string[];
}

let caller: Caller = { signedIn: false, scopes: [] };
let own = '';
/** How far the clock of the service is ahead of that of this machine, in milliseconds. */
let ahead = 0;

/** Notes the time that a response states. */
export function noteTime(response: Response): void {
  const at = Date.parse(response.headers.get('Date') ?? '');
  if (!Number.isNaN(at)) ahead = at - Date.now();
}

/** Returns the present moment by the clock of the service. */
export function getNow(): number {
  return Date.now() + ahead;
}

/** Returns what the service last said of the user. */
export function getCaller(): Caller {
  return caller;
}

function readKey(name: string): string {
  try {
    return sessionStorage.getItem(name) ?? '';
  } catch {
    return name === keyName ? own : '';
  }
}

function keep(name: string, text: string): void {
  if (name === keyName) own = text;
  try {
    if (text === '') sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, text);
  } catch {
    // without storage the key is kept until the page is left
  }
}

/** Lists the places of credentials that a page can fill, each once. */
export function listPlaces(): readonly SchemeData[] {
  const filled = data.schemes.filter(({ in: place }) => place !== 'cookie');
  const unlike = new Map(filled.map((scheme) => [`${scheme.in} ${scheme.header} ${scheme.word}`, scheme]));
  return [...unlike.values()];
}

/** Puts the credential of the user into a request. */
export function placeCredential(headers: Headers, query: URLSearchParams): void {
  const key = readKey(keyName);
  const places = listPlaces();
  const place = places.find(({ name }) => name === readKey(schemeName)) ?? places[0];
  if (key === '' || place === undefined) return;
  if (place.in === 'query') query.set(place.header, key);
  else headers.set(place.header, place.word === undefined ? key : `${place.word} ${key}`);
}

/** Uses what a response says of a session. */
export function useNews({ credential, refreshToken }: SessionNews): void {
  keep(keyName, credential);
  keepRefreshToken(refreshToken, false);
}

/** Uses a key of the user for a scheme. */
export function useKey(key: string, scheme: string): void {
  keep(keyName, key);
  keep(schemeName, scheme);
}

/** Forgets the credential of the user. */
export function clearSession(): void {
  keep(keyName, '');
  keepRefreshToken(undefined, false);
  caller = { signedIn: false, scopes: [] };
}

/** Asks the service who the user is. Returns what is wrong with the credential, in words. */
export async function askCaller(): Promise<string | undefined> {
  const headers = new Headers();
  const query = new URLSearchParams();
  placeCredential(headers, query);
  const path = `${data.prefix}/workbench/caller`;
  const response = await fetch(query.size === 0 ? path : `${path}?${query}`, { headers }).catch(() => undefined);
  if (response === undefined) return 'The service cannot be reached.';
  if (response.ok) {
    caller = (await response.json()) as Caller;
    return undefined;
  }
  if (response.status === 401) {
    clearSession();
    return 'The service does not accept this key: it is wrong, or it has expired.';
  }
  return response.status === 429
    ? 'Too many attempts: try again in a minute.'
    : `The service responds with ${response.status}.`;
}

/** Says why the user cannot call an operation, as far as scopes decide it; undefined: it can. */
export function findRefusal({ access }: OperationData): string | undefined {
  if (access.open === true) return undefined;
  if (!caller.signedIn) return 'Sign in first.';
  if (access.authenticated === true || access.scopes.some((scope) => caller.scopes.includes(scope))) return undefined;
  if (access.scopes.length === 0) return 'No scope allows this.';
  return `Your key lacks the scope ${joinWords(access.scopes)}.`;
}

/** Whether the scopes of the user admit an operation. */
export function mayCall(operation: OperationData | undefined): operation is OperationData {
  return operation !== undefined && findRefusal(operation) === undefined;
}
