import type { CreatedCredential, NewCredential } from '../../contracts/credentials.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { Store } from '../../contracts/store.ts';
import { createCredential, resolveLifetime } from '../../parts/authentication/serve/credential.ts';
import type { Plan, SchemePlan } from '../../plan/plan.ts';
import { scanDuration } from '../../text/duration.ts';
import { findNearest } from '../../text/nearest.ts';
import { CommandError, type Terminal } from '../shared/terminal.ts';
import { readAttributes } from './attributes.ts';
import { needNewPassword, readChosenSecret } from './chosen.ts';
import { generateClientId, isForClients, listManualSchemes } from './credentials.ts';
import { describeKey } from './list.ts';
import { findMissingAttributes } from './needs.ts';
import { rotateCredential } from './rotating.ts';

interface Shown {
  readonly store?: string;
  readonly json?: true;
}

/** The flags of `keys create`. */
export interface CreateOptions extends Shown {
  readonly scheme?: string;
  readonly scope: readonly string[];
  readonly allScopes?: true;
  readonly attribute: readonly string[];
  readonly subject?: string;
  readonly client?: string;
  readonly expires?: string;
  readonly password?: true;
}

/** The flags of `keys rotate`. */
export interface RotateOptions extends Shown {
  readonly gracePeriod: string;
  readonly expires?: string;
  readonly password?: true;
}

/** Checks what is asked before a store is opened; the result makes a key, or a client with its first secret, and prints it. */
export function createKey(
  plan: Plan,
  platform: Platform,
  options: CreateOptions,
  terminal: Terminal,
): (store: Store) => Promise<void> {
  const scheme = selectScheme(plan, options.scheme);
  const scopes = options.allScopes === true ? plan.authentication.scopes : checkScopes(plan, options.scope);
  const attributes = readAttributes(plan.authentication.attributes, options.attribute);
  const subject = options.subject === undefined ? {} : { subject: options.subject };
  parseLifetime(scheme, isForClients(scheme) ? 'secret' : 'key', platform, options.expires);
  return async (store) => {
    const holder = await resolveHolder(scheme, store, platform, options.client);
    const chosen = await readChosenSecret(scheme, options, terminal);
    const credential: NewCredential = { scheme: scheme.name, scopes, attributes, ...subject, ...holder, ...chosen };
    const made = createCredential(
      platform,
      scheme,
      { ...credential, ...parseLifetime(scheme, credential.kind, platform, options.expires) },
      platform.now(),
    );
    await needNewPassword(store, credential, made);
    await store.credentials.create(made.record);
    print(made, credential, options, terminal);
    for (const { attribute, operations } of findMissingAttributes(plan, scopes, attributes)) {
      const more = operations.length > 3 ? ` and ${operations.length - 3} more` : '';
      terminal.err(
        `warning: it has no attribute ${attribute}, without which it cannot ${operations.slice(0, 3).join(', ')}${more}. Add --attribute ${attribute}=….`,
      );
    }
    if (scopes.length > 0 || plan.authentication.scopes.length === 0 || options.json) return;
    terminal.err('It may do what the rows of `authenticated` allow. Give it more with --scope or --all-scopes.');
  };
}

/** Makes another credential like one that is there, and prints it; that one, and a client's others, end when the grace period is over. */
export async function rotateKey(
  plan: Plan,
  store: Store,
  platform: Platform,
  id: string,
  options: RotateOptions,
  terminal: Terminal,
): Promise<void> {
  const gracePeriod = options.gracePeriod === '0' ? 0 : parseDurationFlag('--grace-period', options.gracePeriod);
  const { made, asked, ends } = await rotateCredential(
    { plan, store, platform, id, gracePeriod },
    async (scheme, like) => ({
      ...(await readChosenSecret(scheme, options, terminal)),
      ...parseLifetime(scheme, like.kind, platform, options.expires),
    }),
  );
  print(made, asked, options, terminal);
  const until = new Date(ends).toISOString().replace(/:\d\d\.\d+Z$/, 'Z');
  if (!options.json) terminal.err(gracePeriod === 0 ? 'The older ones have ended.' : `The older ones end at ${until}.`);
}

type Holder = Pick<NewCredential, 'kind' | 'client'>;

