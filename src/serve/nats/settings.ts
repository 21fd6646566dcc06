import { listNatsRows } from '../../parts/events/serve/nats.ts';
import type { Plan } from '../../plan/plan.ts';
import type { NatsSettings } from './link.ts';

/** The credentials of a NATS server. */
export type SignIn =
  | { readonly kind: 'credentials'; readonly text: string }
  | { readonly kind: 'seed'; readonly seed: string }
  | { readonly kind: 'password'; readonly user: string; readonly password: string }
  | { readonly kind: 'token'; readonly token: string };

/**
 * Parses credentials: the text of a `.creds` file, or one line with the seed of a user's key (`SU…`), `user:password` or a
 * token. Returns undefined for anything else.
 */
export function readSignIn(given: string): SignIn | undefined {
  const text = given.trim();
  if (text.includes('-----BEGIN')) {
    const whole = /BEGIN NATS USER JWT/.test(text) && /BEGIN USER NKEY SEED/.test(text);
    return whole ? { kind: 'credentials', text: `${text}\n` } : undefined;
  }
  if (text === '' || /[\r\n]/.test(text)) return undefined;
  if (/^SU[A-Z2-7]{56}$/.test(text)) return { kind: 'seed', seed: text };
  const colon = text.indexOf(':');
  if (colon < 0) return { kind: 'token', token: text };
  return colon === 0 ? undefined : { kind: 'password', user: text.slice(0, colon), password: text.slice(colon + 1) };
}

const example = 'nats://127.0.0.1:4222';

/** Parses the addresses of servers, separated by commas. Returns an error message, without passwords, if one is wrong. */
export function parseServers(text: string): readonly string[] | string {
  const servers = text.split(',').map((part) => part.trim());
  for (const server of servers) {
    if (server.includes('@'))
      return 'an address holds no user, password or token: they are given in a file, by --nats-credentials';
    const port = /^(?:nats|tls):\/\/(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::(\d{1,5}))?\/?$/.exec(server);
    if (port === null) return `"${server}" is no address such as ${example} or tls://nats.example.com`;
    if (Number(port[1] ?? 1) < 1 || Number(port[1] ?? 1) > 65_535) return `"${server}" has no port from 1 to 65535`;
  }
  if (new Set(servers.map((server) => server.slice(0, 3))).size > 1) {
    return 'nats:// and tls:// are mixed: the servers of one cluster are reached in one way';
  }
  return servers.map((server) => server.replace(/\/$/, ''));
}

/** Returns the error of the NATS settings for a plan, with the line of the first delivery that needs them. */
export function findNatsError(
  plan: Plan,
  settings: NatsSettings | undefined,
): { readonly what: string; readonly line: number } | undefined {
  const [row] = listNatsRows(plan);
  if (row === undefined) return undefined;
  if (settings === undefined) {
    return { what: `the delivery to ${row.to.pattern} needs the address of a NATS server`, line: row.line };
  }
  const servers = parseServers(settings.servers.join(','));
  return typeof servers === 'string' ? { what: servers, line: row.line } : undefined;
}

/** Throws if a delivery needs a NATS server whose address is missing or wrong. */
export function needNats(plan: Plan, settings: NatsSettings | undefined): void {
  const problem = findNatsError(plan, settings);
  if (problem !== undefined) throw new Error(`${plan.document}:${problem.line}: ${problem.what}`);
}
