import { type Command, Option } from 'commander';
import { createTokenKeys, type TokenKey, type TokenKeys } from '../library/token-keys.ts';
import { createNodePlatform } from '../serve/platform-node.ts';
import { computeMaxTokenLifetime } from '../serve/verifying/signing-keys.ts';
import { readCipher, toSign } from './secrets/key.ts';
import { openDocument, planOrDiagnostics } from './shared/document.ts';
import { logTo } from './shared/log.ts';
import { getDefaultStore, openKeptStore } from './shared/store.ts';
import { CommandError, type Terminal } from './shared/terminal.ts';

interface Options {
  readonly store?: string;
  readonly atOnce?: true;
  readonly json?: true;
}

const storeOption = (): Option =>
  new Option('--store <address>', 'the store (default: the .db beside the document)').env('NONET_STORE');

/** `nonet token-keys list|rotate FILE` */
export function addTokenKeys(program: Command, terminal: Terminal): void {
  const keys = program
    .command('token-keys')
    .description(
      'The keys by which a service signs its tokens ("oauth2 client credentials as jwt"): list and rotate them.',
    )
    .addHelpText(
      'after',
      `
The keys lie in the store, are shared by all instances, and never leave it; what is published is their other half.
With NONET_SECRET_KEY, the key that the service is started with, they are kept encrypted.

Examples:
  $ nonet token-keys list invoices.md
  $ nonet token-keys rotate invoices.md`,
    );
  keys
    .command('list')
    .description('List the keys: which one signs, and which ones tokens may still be signed by.')
    .argument('<file>', 'the document')
    .addOption(storeOption())
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExamples:\n  $ nonet token-keys list invoices.md')
    .action((file: string, options: Options) => withKeys(file, options, terminal, (those) => those.listTokenKeys()));
  keys
    .command('rotate')
    .description(
      'Make another key. It is published at once and signs after ten minutes; older ones go with their tokens.',
    )
    .argument('<file>', 'the document')
    .option('--at-once', 'it signs from now on, and every other key is removed: for a key that somebody else may know')
    .addOption(storeOption())
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ nonet token-keys rotate invoices.md\n  $ nonet token-keys rotate invoices.md --at-once',
    )
    .action((file: string, options: Options) =>
      withKeys(file, options, terminal, (those) => those.rotateTokenKeys({ atOnce: options.atOnce === true })),
    );
}

async function withKeys(
  file: string,
  options: Options,
  terminal: Terminal,
  work: (keys: TokenKeys) => Promise<readonly TokenKey[]>,
): Promise<void> {
  const plan = planOrDiagnostics(openDocument(file), terminal);
  if (plan === undefined) return;
  if (computeMaxTokenLifetime(plan) === undefined) {
    throw new CommandError(`${file} has no scheme of kind "oauth2 client credentials as jwt", so it signs no tokens.`);
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
    print(await work(createTokenKeys(plan, store, platform)), options, terminal);
  } finally {
    await store.close();
  }
}

function print(keys: readonly TokenKey[], options: Options, terminal: Terminal): void {
  const time = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
  const rows = keys.map(({ id, state, madeAt, signsFrom }) => {
    return { id, state, made: time(madeAt), signsFrom: time(signsFrom) };
  });
  if (options.json) terminal.out({ json: JSON.stringify(rows, null, 2) });
  else for (const { id, state, signsFrom } of rows) terminal.out(`${id}  ${state.padEnd(6)}  from ${signsFrom}`);
}
