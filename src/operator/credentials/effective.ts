import type { CredentialRecord } from '../../contracts/caller.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { Store } from '../../contracts/store.ts';
import { computeExpiry } from '../../parts/authentication/serve/credentials/credential.ts';
import type { Plan, SchemePlan } from '../../plan/plan.ts';

/** Returns the credentials of a store with their state under the present document; access tokens only if `tokens`. */
export async function listEffectiveCredentials(plan: Plan, store: Store, platform: Platform, tokens: boolean) {
  const all = await store.credentials.list(tokens ? {} : { tokens: false });
  const now = platform.now();
  return all.map((record) => {
    const ending = applyLifetime(plan, record);
    return { ...ending, state: getCredentialState(plan, ending, now) };
  });
}

/** Returns a credential with the expiry that the present Lifetime of its scheme gives it. */
function applyLifetime(plan: Plan, record: CredentialRecord): CredentialRecord {
  const scheme = openScheme(plan, record);
  const expiresAt = scheme === undefined ? Number.POSITIVE_INFINITY : computeExpiry(scheme, record);
  return expiresAt === Number.POSITIVE_INFINITY ? record : { ...record, expiresAt };
}

function openScheme(plan: Plan, { scheme }: CredentialRecord): SchemePlan | undefined {
  return plan.authentication.schemes.find(({ name, disabled }) => name === scheme && disabled !== true);
}

/** `disabled`: the document has no such scheme, or its row is not shown. */
function getCredentialState(
  plan: Plan,
  record: CredentialRecord,
  now: number,
): 'active' | 'expired' | 'revoked' | 'disabled' {
  const { revokedAt, expiresAt } = record;
  if (revokedAt !== undefined) return 'revoked';
  if (expiresAt !== undefined && expiresAt <= now) return 'expired';
  return openScheme(plan, record) === undefined ? 'disabled' : 'active';
}

/** Returns whether a credential is active under the present document. */
export function isAlive(plan: Plan, record: CredentialRecord, now: number): boolean {
  return getCredentialState(plan, applyLifetime(plan, record), now) === 'active';
}
