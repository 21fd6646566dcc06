import type { CredentialKind, CredentialRecord } from '../../contracts/caller.ts';

const kinds: readonly unknown[] = ['key', 'token', 'secret', 'refresh'] satisfies readonly CredentialKind[];
const texts = ['id', 'scheme', 'subject'] as const;
const optionalTexts = ['client', 'session', 'rotationKey'] as const;
const optionalNumbers = ['expiresAt', 'revokedAt', 'lastUsedAt', 'generation', 'rotatedAt'] as const;

/** Reads the credential of a line; undefined if a field is missing or has the wrong form. */
export function readCredential(value: object): CredentialRecord | undefined {
  const credential = value as Partial<Record<keyof CredentialRecord, unknown>>;
  const fits =
    kinds.includes(credential.kind) &&
    texts.every((name) => typeof credential[name] === 'string' && credential[name] !== '') &&
    optionalTexts.every((name) => credential[name] === undefined || typeof credential[name] === 'string') &&
    // All tokens of a session are one row, by its key and the number of the newest.
    (credential.kind === 'refresh') === (credential.rotationKey !== undefined) &&
    (credential.rotationKey === undefined || credential.generation !== undefined) &&
    typeof credential.hash === 'string' &&
    /^[0-9a-f]{64}$/.test(credential.hash) &&
    Array.isArray(credential.scopes) &&
    credential.scopes.every((scope) => typeof scope === 'string') &&
    typeof credential.attributes === 'object' &&
    credential.attributes !== null &&
    !Array.isArray(credential.attributes) &&
    Number.isSafeInteger(credential.createdAt) &&
    optionalNumbers.every((name) => credential[name] === undefined || Number.isSafeInteger(credential[name]));
  return fits ? (value as CredentialRecord) : undefined;
}
