import type { CredentialRecord } from '../../contracts/caller.ts';

const kinds: readonly unknown[] = ['key', 'token', 'secret'];
const texts = ['id', 'scheme', 'subject'] as const;
const times = ['expiresAt', 'revokedAt', 'lastUsedAt'] as const;

/** The credential that a line of a data file holds; undefined where something of it is missing or not as an export writes it. */
export function readCredential(value: object): CredentialRecord | undefined {
  const one = value as Partial<Record<keyof CredentialRecord, unknown>>;
  const fits =
    kinds.includes(one.kind) &&
    texts.every((name) => typeof one[name] === 'string' && one[name] !== '') &&
    (one.client === undefined || typeof one.client === 'string') &&
    typeof one.hash === 'string' &&
    /^[0-9a-f]{64}$/.test(one.hash) &&
    Array.isArray(one.scopes) &&
    one.scopes.every((scope) => typeof scope === 'string') &&
    typeof one.attributes === 'object' &&
    one.attributes !== null &&
    !Array.isArray(one.attributes) &&
    Number.isSafeInteger(one.createdAt) &&
    times.every((name) => one[name] === undefined || Number.isSafeInteger(one[name]));
  return fits ? (value as CredentialRecord) : undefined;
}
