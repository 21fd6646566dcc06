import type { Platform } from '../../contracts/platform.ts';
import type { Store } from '../../contracts/store.ts';
import { findSchemeKind, selectSchemes } from '../../parts/authentication/schemes/index.ts';
import { createCredential } from '../../parts/authentication/serve/credentials/credential.ts';
import type { Plan, SchemePlan } from '../../plan/plan.ts';

/** Creates the first key of a store and returns its text; undefined if the store has a credential or another instance creates one. */
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

/** Returns whether a scheme has clients: an ID with a secret, or tokens issued for them. */
export function isForClients({ kind }: SchemePlan): boolean {
  return findSchemeKind(kind)?.makes === 'client';
}

/** Returns the schemes whose keys or clients are created on the command line. */
export function listManualSchemes(plan: Plan): readonly SchemePlan[] {
  return selectSchemes(plan.authentication, ({ makes }) => makes === 'key' || makes === 'client');
}

/** Generates the ID of a client. */
export function generateClientId(platform: Platform): string {
  return `client_${Array.from(platform.random(8), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Returns the schemes of kind `api key`. */
export function keySchemes(plan: Plan): readonly SchemePlan[] {
  return selectSchemes(plan.authentication, ({ makes }) => makes === 'key');
}
