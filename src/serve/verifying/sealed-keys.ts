import type { Cipher } from '../../contracts/platform.ts';
import type { SigningKeys, Store } from '../../contracts/store.ts';
import type { Plan } from '../../plan/plan.ts';
import { computeMaxTokenLifetime } from './signing-keys.ts';

/**
 * Returns the store with encrypted signing keys. Also reads keys stored as plain text. Without a cipher, keys are stored as
 * plain text, and reading an encrypted one throws.
 */
export function withEncryptedKeys(store: Store, cipher: Cipher | undefined): Store {
  const { signingKeys: kept } = store;
  const seal = (text: string): string => cipher?.encrypt(text) ?? text;
  const signingKeys: SigningKeys = {
    async list() {
      return (await kept.list()).map((text) => decryptKey(text, cipher));
    },
    add: (name, text) => kept.add(name, seal(text)),
    replace: (name, text) => kept.replace(name, seal(text)),
    remove: (name) => kept.remove(name),
  };
  return { ...store, signingKeys };
}

function decryptKey(text: string, cipher: Cipher | undefined): string {
  if (cipher !== undefined) return cipher.decrypt(text);
  // A plain key is a JSON object.
  if (text.startsWith('{')) return text;
  throw new Error('the keys that sign tokens are encrypted, and NONET_SECRET_KEY is not set');
}

/** Throws if the stored signing keys cannot be read. */
export async function needReadableKeys(plan: Plan, store: Store): Promise<void> {
  if (computeMaxTokenLifetime(plan) !== undefined) await store.signingKeys.list();
}
