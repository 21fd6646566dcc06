import type { CredentialRecord } from '../../../contracts/caller.ts';

const kinds: readonly unknown[] = ['key', 'token', 'secret'];
const texts = ['id', 'scheme', 'subject'] as const;
const times = ['expiresAt', 'revokedAt', 'lastUsedAt'] as const;

/** Reads the credential of a line; undefined if a field is missing or has the wrong form. */
export function readCredential(value: object): CredentialRecord | undefined {
  const credential = value as Partial<Record<keyof CredentialRecord, unknown>>;
  const fits =
    kinds.includes(credential.kind) &&
    texts.every((name) => typeof credential[name] === 'string' && credential[name] !== '') &&
    (credential.client === undefined || typeof credential.client === 'string') &&
    typeof credential.hash === 'string' &&
    /^[0-9a-f]{64}$/.test(credential.hash) &&
    Array.isArray(credential.scopes) &&
    credential.scopes.every((scope) => typeof scope === 'string') &&
    typeof credential.attributes === 'object' &&
    credential.attributes !== null &&
    !Array.isArray(credential.attributes) &&
    Number.isSafeInteger(credential.createdAt) &&
    times.every((name) => credential[name] === undefined || Number.isSafeInteger(credential[name]));
  return fits ? (value as CredentialRecord) : undefined;
}
