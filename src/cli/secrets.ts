import type { Command } from 'commander';
import type { Cipher } from '../contracts/platform.ts';
import type { Plan } from '../plan/plan.ts';
import { createNodePlatform } from '../serve/platform-node.ts';
import { readCipher, toSign } from './secrets/key.ts';
import { reencryptStore } from './secrets/reencrypt.ts';
import { findSecretField, rotateSecret } from './secrets/rotating.ts';
import { openDocument, planOrDiagnostics } from './shared/document.ts';
import { logTo } from './shared/log.ts';
import { createStoreOption } from './shared/options.ts';
import { getDefaultStore, openKeptStore, toStoreCommandError, warnOfOtherService } from './shared/store.ts';
import { CommandError, type Terminal } from './shared/terminal.ts';

interface RotateOptions {
  readonly store?: string;
  readonly json?: true;
}

/** `nonet secrets rotate FILE [FIELD ID]` */
export function addSecrets(program: Command, terminal: Terminal): void {
  const secrets = program
    .command('secrets')
    .description('Replace the secrets of records, and encrypt them under another key.')
    .addHelpText(
      'after',
      '\nExamples:\n  $ nonet secrets rotate invoices.md WebhookEndpoint.secret whe_01h455vb4pex5vsknk084sn02q',
    );
  secrets
    .command('rotate')
    .description(
      'Give a field of format `secret` of one record a new value and print it; the one before is kept for 24 hours. Without a field: encrypt every secret of the store, and the keys that sign tokens, anew under NONET_SECRET_KEY.',
    )
    .argument('<file>', 'the document')
    .argument('[field]', 'a field of format `secret`, as WebhookEndpoint.secret')
    .argument('[id]', 'the identity of the record')
    .addOption(createStoreOption())
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
NONET_SECRET_KEY encrypts secrets; NONET_PREVIOUS_SECRET_KEY is the key that it replaces.
To change the key: start the service with both, run \`nonet secrets rotate FILE\` with both, then remove the previous one.

Examples:
  $ nonet secrets rotate invoices.md WebhookEndpoint.secret whe_01h455vb4pex5vsknk084sn02q
  $ NONET_SECRET_KEY=… NONET_PREVIOUS_SECRET_KEY=… nonet secrets rotate invoices.md`,
    )
    .action(async (file: string, field: string | undefined, id: string | undefined, options: RotateOptions) => {
      const plan = planOrDiagnostics(openDocument(file), terminal);
      if (plan === undefined) return;
      const address = options.store ?? getDefaultStore(file);
      const cipher = readCipher(terminal);
      if (field === undefined) return reencryptSecrets(plan, address, cipher, options, terminal);
      if (id === undefined) throw new CommandError(`Whose ${field}? Write the identity of the record behind it.`);
      findSecretField(plan, field);
      const platform = createNodePlatform(logTo('warn'));
      const kept = await openKeptStore(plan, address, { platform, terminal, absent: 'refuse', records: true });
      const store = await toSign(kept, cipher);
      try {
        const secret = await rotateSecret(
          { plan: kept.plan, store, platform, cipher, ...findSecretField(kept.plan, field) },
          id,
        );
        if (options.json === true) terminal.out({ json: JSON.stringify({ field, id, secret }, null, 2) });
        else {
          terminal.out(secret);
          terminal.out(`This is the new ${field} of ${id}. The one before it is kept for 24 hours.`);
        }
      } finally {
        await store.close();
      }
    });
}

async function reencryptSecrets(
  plan: Plan,
  address: string,
  cipher: Cipher | undefined,
  { json }: RotateOptions,
  terminal: Terminal,
): Promise<void> {
  if (cipher === undefined) {
    throw new CommandError('Set NONET_SECRET_KEY, the key under which the secrets are to be encrypted.');
  }
  const opening = { platform: createNodePlatform(logTo('warn')), durability: 'full' } as const;
  const count = await reencryptStore(plan, address, cipher, opening, warnOfOtherService(plan, terminal)).catch(
    (error: unknown) => {
      throw toStoreCommandError(error);
    },
  );
  if (json === true) terminal.out({ json: JSON.stringify({ encrypted: count }, null, 2) });
  else terminal.out(`${count} ${count === 1 ? 'secret is' : 'secrets are'} encrypted under NONET_SECRET_KEY.`);
}
