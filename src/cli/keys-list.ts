import type { CredentialRecord } from '../steps/caller.ts';
import type { Host } from '../steps/host.ts';
import type { Store } from '../steps/store.ts';
import type { Terminal } from './terminal.ts';

/** Prints the credentials of a store, never what is secret of them. */
export async function listKeys(
  store: Store,
  host: Host,
  { json, tokens }: { readonly json?: true; readonly tokens?: true },
  terminal: Terminal,
): Promise<void> {
  const all = await store.credentials.list();
  const shown = tokens === true ? all : all.filter(({ kind }) => kind !== 'token');
  if (json) {
    terminal.out(
      JSON.stringify(
        shown.map(({ hash: _, ...rest }) => rest),
        null,
        2,
      ),
    );
    return;
  }
  if (shown.length === 0) terminal.out('There are no keys yet: nonet keys create makes one.');
  for (const one of shown) terminal.out(`${one.id}  ${stateOf(one, host.now()).padEnd(7)}  ${describeKey(one)}`);
}

function stateOf({ revokedAt, expiresAt }: CredentialRecord, now: number): string {
  if (revokedAt !== undefined) return 'revoked';
  return expiresAt !== undefined && expiresAt <= now ? 'expired' : 'alive';
}

/** What a credential is, in one line. */
export function describeKey(credential: CredentialRecord): string {
  const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
  const { kind, client, subject, id } = credential;
  const facts = [
    ...(kind === 'secret' ? [`secret of ${client}`] : []),
    ...(kind === 'token' ? [`token of ${subject}`] : []),
    `scheme ${credential.scheme}`,
    ...(kind !== 'token' && subject !== id && subject !== client ? [`caller.id ${subject}`] : []),
    credential.scopes.length === 0 ? 'no scopes' : `scopes ${credential.scopes.join(', ')}`,
    ...Object.entries(credential.attributes).map(([name, value]) => `${name} = ${String(value)}`),
    `made ${day(credential.createdAt)}`,
    credential.expiresAt === undefined ? 'no end' : `ends ${day(credential.expiresAt)}`,
    credential.lastUsedAt === undefined ? 'never used' : `used ${day(credential.lastUsedAt)}`,
  ];
  return facts.join('; ');
}
