import type { Cipher } from '../../../contracts/platform.ts';
import type { Store } from '../../../contracts/store.ts';
import { CommandError } from '../../../operator/command-error.ts';
import { listSecretFields } from '../../../operator/secrets/fields.ts';
import { mapMailedTokens } from '../../../parts/events/serve/event-tokens.ts';
import type { Plan } from '../../../plan/plan.ts';
import { createCipher, plainCipher } from '../../../serve/platform-node.ts';
import { needReadableSecrets } from '../../../serve/readable-secrets.ts';
import { needReadableKeys, withEncryptedKeys } from '../../../serve/verifying/sealed-keys.ts';
import { computeMaxTokenLifetime } from '../../../serve/verifying/signing-keys.ts';
import type { StoreWithPlan } from '../../../stores/index.ts';
import type { Terminal } from '../../shared/terminal.ts';

const shortest = 16;

/** Returns the secrets that NONET_SECRET_KEY encrypts: fields, tokens that emails show, and the keys that sign tokens. */
function listServiceSecrets(plan: Plan): readonly string[] {
  return [
    ...listSecretFields(plan),
    ...[...mapMailedTokens(plan)].flatMap(([resource, fields]) =>
      fields.map((field) => `${resource}.${field} in events of emails`),
    ),
    ...(computeMaxTokenLifetime(plan) === undefined ? [] : ['the keys that sign tokens']),
  ];
}

/** Returns the cipher of the service's secrets. Prints a warning if there are secrets and no key. */
export function readRequiredCipher(plan: Plan, terminal: Terminal): { readonly cipher?: Cipher } {
  const secrets = listServiceSecrets(plan);
  if (secrets.length === 0) return {};
  const cipher = readCipher(terminal);
  if (cipher !== undefined) return { cipher };
  terminal.out(`${secrets.join(', ')}: stored as plain text. To encrypt secrets, set NONET_SECRET_KEY.`);
  terminal.out('');
  return { cipher: plainCipher };
}

/** Returns the cipher of NONET_SECRET_KEY for a service that has secrets; undefined without secrets or without a key. */
export function readOptionalCipher(plan: Plan, terminal: Terminal): Cipher | undefined {
  return listServiceSecrets(plan).length === 0 ? undefined : readCipher(terminal);
}

/** Returns the cipher of NONET_SECRET_KEY, which also decrypts with NONET_PREVIOUS_SECRET_KEY; undefined without a key. */
export function readCipher({ environment }: Terminal): Cipher | undefined {
  const key = environment.NONET_SECRET_KEY || undefined;
  const before = environment.NONET_PREVIOUS_SECRET_KEY || undefined;
  if (key === undefined) {
    if (before === undefined) return undefined;
    throw new CommandError('NONET_PREVIOUS_SECRET_KEY is set without NONET_SECRET_KEY, the key that replaces it.');
  }
  for (const [name, value] of Object.entries({ NONET_SECRET_KEY: key, NONET_PREVIOUS_SECRET_KEY: before })) {
    if (value !== undefined && value.length < shortest) {
      throw new CommandError(`${name} is too short: it must have at least ${shortest} characters.`);
    }
  }
  return createCipher(key, before);
}

/**
 * Returns a store with decrypted signing keys. Closes the store and throws a `CommandError` if its keys, or the secrets of
 * records, cannot be decrypted.
 */
export async function toSign({ plan, store }: StoreWithPlan, cipher: Cipher | undefined): Promise<Store> {
  const signing = withEncryptedKeys(store, cipher);
  try {
    await needReadableKeys(plan, signing);
    await needReadableSecrets(plan, signing, cipher);
    return signing;
  } catch (error) {
    await store.close();
    throw new CommandError(`${(error as Error).message}.`);
  }
}
