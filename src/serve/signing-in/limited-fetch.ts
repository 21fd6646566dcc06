import { IssuerUnavailableError } from '../../contracts/sessions/tokens.ts';
import { isHere } from './settings.ts';

/** The most bytes of a response of an issuer. */
const largest = 262_144;
/** The milliseconds in which an issuer answers one request. */
const patienceMs = 5_000;

type Fetch = (url: string, options: RequestInit) => Promise<Response>;

/** Sends requests to an issuer; `failure` is why the last one had no usable response. */
export interface LimitedFetch {
  readonly fetch: Fetch;
  readonly failure: IssuerUnavailableError | undefined;
}

/**
 * Creates a `fetch` for what an issuer names: only https, or http on this machine if the issuer itself is there; without redirects, within
 * five seconds, and of at most 256 KiB. A response of 5xx or 429 is a failure.
 */
export function createLimitedFetch(
  issuer: string,
  send: Fetch = fetch,
  milliseconds: number = patienceMs,
): LimitedFetch {
  const mayBeHere = isHere(new URL(issuer));
  let failure: IssuerUnavailableError | undefined;
  const fail = (why: string, cause?: unknown): IssuerUnavailableError => {
    failure = new IssuerUnavailableError(why, { cause });
    return failure;
  };
  return {
    get failure() {
      return failure;
    },
    async fetch(address, options) {
      const url = new URL(address);
      const where = `${url.origin}${url.pathname}`;
      if (url.protocol !== 'https:' && !(url.protocol === 'http:' && mayBeHere && isHere(url)))
        throw fail(`${where} is not an https URL`);
      const signal = AbortSignal.timeout(milliseconds);
      let response: Response;
      try {
        response = await send(address, { ...options, redirect: 'error', signal });
      } catch (error) {
        throw fail(`${where} did not answer: ${describe(error)}`, error);
      }
      if (response.status >= 500 || response.status === 429) {
        await response.body?.cancel();
        throw fail(`${where} answered ${response.status}`);
      }
      const text = await readLimited(response, signal).catch((error: unknown) => {
        throw fail(`${where} was not read: ${describe(error)}`, error);
      });
      const { status, headers } = response;
      return new Response(status === 204 || status === 304 ? null : text, {
        status,
        headers: withoutEncoding(headers),
      });
    },
  };
}

async function readLimited(response: Response, signal: AbortSignal): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for await (const chunk of response.body ?? []) {
    signal.throwIfAborted();
    length += chunk.length;
    if (length > largest) throw new Error(`it has more than ${largest} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The body is decoded already. */
function withoutEncoding(headers: Headers): Headers {
  const others = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) others.delete(name);
  return others;
}

function describe(error: unknown): string {
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message || message : message;
}
