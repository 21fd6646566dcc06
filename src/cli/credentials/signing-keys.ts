import type { Command } from 'commander';
import { CommandError } from '../../operator/command-error.ts';
import { getDefaultStore } from '../../operator/files/default-store.ts';
import { createSigningKeys, type SigningKey, type SigningKeys } from '../../operator/signing-keys.ts';
import { createNodePlatform } from '../../serve/platform-node.ts';
import { computeMaxTokenLifetime } from '../../serve/verifying/signing-keys.ts';
import { openDocument, planOrDiagnostics } from '../shared/document.ts';
import { logTo } from '../shared/log.ts';
import { createStoreOption, type StoreOptions } from '../shared/options.ts';
import { openKeptStore } from '../shared/store.ts';
import type { Terminal } from '../shared/terminal.ts';
import { readCipher, toSign } from './secrets/key.ts';

interface Options extends StoreOptions {
  readonly immediately?: true;
}

/** `nonet signing-keys list|rotate FILE` */
export function addSigningKeys(keys: Command, terminal: Terminal): void {
  keys.addHelpText(
    'after',
    `
The private keys are stored in the database and shared by all instances; only the public keys are published.
If NONET_SECRET_KEY is set for the service, set it here too: it encrypts the private keys.

Examples:
  $ nonet signing-keys list invoices.md
  $ nonet signing-keys rotate invoices.md`,
  );
  keys
    .command('list')
    .description('List the keys: the active one, the next one, and former ones whose tokens may still be valid.')
    .argument('<file>', 'the document')
    .addOption(createStoreOption())
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExamples:\n  $ nonet signing-keys list invoices.md')
    .action((file: string, options: Options) => withKeys(file, options, terminal, (those) => those.listSigningKeys()));
  keys
    .command('rotate')
    .description(
      'Generate a new key. It is published immediately and signs after ten minutes; older ones are removed when their tokens have expired.',
    )
    .argument('<file>', 'the document')
    .option('--immediately', 'sign with the new key immediately and remove all others: if a key may have leaked')
    .addOption(createStoreOption())
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ nonet signing-keys rotate invoices.md\n  $ nonet signing-keys rotate invoices.md --immediately',
    )
    .action((file: string, options: Options) =>
      withKeys(file, options, terminal, (those) =>
        those.rotateSigningKeys({ immediately: options.immediately === true }),
      ),
    );
}

async function withKeys(
  file: string,
  options: Options,
  terminal: Terminal,
  work: (keys: SigningKeys) => Promise<readonly SigningKey[]>,
): Promise<void> {
  const plan = planOrDiagnostics(openDocument(file), terminal);
  if (plan === undefined) return;
  if (computeMaxTokenLifetime(plan) === undefined) {
    throw new CommandError(`${file} has no scheme whose kind ends in "as jwt", so it has no signing keys.`);
  }
  const platform = createNodePlatform(logTo('warn'));
  const cipher = readCipher(terminal);
  const kept = await openKeptStore(plan, options.store ?? getDefaultStore(file), {
    platform,
    terminal,
    absent: 'make',
  });
  const store = await toSign(kept, cipher);
  try {
    print(await work(createSigningKeys(plan, store, platform)), options, terminal);
  } finally {
    await store.close();
  }
}

function print(keys: readonly SigningKey[], options: Options, terminal: Terminal): void {
  const time = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
  const rows = keys.map(({ id, state, createdAt, signsFrom }) => {
    return { id, state, created: time(createdAt), signsFrom: time(signsFrom) };
  });
  if (options.json) terminal.out({ json: JSON.stringify(rows, null, 2) });
  else for (const { id, state, signsFrom } of rows) terminal.out(`${id}  ${state.padEnd(6)}  from ${signsFrom}`);
}
