import { credentialFor } from '../parts/authentication/serve-ring.ts';
import type { Plan, SchemePlan } from '../plan/plan.ts';
import type { CredentialMade } from '../steps/credentials.ts';
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
): Promise<CredentialMade> {
  const asked = { kind: 'key', scheme: scheme.name, scopes, attributes } as const;
  const made = credentialFor(host, scheme, subject === undefined ? asked : { ...asked, subject }, host.now());
  await store.credentials.create(made.record);
  return made;
}

/** The schemes whose credentials are made on the command line. */
export function keySchemes(plan: Plan): readonly SchemePlan[] {
  return plan.authentication.schemes.filter((scheme) => scheme.kind === 'api key' && scheme.closed !== true);
}
