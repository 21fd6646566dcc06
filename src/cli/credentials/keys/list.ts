import type { CredentialRecord } from '../../../contracts/caller.ts';
import type { Platform } from '../../../contracts/platform.ts';
import type { Store } from '../../../contracts/store.ts';
import { listEffectiveCredentials } from '../../../operator/credentials/effective.ts';
import type { Plan } from '../../../plan/plan.ts';
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
