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
  /** Options of the server for each connection, such as `-c search_path=app`. */
  readonly options?: string;
  /** How long opening a connection may take. */
  readonly connectMilliseconds?: number;
  /** The address as it may be shown: without its password. */
  readonly shown: string;
}

const ofTls = ['sslrootcert', 'sslcert', 'sslkey'];
const known = ['sslmode', ...ofTls, 'host', 'channel_binding', 'application_name', 'options', 'connect_timeout'];
const mostSeconds = 3_600;
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
    ...(settings.has('options') ? { options: settings.get('options')! } : {}),
    ...(settings.has('connect_timeout')
      ? { connectMilliseconds: timeOf(settings.get('connect_timeout')!, shown) }
      : {}),
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
  const files = ofTls.filter((name) => settings.has(name));
  if (mode === 'disable') {
    if (files.length === 0) return undefined;
    throw new StoreProblem(
      `The address ${shown} has ${listed(files)}, but its connections are not encrypted. Add \`sslmode=verify-full\`.`,
    );
  }
  if (settings.has('sslcert') !== settings.has('sslkey')) {
    const lacks = settings.has('sslcert') ? 'sslkey' : 'sslcert';
    throw new StoreProblem(
      `The address ${shown} lacks \`${lacks}\`: a client certificate needs both \`sslcert\` and \`sslkey\`, each the path of a PEM file.`,
    );
  }
  const tls = {
    ...(settings.has('sslrootcert') ? { ca: pem(settings, 'sslrootcert', shown) } : {}),
    ...(settings.has('sslcert') ? { cert: pem(settings, 'sslcert', shown), key: pem(settings, 'sslkey', shown) } : {}),
  };
  // With a root certificate libpq verifies the chain for `require` as well.
  if (mode === 'require' && !settings.has('sslrootcert')) return { ...tls, rejectUnauthorized: false };
  return mode === 'verify-full' ? tls : { ...tls, checkServerIdentity: () => undefined };
}

function timeOf(text: string, shown: string): number {
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (seconds >= 1 && seconds <= mostSeconds) return seconds * 1_000;
  throw new StoreProblem(
    `The address ${shown} has the connect_timeout \`${text}\`. Write a whole number of seconds from 1 to ${mostSeconds}.`,
  );
}

function pem(settings: URLSearchParams, name: string, shown: string): string {
  const path = settings.get(name)!;
  try {
    return readFileSync(path, 'utf8');
  } catch {
    const what = name === 'sslkey' ? 'key' : 'certificate';
    throw new StoreProblem(`The address ${shown} names the ${what} \`${path}\`, which cannot be read.`);
  }
}

function listed(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(', ');
}
