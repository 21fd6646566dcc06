import type { CreatedCredential, NewCredential } from '../../../contracts/credentials.ts';
import type { Platform } from '../../../contracts/platform.ts';
import type { Store } from '../../../contracts/store.ts';
import { CommandError } from '../../../operator/command-error.ts';
import { needNewPassword, type Rotating, rotateCredential } from '../../../operator/credentials/rotating.ts';
import { generateClientId, isForClients, listManualSchemes } from '../../../operator/credentials/schemes.ts';
import { createCredential, resolveLifetime } from '../../../parts/authentication/serve/credentials/credential.ts';
import { listHeldAttributes } from '../../../plan/held-attributes.ts';
import type { Plan, SchemePlan } from '../../../plan/plan.ts';
import { scanDuration } from '../../../text/numbers/duration.ts';
import type { StoreOptions } from '../../shared/options.ts';
import type { Terminal } from '../../shared/terminal.ts';
import { readAttributes } from './attributes.ts';
import { readChosenSecret } from './chosen.ts';
import { describeKey } from './list.ts';
import { needKnownScopes, warnOfMissing } from './scopes.ts';

/** The flags of `keys create`. */
export interface CreateOptions extends StoreOptions {
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
export interface RotateOptions extends StoreOptions {
  readonly gracePeriod: string;
  readonly expires?: string;
  readonly password?: true;
}

/** Checks the flags before a store is opened. Returns a function that creates a key or client in a store and prints it. */
export function createKey(
  plan: Plan,
  platform: Platform,
  options: CreateOptions,
  terminal: Terminal,
): (store: Store) => Promise<void> {
  const scheme = selectScheme(plan, options.scheme);
  const scopes = options.allScopes === true ? plan.authentication.scopes : checkScopes(plan, options.scope);
  const attributes = readAttributes(listHeldAttributes(plan.authentication), options.attribute);
  const subject = options.subject === undefined ? {} : { subject: checkSubject(options.subject) };
  parseLifetime(scheme, isForClients(scheme) ? 'secret' : 'key', platform, options.expires);
  return async (store) => {
    const holder = await resolveHolder(plan, scheme, store, platform, options.client);
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
    warnOfMissing(plan, scopes, attributes, terminal);
    if (scopes.length > 0 || plan.authentication.scopes.length === 0 || options.json) return;
    terminal.err(
      'It has no scopes and may only do what the rows of `authenticated` allow. To grant scopes, pass --scope or --all-scopes.',
    );
  };
}

/** Creates a successor of a credential and prints it. The older ones expire when the grace period ends. */
export async function rotateKey(
  of: Omit<Rotating, 'gracePeriod'>,
  options: RotateOptions,
  terminal: Terminal,
): Promise<void> {
  const gracePeriod = options.gracePeriod === '0' ? 0 : parseDurationFlag('--grace-period', options.gracePeriod);
  const { platform } = of;
  const { made, asked, ends } = await rotateCredential({ ...of, gracePeriod }, async (scheme, like) => ({
    ...(await readChosenSecret(scheme, options, terminal)),
    ...parseLifetime(scheme, like.kind, platform, options.expires),
  }));
  print(made, asked, options, terminal);
  const until = new Date(ends).toISOString().replace(/:\d\d\.\d+Z$/, 'Z');
  if (!options.json)
    terminal.err(gracePeriod === 0 ? 'The older ones have expired.' : `The older ones expire at ${until}.`);
}

type Holder = Pick<NewCredential, 'kind' | 'client'>;

async function resolveHolder(
  { document }: Plan,
  scheme: SchemePlan,
  store: Store,
  platform: Platform,
  client: string | undefined,
): Promise<Holder> {
  if (!isForClients(scheme)) {
    if (client === undefined) return { kind: 'key' };
    throw new CommandError(
      `--client is only for schemes with clients. The scheme ${scheme.name} has keys: leave --client out.`,
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
      `The client ${client} already exists. To create another secret for it, run \`nonet keys rotate ${document} ${client}\`.`,
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
    throw new CommandError(`--expires ${expires} is not in the future.`);
  const lifetime = date === undefined ? parseDurationFlag('--expires', expires) : date - platform.now();
  const most = resolveLifetime(scheme, kind);
  if (most !== undefined && lifetime > most) {
    const days = most / 86_400_000;
    const words = days >= 1 ? `${Math.floor(days)} days` : `${most / 1000} seconds`;
    throw new CommandError(`--expires ${expires} exceeds the Lifetime of the scheme ${scheme.name}, ${words}.`);
  }
  return { lifetime };
}

function parseDurationFlag(flag: string, text: string): number {
  const read = scanDuration(text);
  if ('milliseconds' in read) return read.milliseconds;
  throw new CommandError(`${flag} takes a duration, such as "30 days" or "24 hours". Found "${text}".`);
}

/** Prints a new credential; never a password, which the operator knows. */
function print(
  { text, record }: CreatedCredential,
  { chosen }: NewCredential,
  { json }: StoreOptions,
  terminal: Terminal,
): void {
  const { hash: _, ...shown } = record;
  if (chosen !== undefined) {
    if (json) terminal.out({ json: JSON.stringify(shown, null, 2) });
    else {
      terminal.out(`client id      ${record.client}`);
      terminal.err(`${record.id}: the password is stored as a hash. ${describeKey(record)}`);
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
  terminal.err(`${record.id}: shown only once, stored as a hash. ${describeKey(record)}`);
}

function selectScheme(plan: Plan, name: string | undefined): SchemePlan {
  const schemes = listManualSchemes(plan);
  if (schemes.length === 0) {
    throw new CommandError(
      'The document has no scheme of kind "api key", "basic" or "oauth2 client credentials", so it has no keys.',
    );
  }
  const names = schemes.map((scheme) => scheme.name).join(', ');
  if (name === undefined) {
    if (schemes.length > 1) throw new CommandError(`Choose a scheme with --scheme: ${names}.`);
    return schemes[0]!;
  }
  const found = schemes.find((scheme) => scheme.name === name);
  if (found !== undefined) return found;
  const other = plan.authentication.schemes.find((scheme) => scheme.name === name);
  const why = other === undefined ? '' : ` Credentials of kind "${other.kind}" are not created here.`;
  throw new CommandError(`The document has no scheme "${name}" with keys or clients.${why} It has: ${names}.`);
}

function checkScopes(plan: Plan, names: readonly string[]): readonly string[] {
  const known = plan.authentication.scopes;
  needKnownScopes(plan, names);
  if (names.length === 0 && known.length > 0 && !grantsAnyCaller(plan)) {
    throw new CommandError(`Choose scopes with --scope or --all-scopes: ${known.join(', ')}.`);
  }
  return [...new Set(names)];
}

/** Returns whether a row of Scopes allows something to authenticated callers without a scope. */
function grantsAnyCaller({ operations }: Plan): boolean {
  return operations.some(({ access }) =>
    access.grants.some(({ kind, where }) => kind === 'authenticated' && where !== 'disabled'),
  );
}

/** Returns the value of `caller.id`. Credentials of an empty one would share the records of one another. */
function checkSubject(subject: string): string {
  if (subject.trim() !== '') return subject;
  throw new CommandError(
    '--subject is empty. Pass the value of caller.id, or leave --subject out to use the ID of the key.',
  );
}
