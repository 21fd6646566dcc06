import { env } from 'node:process';
import type { ConnectionOptions } from 'node:tls';
import { StoreError } from '../../../store-error.ts';
import { readTls, type Setting } from './tls.ts';

/** Where a database is and how it is reached, as its address and the variables of libpq say. */
export interface ConnectionSettings {
  readonly host?: string;
  readonly port?: number;
  readonly user?: string;
  readonly password?: string;
  readonly database?: string;
  readonly tls: ConnectionOptions | undefined;
  /** Whether SCRAM is bound to the TLS channel: `prefer` where the server offers it. */
  readonly channelBinding: (typeof bindings)[number];
  /** Options of the server for each connection, such as `-c search_path=app`. */
  readonly options?: string;
  /** How long opening a connection may take. */
  readonly connectTimeoutMs?: number;
  /** The address as it may be shown: without its password. */
  readonly shown: string;
}

/** The settings of an address, and the variable of libpq that each comes from where the address leaves it out. */
const settings: ReadonlyMap<string, string | undefined> = new Map([
  ['sslmode', 'PGSSLMODE'],
  ['sslrootcert', 'PGSSLROOTCERT'],
  ['sslcert', 'PGSSLCERT'],
  ['sslkey', 'PGSSLKEY'],
  ['host', undefined],
  ['channel_binding', 'PGCHANNELBINDING'],
  ['application_name', undefined],
  ['options', 'PGOPTIONS'],
  ['connect_timeout', 'PGCONNECT_TIMEOUT'],
]);
/** Variables of libpq that choose the server or make a connection safer, and that have no counterpart. */
const refused = [
  ...['PGSERVICE', 'PGHOSTADDR', 'PGTARGETSESSIONATTRS', 'PGREQUIREAUTH'],
  ...['PGSSLCRL', 'PGSSLCRLDIR', 'PGSSLMINPROTOCOLVERSION', 'PGSSLMAXPROTOCOLVERSION'],
];
const bindings = ['disable', 'prefer', 'require'] as const;
const mostSeconds = 3_600;

/**
 * Parses the address after `postgres:`: `//user:password@host:port/database?sslmode=verify-full`. Missing parts come from the variables of
 * libpq; an empty variable is not set. Throws a StoreError that never contains the password.
 */
export function readConnectionSettings(
  rest: string,
  environment: Readonly<Record<string, string | undefined>> = env,
): ConnectionSettings {
  const url = parseUrl(rest);
  const variable = refused.find((name) => environment[name]);
  if (variable !== undefined) {
    throw new StoreError(`The variable ${variable} is set, but Nonet does not support it. Unset it for this command.`);
  }
  const part = (text: string, name: string): string => decodeSafely(text) || (environment[name] ?? '');
  const host = part(url.searchParams.get('host') ?? url.hostname.replace(/^\[(.*)\]$/, '$1'), 'PGHOST');
  const port = parsePort(url.port, environment.PGPORT);
  const user = part(url.username, 'PGUSER');
  const password = part(url.password, 'PGPASSWORD');
  const database = part(url.pathname.slice(1), 'PGDATABASE');
  const shown = formatAddress({ user, host, port, database });
  const unknown = [...url.searchParams.keys()].find((name) => !settings.has(name));
  if (unknown !== undefined) {
    throw new StoreError(
      `The address ${shown} has the setting \`${unknown}\`, which is not one of ${formatWords(settings.keys())}. Leave it out.`,
    );
  }
  const setting = (name: string): Setting | undefined => {
    const value = url.searchParams.get(name);
    if (value !== null) return { value, said: `The address ${shown} has the ${name} \`${value}\``, from: 'address' };
    const of = settings.get(name) ?? '';
    const found = environment[of];
    return found ? { value: found, said: `The variable ${of} is \`${found}\``, from: 'variable' } : undefined;
  };
  const options = setting('options')?.value;
  const connectMilliseconds = parseTimeout(setting('connect_timeout'));
  const tls = readTls(setting);
  return {
    ...(host === '' ? {} : { host }),
    ...(port === undefined ? {} : { port }),
    ...(user === '' ? {} : { user }),
    ...(password === '' ? {} : { password }),
    ...(database === '' ? {} : { database }),
    ...(options === undefined ? {} : { options }),
    ...(connectMilliseconds === undefined ? {} : { connectTimeoutMs: connectMilliseconds }),
    tls,
    channelBinding: parseChannelBinding(setting('channel_binding'), tls),
    shown,
  };
}

function formatAddress(of: { user: string; host: string; port: number | undefined; database: string }): string {
  const user = of.user === '' ? '' : `${encodeURIComponent(of.user)}@`;
  const host = of.host.startsWith('/') ? '' : of.host.includes(':') ? `[${of.host}]` : of.host;
  const port = of.port === undefined || host === '' ? '' : `:${of.port}`;
  return `postgres://${user}${host}${port}${of.database === '' ? '' : `/${encodeURIComponent(of.database)}`}`;
}

function parsePort(written: string, variable = ''): number | undefined {
  const text = written || variable;
  if (text === '') return undefined;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port >= 1 && port <= 65_535) return port;
  const where = written === '' ? 'The variable PGPORT is' : 'The port of the address is';
  throw new StoreError(`${where} \`${text}\`. Write a whole number from 1 to 65535.`);
}

function parseUrl(rest: string): URL {
  try {
    if (!rest.startsWith('//')) throw new Error('no host');
    // Of schemes that it does not know, URL reads neither ports nor the escapes of hosts.
    return new URL(`postgres:${rest}`);
  } catch {
    throw new StoreError(
      'The `postgres:` address is not valid. Write `postgres://user:password@host:5432/database`, with a port from 1 to 65535 and `%40` for an `@` in the password.',
    );
  }
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function parseTimeout(setting: Setting | undefined): number | undefined {
  if (setting === undefined) return undefined;
  const seconds = /^\d{1,4}$/.test(setting.value) ? Number(setting.value) : Number.NaN;
  if (seconds >= 1 && seconds <= mostSeconds) return seconds * 1_000;
  throw new StoreError(`${setting.said}. Write a whole number of seconds from 1 to ${mostSeconds}.`);
}

function parseChannelBinding(
  setting: Setting | undefined,
  tls: ConnectionOptions | undefined,
): ConnectionSettings['channelBinding'] {
  if (setting === undefined) return 'disable';
  const found = bindings.find((binding) => binding === setting.value);
  if (found === undefined) throw new StoreError(`${setting.said}, which is not one of ${formatWords(bindings)}.`);
  if (found !== 'require' || tls !== undefined) return found;
  throw new StoreError(`${setting.said}, but connections are not encrypted. Add \`sslmode=verify-full\`.`);
}

function formatWords(words: Iterable<string>): string {
  return [...words].map((word) => `\`${word}\``).join(', ');
}
