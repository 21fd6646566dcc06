import type { CredentialRecord } from '../../../contracts/caller.ts';
import type { Platform } from '../../../contracts/platform.ts';
import type { Store } from '../../../contracts/store.ts';
import { computeExpiry } from '../../../parts/authentication/serve/credential.ts';
import type { Plan, SchemePlan } from '../../../plan/plan.ts';
import type { Terminal } from '../../shared/terminal.ts';

/** Prints the credentials of a store with their state under the present document; never their secrets. */
export async function listKeys(
  plan: Plan,
  store: Store,
  platform: Platform,
  { json, tokens }: { readonly json?: true; readonly tokens?: true },
  terminal: Terminal,
): Promise<void> {
  const rows = await listEffectiveCredentials(plan, store, platform, tokens === true);
  if (json) {
    const shown = rows.map(({ hash: _, ...rest }) => rest);
    terminal.out({ json: JSON.stringify(shown, null, 2) });
    return;
  }
  if (rows.length === 0) terminal.out(`There are no keys yet. To create one, run nonet keys create ${plan.document}`);
  for (const row of rows) terminal.out(`${row.id}  ${row.state.padEnd(8)}  ${describeKey(row)}`);
}

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

/** Describes a credential in one line. */
export function describeKey(credential: CredentialRecord): string {
  const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
  const minute = (time: number): string => new Date(time).toISOString().replace(/:\d\d\.\d+Z$/, 'Z');
  const { kind, client, subject, id } = credential;
  const facts = [
    ...(kind === 'secret' ? [`secret of ${client}`] : []),
    ...(kind === 'token' ? [`token of ${subject}`] : []),
    `scheme ${credential.scheme}`,
    ...(kind !== 'token' && subject !== id && subject !== client ? [`caller.id ${subject}`] : []),
    credential.scopes.length === 0 ? 'no scopes' : `scopes ${credential.scopes.join(', ')}`,
    ...Object.entries(credential.attributes).map(([name, value]) => `${name} = ${String(value)}`),
    `created ${day(credential.createdAt)}`,
    credential.expiresAt === undefined ? 'never expires' : `expires ${minute(credential.expiresAt)}`,
    credential.lastUsedAt === undefined ? 'never used' : `used ${minute(credential.lastUsedAt)}`,
  ];
  return facts.join('; ');
}
