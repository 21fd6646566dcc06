import type { Command } from 'commander';
import type { Platform } from '../contracts/platform.ts';
import type { Store } from '../contracts/store.ts';
import type { Plan } from '../plan/plan.ts';
import { createNodePlatform } from '../serve/platform-node.ts';
import { redactAddress } from '../stores/index.ts';
import { type CreateOptions, createKey, type RotateOptions, rotateKey } from './keys/create.ts';
import { listKeys } from './keys/list.ts';
import { openDocument, planOrDiagnostics } from './shared/document.ts';
import { logTo } from './shared/log.ts';
import { createStoreOption } from './shared/options.ts';
import { getDefaultStore, openKeptStore } from './shared/store.ts';
import { CommandError, type Terminal } from './shared/terminal.ts';

interface Common {
  readonly store?: string;
  readonly json?: true;
}

const collect = (value: string, before: readonly string[]): string[] => [...before, value];
const expires = ['--expires <when>', 'when it ends: "30 days", or a date; at most the Lifetime of its scheme'] as const;

const password = [
  '--password',
  'choose the secret of a client of kind "basic" yourself: read from NONET_PASSWORD, else from standard input, never shown',
] as const;

/** `nonet keys create|list|rotate|revoke FILE` */
export function addKeys(program: Command, terminal: Terminal): void {
  const keys = program
    .command('keys')
    .description('Make, list, rotate and revoke API keys and clients. What is secret is shown once and kept as a hash.')
    .addHelpText(
      'after',
      `
Examples:
  $ nonet keys create invoices.md --scheme key --all-scopes --attribute shop=s1
  $ nonet keys list invoices.md`,
    );
  addCreate(keys, terminal);
  addRotate(keys, terminal);
  keys
    .command('list')
    .description('List keys and the secrets of clients by their ids.')
    .argument('<file>', 'the document')
    .option('--tokens', 'also the tokens that were issued')
    .addOption(createStoreOption())
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExamples:\n  $ nonet keys list invoices.md')
    .action((file: string, options: Common & { readonly tokens?: true }) =>
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
    .description('End a key, a secret, or a client with all it has; a running service refuses it within a second.')
    .argument('<file>', 'the document')
    .argument('<id>', 'the id of the key, secret or client, as `keys list` prints it')
    .addOption(createStoreOption())
    .addHelpText('after', '\nExamples:\n  $ nonet keys revoke invoices.md cred_3fK9')
    .action((file: string, id: string, options: Common) =>
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
    .description('Make a key, or a client with its secret, and print it. Who loses it makes another.')
    .argument('<file>', 'the document')
    .option(
      '--scheme <name>',
      'a scheme of kind "api key", "basic" or "oauth2 client credentials" (default: the only one)',
    )
    .option(
      '--scope <name>',
      'a scope that it holds; may be repeated (default: none, where rows of `authenticated` allow something)',
      collect,
      [],
    )
    .option('--all-scopes', 'every scope of the document')
    .option('--attribute <name=value>', 'an attribute of the caller; may be repeated', collect, [])
    .option('--subject <id>', 'what caller.id holds (default: the id of the key or client)')
    .option('--client <id>', 'the id of the client (default: one is made)')
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

function addRotate(keys: Command, terminal: Terminal): void {
  keys
    .command('rotate')
    .description(
      'Create another key for a caller, or another secret for a client. The older ones expire when the grace period ends.',
    )
    .argument('<file>', 'the document')
    .argument('<id>', 'the id of the key or client, as `keys list` prints it')
    .option('--grace-period <time>', 'how long the older ones remain valid: "24 hours", or 0', '24 hours')
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
        (plan, platform) => (store) => rotateKey(plan, store, platform, id, options, terminal),
      ),
    );
}

async function withStore(
  file: string,
  options: Common,
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
    if (created) terminal.err(`There was no store ${redactAddress(address)}: it has been created.`);
  } finally {
    await store.close();
  }
}
