import type { Platform } from '../../contracts/platform.ts';
import type { Store } from '../../contracts/store.ts';
import { findSchemeKind, selectSchemes } from '../../parts/authentication/schemes/index.ts';
import { createCredential } from '../../parts/authentication/serve/credential.ts';
import type { Plan, SchemePlan } from '../../plan/plan.ts';

/** Creates the first key of a store and gives its text; undefined where the store has a credential, or another instance creates one. */
export async function makeFirstKey(
  store: Store,
  platform: Platform,
  scheme: SchemePlan,
  scopes: readonly string[],
  attributes: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  if ((await store.credentials.list({ most: 1 })).length > 0) return undefined;
  const asked = { kind: 'key', scheme: scheme.name, scopes, attributes } as const;
  const { text, record } = createCredential(platform, scheme, asked, platform.now());
  return (await store.credentials.createFirst(record)) ? text : undefined;
}

/** Whether a scheme's callers are clients: they have an id and a secret, or get tokens for them. */
export function isForClients({ kind }: SchemePlan): boolean {
  return findSchemeKind(kind)?.makes === 'client';
}

/** The schemes whose keys or clients are made on the command line. */
export function listManualSchemes(plan: Plan): readonly SchemePlan[] {
  return selectSchemes(plan.authentication, ({ makes }) => makes === 'key' || makes === 'client');
}

/** The id of a client that was given none. */
export function generateClientId(platform: Platform): string {
  return `client_${Array.from(platform.random(8), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** The schemes that have keys. */
export function keySchemes(plan: Plan): readonly SchemePlan[] {
  return selectSchemes(plan.authentication, ({ makes }) => makes === 'key');
}
