import { schemeKind } from '../../parts/authentication/schemes/index.ts';
import { credentialFor } from '../../parts/authentication/serve-ring.ts';
import type { Plan, SchemePlan } from '../../plan/plan.ts';
import type { CredentialMade } from '../../steps/credentials.ts';
import type { Host } from '../../steps/host.ts';
import type { Store } from '../../steps/store.ts';

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

/** Whether a scheme's callers are clients: they have an id and a secret, or get tokens for them. */
export function isForClients({ kind }: SchemePlan): boolean {
  return kind === 'basic' || schemeKind(kind)?.madeBy === 'issue token';
}

/** The schemes whose keys or clients are made on the command line. */
export function madeByHand(plan: Plan): readonly SchemePlan[] {
  return plan.authentication.schemes.filter(
    (scheme) => scheme.closed !== true && (scheme.kind === 'api key' || isForClients(scheme)),
  );
}

/** The id of a client that was given none. */
export function clientId(host: Host): string {
  return `client_${Array.from(host.random(8), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** The schemes that have keys. */
export function keySchemes(plan: Plan): readonly SchemePlan[] {
  return plan.authentication.schemes.filter((scheme) => scheme.kind === 'api key' && scheme.closed !== true);
}
