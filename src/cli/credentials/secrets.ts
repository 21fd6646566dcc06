import type { Command } from 'commander';
import type { Cipher } from '../../contracts/platform.ts';
import { CommandError } from '../../operator/command-error.ts';
import { getDefaultStore } from '../../operator/files/default-store.ts';
import { reencryptStore } from '../../operator/secrets/reencrypting.ts';
import { findSecretField, rotateSecret } from '../../operator/secrets/rotating.ts';
import type { Plan } from '../../plan/plan.ts';
import { createNodePlatform } from '../../serve/platform-node.ts';
import { openDocument, planOrDiagnostics } from '../shared/document.ts';
import { logTo } from '../shared/log.ts';
import { createStoreOption, type StoreOptions } from '../shared/options.ts';
import { openKeptStore, warnOfOtherService } from '../shared/store.ts';
import { toStoreCommandError } from '../shared/store-errors.ts';
import type { Terminal } from '../shared/terminal.ts';
import { readCipher, toSign } from './secrets/key.ts';

/** `nonet secrets rotate FILE [FIELD ID]` */
export function addSecrets(secrets: Command, terminal: Terminal): void {
  secrets.addHelpText(
    'after',
    '\nExamples:\n  $ nonet secrets rotate invoices.md WebhookEndpoint.secret whe_01h455vb4pex5vsknk084sn02q',
  );
  secrets
    .command('rotate')
    .description(
      'Generate a new value for a field of type `secret` of one record and print it; the previous value stays valid for 24 hours. Without a field: re-encrypt all secrets and signing keys with NONET_SECRET_KEY.',
    )
    .argument('<file>', 'the document')
    .argument('[field]', 'a field of type `secret`, such as WebhookEndpoint.secret')
    .argument('[id]', 'the ID of the record')
    .addOption(createStoreOption())
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
NONET_SECRET_KEY encrypts secrets; NONET_PREVIOUS_SECRET_KEY is the key that it replaces.
To replace the key: restart the service with both variables, run this command with both, then unset NONET_PREVIOUS_SECRET_KEY.

Examples:
  $ nonet secrets rotate invoices.md WebhookEndpoint.secret whe_01h455vb4pex5vsknk084sn02q
  $ NONET_SECRET_KEY=… NONET_PREVIOUS_SECRET_KEY=… nonet secrets rotate invoices.md`,
    )
    .action(async (file: string, field: string | undefined, id: string | undefined, options: StoreOptions) => {
      const plan = planOrDiagnostics(openDocument(file), terminal);
      if (plan === undefined) return;
      const address = options.store ?? getDefaultStore(file);
      const cipher = readCipher(terminal);
      if (field === undefined) return reencryptSecrets(plan, address, cipher, options, terminal);
      if (id === undefined)
        throw new CommandError(`Add the ID of the record: nonet secrets rotate ${file} ${field} ID`);
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
          terminal.out(`This is the new ${field} of ${id}. The previous value stays valid for 24 hours.`);
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
  { json }: StoreOptions,
  terminal: Terminal,
): Promise<void> {
  if (cipher === undefined) {
    throw new CommandError('Set NONET_SECRET_KEY to the new encryption key.');
  }
  const opening = { platform: createNodePlatform(logTo('warn')), durability: 'full' } as const;
  const count = await reencryptStore(plan, address, cipher, opening, warnOfOtherService(plan, terminal)).catch(
    (error: unknown) => {
      throw toStoreCommandError(error);
    },
  );
  if (json === true) terminal.out({ json: JSON.stringify({ encrypted: count }, null, 2) });
  else terminal.out(`${count === 1 ? '1 secret is' : `${count} secrets are`} now encrypted with NONET_SECRET_KEY.`);
}
