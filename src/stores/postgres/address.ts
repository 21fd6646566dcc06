import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { StoreProblem } from '../problem.ts';

/** Where a database is and how it is reached, as its address says. */
export interface Place {
  readonly host?: string;
  readonly port?: number;
  readonly user?: string;
  readonly password?: string;
  readonly database?: string;
  readonly tls: ConnectionOptions | undefined;
  /** SCRAM is bound to the TLS channel where the server offers it. */
  readonly boundToChannel: boolean;
  /** The address as it may be shown: without its password. */
  readonly shown: string;
}

const known = ['sslmode', 'sslrootcert', 'host', 'channel_binding', 'application_name'];
const modes = ['disable', 'require', 'verify-ca', 'verify-full'];

/**
 * Reads what stands behind `postgres:`: `//user:password@host:port/database?sslmode=verify-full`. What is left out is
 * taken from the variables `PGHOST`, `PGPORT`, `PGUSER`, `PGPASSWORD` and `PGDATABASE`. Throws a StoreProblem that
 * never holds the password.
 */
export function placeOf(rest: string): Place {
  const url = urlOf(rest);
  const settings = url.searchParams;
  const host = settings.get('host') ?? url.hostname.replace(/^\[(.*)\]$/, '$1');
  const user = decoded(url.username);
  const password = decoded(url.password);
  const database = decoded(url.pathname.slice(1));
  const shown = `postgres://${user === '' ? '' : `${encodeURIComponent(user)}@`}${url.host}${url.pathname}`;
  for (const name of settings.keys()) {
    if (known.includes(name)) continue;
    throw new StoreProblem(
      `The address ${shown} has the setting \`${name}\`, which is not one of ${listed(known)}. Leave it out.`,
    );
  }
  return {
    ...(host === '' ? {} : { host: decoded(host) }),
    ...(url.port === '' ? {} : { port: Number(url.port) }),
    ...(user === '' ? {} : { user }),
    ...(password === '' ? {} : { password }),
    ...(database === '' ? {} : { database }),
    tls: tlsOf(settings, shown),
    boundToChannel: ['prefer', 'require'].includes(settings.get('channel_binding') ?? ''),
    shown,
  };
}

function urlOf(rest: string): URL {
  try {
    if (!rest.startsWith('//')) throw new Error('no host');
    // Of schemes that it does not know, URL reads neither ports nor the escapes of hosts.
    return new URL(`postgres:${rest}`);
  } catch {
    throw new StoreProblem(
      'The address behind `postgres:` cannot be read. Write `postgres://user:password@host:5432/database`, with `%40` for an `@` in the password.',
    );
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What `sslmode` asks for; without it the connection is plain. */
function tlsOf(settings: URLSearchParams, shown: string): ConnectionOptions | undefined {
  const mode = settings.get('sslmode') ?? 'disable';
  if (!modes.includes(mode)) {
    throw new StoreProblem(
      `The address ${shown} has the sslmode \`${mode}\`, which is not one of ${listed(modes)}. ` +
        'A connection is encrypted or it is not: write `require`, or `verify-full` to be sure of the server as well.',
    );
  }
  if (mode === 'disable') return undefined;
  const ca = settings.has('sslrootcert') ? { ca: certificate(settings.get('sslrootcert')!, shown) } : {};
  if (mode === 'require') return { ...ca, rejectUnauthorized: false };
  return mode === 'verify-ca' ? { ...ca, checkServerIdentity: () => undefined } : ca;
}

function certificate(path: string, shown: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new StoreProblem(`The address ${shown} names the certificate \`${path}\`, which cannot be read.`);
  }
}

function listed(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(', ');
}
