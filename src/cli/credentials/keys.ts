import type { Command } from 'commander';
import type { Platform } from '../../contracts/platform.ts';
import type { Store } from '../../contracts/store.ts';
import { CommandError } from '../../operator/command-error.ts';
import { getDefaultStore } from '../../operator/files/default-store.ts';
import type { Plan } from '../../plan/plan.ts';
import { createNodePlatform } from '../../serve/platform-node.ts';
import { redactAddress } from '../../stores/index.ts';
import { openDocument, planOrDiagnostics } from '../shared/document.ts';
import { logTo } from '../shared/log.ts';
import { collect, createStoreOption, type StoreOptions } from '../shared/options.ts';
import { openKeptStore } from '../shared/store.ts';
import type { Terminal } from '../shared/terminal.ts';
import { type ChangeOptions, changeKey } from './keys/change.ts';
import { type CreateOptions, createKey, type RotateOptions, rotateKey } from './keys/create.ts';
import { listKeys } from './keys/list.ts';

const expires = ['--expires <when>', 'expiry: "30 days", or a date; at most the Lifetime of the scheme'] as const;

const password = [
  '--password',
  'set the secret of a client of kind "basic": reads NONET_PASSWORD, else standard input, and never prints it',
] as const;

/** `nonet keys create|change|list|rotate|revoke FILE` */
export function addKeys(keys: Command, terminal: Terminal): void {
  keys.addHelpText(
    'after',
    `
Examples:
  $ nonet keys create invoices.md --scheme key --all-scopes --attribute shop=s1
  $ nonet keys list invoices.md`,
  );
  addCreate(keys, terminal);
  addChange(keys, terminal);
  addRotate(keys, terminal);
  keys
    .command('list')
    .description('List keys and client secrets by ID.')
    .argument('<file>', 'the document')
    .option('--tokens', 'also list issued access tokens')
    .addOption(createStoreOption())
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExamples:\n  $ nonet keys list invoices.md')
    .action((file: string, options: StoreOptions & { readonly tokens?: true }) =>
      withStore(
        file,
        options,
        terminal,
        'refuse',
        (plan, platform) => (store) => listKeys(plan, store, platform, options, terminal),
      ),
    );
  keys
    .command('revoke')
    .description(
      'Revoke a key, a secret, or a client with all its secrets and tokens. A running service rejects it within a second.',
    )
    .argument('<file>', 'the document')
    .argument('<id>', 'the ID of the key, secret or client, as `keys list` prints it')
    .addOption(createStoreOption())
    .addHelpText('after', '\nExamples:\n  $ nonet keys revoke invoices.md cred_3fK9')
    .action((file: string, id: string, options: StoreOptions) =>
      withStore(file, options, terminal, 'refuse', (_plan, platform) => async (store) => {
        if (!(await store.credentials.revoke(id, platform.now()))) {
          throw new CommandError(
            `No active key or client has the ID ${id}. To list them, run \`nonet keys list ${file}\`.`,
          );
        }
        terminal.out(`${id}: revoked`);
      }),
    );
}

function addCreate(keys: Command, terminal: Terminal): void {
  keys
    .command('create')
    .description(
      'Create an API key, or a client with a secret, and print it. It is shown only once and stored as a hash.',
    )
    .argument('<file>', 'the document')
    .option(
      '--scheme <name>',
      'scheme of kind "api key", "basic" or "oauth2 client credentials" (default: the only one)',
    )
    .option(
      '--scope <name>',
      'scope to grant; may be repeated (required unless rows of `authenticated` allow something)',
      collect,
      [],
    )
    .option('--all-scopes', 'grant all scopes of the document')
    .option('--attribute <name=value>', 'attribute of the caller; may be repeated', collect, [])
    .option('--subject <id>', 'value of caller.id (default: the ID of the key or client)')
    .option('--client <id>', 'ID of the client (default: generated)')
    .option(...expires)
    .option(...password)
    .addOption(createStoreOption())
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ nonet keys create invoices.md --scheme key --scope invoices:read --scope invoices:write --attribute shop=s1
  $ nonet keys create invoices.md --scheme key --all-scopes --attribute shop=s1 --expires "30 days" --json
  $ nonet keys create invoices.md --scheme client --client acme --scope invoices:read --attribute shop=s1
  $ nonet keys create invoices.md --scheme partner --client acme --password --all-scopes < acme.password`,
    )
    .action((file: string, options: CreateOptions) =>
      withStore(file, options, terminal, 'make', (plan, platform) => createKey(plan, platform, options, terminal)),
    );
}

function addChange(keys: Command, terminal: Terminal): void {
  keys
    .command('change')
    .description(
      'Change the scopes and attributes of a key, or of a client with all its secrets and tokens. A running service applies them within a second.',
    )
    .argument('<file>', 'the document')
    .argument('<id>', 'the ID of the key or client, as `keys list` prints it')
    .option('--scope <name>', 'replace the scopes by this one; may be repeated', collect, [])
    .option('--all-scopes', 'replace the scopes by all scopes of the document')
    .option('--add-scope <name>', 'grant one more scope; may be repeated', collect, [])
    .option('--remove-scope <name>', 'take a scope away; may be repeated', collect, [])
    .option('--attribute <name=value>', 'set an attribute of the caller; may be repeated', collect, [])
    .option('--remove-attribute <name>', 'remove an attribute; may be repeated', collect, [])
    .addOption(createStoreOption())
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ nonet keys change invoices.md cred_3fK9 --add-scope invoices:write
  $ nonet keys change invoices.md acme --add-scope hooks:write --attribute shop=s2`,
    )
    .action((file: string, id: string, options: ChangeOptions) =>
      withStore(file, options, terminal, 'refuse', (plan, platform) =>
        changeKey(plan, platform, id, options, terminal),
      ),
    );
}

function addRotate(keys: Command, terminal: Terminal): void {
  keys
    .command('rotate')
    .description(
      'Create another key for a caller, or another secret for a client. The older ones expire when the grace period ends.',
    )
    .argument('<file>', 'the document')
    .argument('<id>', 'the ID of the key or client, as `keys list` prints it')
    .option('--grace-period <time>', 'how long the older ones remain valid, such as "24 hours" or 0', '24 hours')
    .option(...expires)
    .option(...password)
    .addOption(createStoreOption())
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ nonet keys rotate invoices.md cred_3fK9
  $ nonet keys rotate invoices.md acme --grace-period "7 days"`,
    )
    .action((file: string, id: string, options: RotateOptions) =>
      withStore(
        file,
        options,
        terminal,
        'refuse',
        (plan, platform) => (store) => rotateKey({ plan, store, platform, id }, options, terminal),
      ),
    );
}

async function withStore(
  file: string,
  options: StoreOptions,
  terminal: Terminal,
  absent: 'make' | 'refuse',
  checked: (plan: Plan, platform: Platform) => (store: Store) => Promise<void>,
): Promise<void> {
  const plan = planOrDiagnostics(openDocument(file), terminal);
  if (plan === undefined) return;
  const platform = createNodePlatform(logTo('warn'));
  const address = options.store ?? getDefaultStore(file);
  const work = checked(plan, platform);
  const { store, created } = await openKeptStore(plan, address, { platform, terminal, absent });
  try {
    await work(store);
    if (created) terminal.err(`Created ${redactAddress(address)}, which did not exist.`);
  } finally {
    await store.close();
  }
}