async function resolveHolder(
  scheme: SchemePlan,
  store: Store,
  platform: Platform,
  client: string | undefined,
): Promise<Holder> {
  if (!isForClients(scheme)) {
    if (client === undefined) return { kind: 'key' };
    throw new CommandError(
      `--client: callers of the scheme ${scheme.name} have keys; clients have an id and a secret.`,
    );
  }
  if (client === undefined) return { kind: 'secret', client: generateClientId(platform) };
  if (!/^[A-Za-z0-9._~-]{1,100}$/.test(client)) {
    throw new CommandError('--client takes up to 100 letters, digits and . _ ~ -, such as acme.');
  }
  if (
    (await store.credentials.list({ tokens: false })).some((record) => record.client === client || record.id === client)
  ) {
    throw new CommandError(
      `There is a client ${client}: \`nonet keys rotate FILE ${client}\` gives it another secret.`,
    );
  }
  return { kind: 'secret', client };
}

function parseLifetime(
  scheme: SchemePlan,
  kind: NewCredential['kind'],
  platform: Platform,
  expires: string | undefined,
): { readonly lifetime?: number } {
  if (expires === undefined) return {};
  const date = /^\d{4}-\d\d-\d\d(T.*)?$/.test(expires) ? Date.parse(expires) : undefined;
  if (date !== undefined && !(date > platform.now()))
    throw new CommandError(`--expires ${expires} is no date to come.`);
  const lifetime = date === undefined ? parseDurationFlag('--expires', expires) : date - platform.now();
  const most = resolveLifetime(scheme, kind);
  if (most !== undefined && lifetime > most) {
    const days = most / 86_400_000;
    const words = days >= 1 ? `${Math.floor(days)} days` : `${most / 1000} seconds`;
    throw new CommandError(`--expires ${expires} is beyond the Lifetime of the scheme ${scheme.name}, ${words}.`);
  }
  return { lifetime };
}

function parseDurationFlag(flag: string, text: string): number {
  const read = scanDuration(text);
  if ('milliseconds' in read) return read.milliseconds;
  throw new CommandError(`${flag} takes a time such as "30 days" or "24 hours"; it was given "${text}".`);
}

/** Prints a credential that was made; a password is known to who chose it. */
function print(
  { text, record }: CreatedCredential,
  { chosen }: NewCredential,
  { json }: Shown,
  terminal: Terminal,
): void {
  const { hash: _, ...shown } = record;
  if (chosen !== undefined) {
    if (json) terminal.out({ json: JSON.stringify(shown, null, 2) });
    else {
      terminal.out(`client id      ${record.client}`);
      terminal.err(`${record.id}: the password is kept as a hash. ${describeKey(record)}`);
    }
    return;
  }
  if (json) {
    terminal.out({ json: JSON.stringify({ [record.kind === 'secret' ? 'secret' : 'key']: text, ...shown }, null, 2) });
    return;
  }
  if (record.kind === 'secret') {
    terminal.out(`client id      ${record.client}`);
    terminal.out(`client secret  ${text}`);
  } else terminal.out(text);
  terminal.err(`${record.id}: shown once, kept as a hash. ${describeKey(record)}`);
}

function selectScheme(plan: Plan, name: string | undefined): SchemePlan {
  const schemes = listManualSchemes(plan);
  if (schemes.length === 0) {
    throw new CommandError(
      'This document has no scheme of kind "api key", "basic" or "oauth2 client credentials", so it has no keys.',
    );
  }
  const names = schemes.map((scheme) => scheme.name).join(', ');
  if (name === undefined) {
    if (schemes.length > 1) throw new CommandError(`Say which scheme with --scheme; this document has ${names}.`);
    return schemes[0]!;
  }
  const found = schemes.find((scheme) => scheme.name === name);
  if (found !== undefined) return found;
  const other = plan.authentication.schemes.find((scheme) => scheme.name === name);
  const why = other === undefined ? '' : ` Credentials of kind "${other.kind}" are not made here.`;
  throw new CommandError(`There is no scheme "${name}" that has keys or clients.${why} There is: ${names}.`);
}

function checkScopes(plan: Plan, names: readonly string[]): readonly string[] {
  const known = plan.authentication.scopes;
  for (const name of names) {
    if (known.includes(name)) continue;
    const meant = findNearest(name, known);
    throw new CommandError(
      `This document has no scope "${name}". ${meant === undefined ? `It has: ${known.join(', ')}.` : `Did you mean ${meant}?`}`,
    );
  }
  if (names.length === 0 && known.length > 0 && !grantsAnyCaller(plan)) {
    throw new CommandError(`Say which scopes with --scope (or --all-scopes); this document has ${known.join(', ')}.`);
  }
  return [...new Set(names)];
}

/** Whether some row of Scopes allows callers without a scope anything that nobody else may. */
function grantsAnyCaller({ operations }: Plan): boolean {
  return operations.some(({ access }) =>
    access.grants.some(({ kind, where }) => kind === 'authenticated' && where !== 'disabled'),
  );
}
