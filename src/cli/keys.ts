import { type Command, Option } from 'commander';
import type { Plan, SchemePlan } from '../plan/plan.ts';
import { nodeHost } from '../serve/host-node.ts';
import type { CredentialRecord } from '../steps/caller.ts';
import type { Host } from '../steps/host.ts';
import type { Store } from '../steps/store.ts';
import { nearest } from '../text/nearest.ts';
import { attributesOf } from './attributes.ts';
import { keySchemes, makeCredential } from './credentials.ts';
import { openDocument, planOrProblems } from './document.ts';
import { logTo } from './log.ts';
import { openStoreOf, usualStore } from './store.ts';
import { CommandFailure, type Terminal } from './terminal.ts';

interface Common {
  readonly store?: string;
  readonly json?: true;
}

interface CreateOptions extends Common {
  readonly scheme?: string;
  readonly scope: readonly string[];
  readonly allScopes?: true;
  readonly set: readonly string[];
  readonly subject?: string;
}

const collect = (value: string, before: readonly string[]): string[] => [...before, value];
const storeOption = (): Option =>
  new Option('--store <address>', 'the store (default: the .db beside the document)').env('NONET_STORE');

/** `nonet keys create|list|revoke FILE` */
export function addKeys(program: Command, terminal: Terminal): void {
  const keys = program
    .command('keys')
    .description('Make, list and revoke the API keys of a service. Keys are shown once and kept as hashes.')
    .addHelpText(
      'after',
      `
Examples:
  $ nonet keys create invoices.md --all-scopes --set shop=s1
  $ nonet keys list invoices.md`,
    );
  keys
    .command('create')
    .description('Make a key and print it. It is not kept: who loses it makes another.')
    .argument('<file>', 'the document')
    .option('--scheme <name>', 'a scheme of kind "api key" (default: the only one)')
    .option('--scope <name>', 'a scope that the key holds; may be repeated', collect, [])
    .option('--all-scopes', 'every scope of the document')
    .option('--set <name=value>', 'an attribute of the caller; may be repeated', collect, [])
    .option('--subject <id>', 'what caller.id holds (default: the id of the key)')
    .addOption(storeOption())
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ nonet keys create invoices.md --scope invoices:read --scope invoices:write --set shop=s1
  $ nonet keys create invoices.md --scheme key --all-scopes --set shop=s1 --json`,
    )
    .action((file: string, options: CreateOptions) =>
      withStore(file, options, terminal, (plan, store, host) => create(plan, store, host, options, terminal)),
    );
  keys
    .command('list')
    .description('List the keys of a service, never their secrets.')
    .argument('<file>', 'the document')
    .addOption(storeOption())
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExamples:\n  $ nonet keys list invoices.md')
    .action((file: string, options: Common) =>
      withStore(file, options, terminal, (_plan, store, host) => list(store, host, options, terminal)),
    );
  keys
    .command('revoke')
    .description('End a key for good; a running service refuses it within a second.')
    .argument('<file>', 'the document')
    .argument('<id>', 'the id of the key, as `keys list` prints it')
    .addOption(storeOption())
    .addHelpText('after', '\nExamples:\n  $ nonet keys revoke invoices.md cred_3fK9')
    .action((file: string, id: string, options: Common) =>
      withStore(file, options, terminal, async (_plan, store, host) => {
        if (!(await store.credentials.revoke(id, host.now()))) {
          throw new CommandFailure(`No key that is alive has the id ${id}. \`nonet keys list ${file}\` lists them.`);
        }
        terminal.out(`${id}: revoked`);
      }),
    );
}

async function withStore(
  file: string,
  options: Common,
  terminal: Terminal,
  work: (plan: Plan, store: Store, host: Host) => Promise<void>,
): Promise<void> {
  const plan = planOrProblems(openDocument(file), terminal);
  if (plan === undefined) return;
  const host = nodeHost(logTo('warn'));
  const store = await openStoreOf(plan, options.store ?? usualStore(file), host);
  try {
    await work(plan, store, host);
  } finally {
    await store.close();
  }
}

async function create(plan: Plan, store: Store, host: Host, options: CreateOptions, terminal: Terminal): Promise<void> {
  const scheme = schemeOf(plan, options.scheme);
  const scopes = options.allScopes === true ? plan.authentication.scopes : scopesOf(plan, options.scope);
  const attributes = attributesOf(plan.authentication.attributes, options.set);
  const { text: key, record: credential } = await makeCredential(
    store,
    host,
    scheme,
    scopes,
    attributes,
    options.subject,
  );
  if (options.json) {
    const { hash: _, ...shown } = credential;
    terminal.out(JSON.stringify({ key, ...shown }, null, 2));
    return;
  }
  terminal.out(key);
  terminal.err(`${credential.id}: shown once, kept as a hash. ${describe(credential)}`);
}

function schemeOf(plan: Plan, name: string | undefined): SchemePlan {
  const schemes = keySchemes(plan);
  if (schemes.length === 0)
    throw new CommandFailure('This document has no scheme of kind "api key", so it has no keys.');
  const names = schemes.map((scheme) => scheme.name).join(', ');
  if (name === undefined) {
    if (schemes.length > 1) throw new CommandFailure(`Say which scheme with --scheme; this document has ${names}.`);
    return schemes[0]!;
  }
  const found = schemes.find((scheme) => scheme.name === name);
  if (found === undefined)
    throw new CommandFailure(`There is no scheme "${name}" of kind "api key". There is: ${names}.`);
  return found;
}

function scopesOf(plan: Plan, names: readonly string[]): readonly string[] {
  const known = plan.authentication.scopes;
  for (const name of names) {
    if (known.includes(name)) continue;
    const meant = nearest(name, known);
    throw new CommandFailure(
      `This document has no scope "${name}". ${meant === undefined ? `It has: ${known.join(', ')}.` : `Did you mean ${meant}?`}`,
    );
  }
  if (names.length === 0 && known.length > 0) {
    throw new CommandFailure(`Say which scopes with --scope (or --all-scopes); this document has ${known.join(', ')}.`);
  }
  return [...new Set(names)];
}

async function list(store: Store, host: Host, options: Common, terminal: Terminal): Promise<void> {
  const credentials = await store.credentials.list();
  if (options.json) {
    terminal.out(
      JSON.stringify(
        credentials.map(({ hash: _, ...shown }) => shown),
        null,
        2,
      ),
    );
    return;
  }
  if (credentials.length === 0) terminal.out('There are no keys yet: nonet keys create makes one.');
  for (const credential of credentials) {
    const now = host.now();
    const state =
      credential.revokedAt !== undefined
        ? 'revoked'
        : credential.expiresAt !== undefined && credential.expiresAt <= now
          ? 'expired'
          : 'alive';
    terminal.out(`${credential.id}  ${state.padEnd(7)}  ${describe(credential)}`);
  }
}

function describe(credential: CredentialRecord): string {
  const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
  const facts = [
    `scheme ${credential.scheme}`,
    credential.scopes.length === 0 ? 'no scopes' : `scopes ${credential.scopes.join(', ')}`,
    ...Object.entries(credential.attributes).map(([name, value]) => `${name} = ${String(value)}`),
    `made ${day(credential.createdAt)}`,
    credential.expiresAt === undefined ? 'no end' : `ends ${day(credential.expiresAt)}`,
    credential.lastUsedAt === undefined ? 'never used' : `used ${day(credential.lastUsedAt)}`,
  ];
  return facts.join('; ');
}
