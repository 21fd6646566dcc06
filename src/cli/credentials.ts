import { makeKey } from '../parts/authentication/serve-keys.ts';
import type { Plan, SchemePlan } from '../plan/plan.ts';
import type { CredentialRecord } from '../steps/caller.ts';
import type { Host } from '../steps/host.ts';
import type { Store } from '../steps/store.ts';

/** Makes a credential of a scheme and keeps its hash; the key itself is in the answer only. */
export async function makeCredential(
  store: Store,
  host: Host,
  scheme: SchemePlan,
  scopes: readonly string[],
  attributes: Readonly<Record<string, unknown>>,
  subject?: string,
): Promise<{ readonly key: string; readonly credential: CredentialRecord }> {
  const { key, hash } = makeKey(host, scheme.name);
  const id = `cred_${hash.slice(0, 16)}`;
  const now = host.now();
  const credential: CredentialRecord = {
    id,
    scheme: scheme.name,
    hash,
    subject: subject ?? id,
    scopes,
    attributes,
    createdAt: now,
    ...(scheme.lifetime === undefined ? {} : { expiresAt: now + scheme.lifetime }),
  };
  await store.credentials.create(credential);
  return { key, credential };
}

/** The schemes whose credentials are made on the command line. */
export function keySchemes(plan: Plan): readonly SchemePlan[] {
  return plan.authentication.schemes.filter((scheme) => scheme.kind === 'api key' && scheme.closed !== true);
}
