import { listUsableSchemes } from '../../describe/client/facts.ts';
import { type PlacedCredential, placeCredential } from '../../describe/credential.ts';
import { CommandError } from '../../operator/command-error.ts';
import { findNamedScheme } from '../../parts/authentication/serve/credentials/signed-form.ts';
import { findSchemeKind } from '../../parts/registry.ts';
import type { SchemePlan } from '../../plan/plan.ts';
import type { WholePlan } from '../../plan/whole.ts';

/** A request to a running service, with a body as `fetch` takes it. */
export interface CliRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Blob | FormData;
}

/** Sends requests to one running service. */
export interface Sender {
  /** The origin of the service, and its path up to the base path of the document. */
  readonly base: string;
  readonly credential: PlacedCredential | undefined;
  /** Rejects with a `CommandError` if the service does not respond. */
  send(request: CliRequest): Promise<Response>;
}

/** Checks the address of a running service. Throws a `CommandError` for any other text. */
export function requireServiceUrl(url: string): string {
  if (URL.canParse(url) && /^https?:/.test(url)) return url.replace(/\/+$/, '');
  throw new CommandError(`--url ${url} is not an address. Write an address such as http://127.0.0.1:4000`);
}

/** Creates what sends requests to a running service under a credential, which goes to no other host. */
export function createSender(url: string, plan: WholePlan, key: string | undefined): Sender {
  const credential = key === undefined ? undefined : placeKey(plan, key);
  const { prefix } = plan.base;
  const base = prefix !== '' && url.endsWith(prefix) ? url.slice(0, -prefix.length) : url;
  return {
    base,
    credential,
    async send({ method, target, headers, body }) {
      const sent = createHeaders({
        ...headers,
        ...(credential?.in === 'cookie' ? { Cookie: `${credential.name}=${credential.value}` } : {}),
        ...(credential?.in === 'header' ? { [credential.name]: credential.value } : {}),
      });
      const full = credential?.in === 'query' ? addToQuery(target, credential) : target;
      try {
        // Another host must not receive the credential or the body.
        return await fetch(`${base}${full}`, { method, headers: sent, body: body ?? null, redirect: 'manual' });
      } catch (error) {
        const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
        throw new CommandError(
          `${base} does not respond (${cause}). Start the service with nonet serve, or state its address with --url.`,
        );
      }
    },
  };
}

/** Creates headers. Throws a `CommandError` for a value that HTTP cannot send; it may be a credential, so that it is not shown. */
function createHeaders(values: Readonly<Record<string, string>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(values)) {
    try {
      headers.set(name, value);
    } catch {
      throw new CommandError(`The value of the header ${name} has a character that no header can have.`);
    }
  }
  return headers;
}

/** The most bytes of a response that are read: a page of a list has far fewer. */
const mostBytes = 64 * 1024 * 1024;

/** Reads the body of a response as text. Rejects with a `CommandError` if it is too large, or ends early. */
export async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  try {
    for await (const piece of body ?? []) {
      size += piece.length;
      if (size > mostBytes) break;
      text += decoder.decode(piece, { stream: true });
    }
  } catch {
    throw new CommandError('The response ended early.');
  }
  if (size > mostBytes) throw new CommandError('The response has more than 64 MiB.');
  return text + decoder.decode();
}

/** Adds a credential to the query of a target. */
export function addToQuery(target: string, { name, value }: Pick<PlacedCredential, 'name' | 'value'>): string {
  return `${target}${target.includes('?') ? '&' : '?'}${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
}

/** Puts a credential where the scheme of its form carries it; if no scheme has the form, where the first one does. */
function placeKey(plan: WholePlan, key: string): PlacedCredential | undefined {
  const schemes = listUsableSchemes(plan).filter(({ sentIn }) => sentIn.length > 0);
  const isPairOf = ({ kind }: SchemePlan): boolean =>
    findSchemeKind(kind)?.form === 'id and secret' && key.includes(':');
  const scheme = findNamedScheme(schemes, key) ?? schemes.find(isPairOf) ?? schemes[0];
  if (scheme === undefined) return undefined;
  const place = scheme.sentIn.find((candidate) => candidate.in !== 'query') ?? scheme.sentIn[0]!;
  return placeCredential(place, isPairOf(scheme) ? Buffer.from(key).toString('base64') : key);
}
