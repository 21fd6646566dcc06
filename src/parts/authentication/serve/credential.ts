import type { CredentialRecord } from '../../../contracts/caller.ts';
import type { CredentialAsked, CredentialMade } from '../../../contracts/credentials.ts';
import type { Host } from '../../../contracts/platform.ts';
import type { SchemePlan } from '../../../plan/plan.ts';
import { schemeKind } from '../schemes/index.ts';
import { chosenText, hashOf, makeKey } from './keys.ts';

/** The Lifetime of a scheme for a credential, in milliseconds; a client's secret outlives the tokens it gets. */
export function lifetimeFor({ kind, lifetime }: SchemePlan, credential: CredentialRecord['kind']): number | undefined {
  return credential === 'secret' && schemeKind(kind)?.madeBy === 'issue token' ? undefined : lifetime;
}

/** When a credential is over, in milliseconds. */
export function endOf(scheme: SchemePlan, record: CredentialRecord): number {
  const most = lifetimeFor(scheme, record.kind);
  return Math.min(record.expiresAt ?? Number.POSITIVE_INFINITY, record.createdAt + (most ?? Number.POSITIVE_INFINITY));
}

/** Makes a credential of a scheme that lasts as long as is asked, at most as long as the scheme's do; nothing is kept yet. */
export function credentialFor(
  host: Host,
  scheme: SchemePlan | undefined,
  asked: CredentialAsked,
  now: number,
): CredentialMade {
  const { chosen } = asked;
  const text = chosen ?? asked.text ?? makeKey(host, asked.scheme).key;
  const hash = hashOf(host, chosen === undefined ? text : chosenText(asked.scheme, asked.client ?? '', chosen));
  // The hash of a chosen secret is shown nowhere, not in part either: who knows some of it could try what people choose.
  const id = `cred_${chosen === undefined ? hash.slice(0, 16) : hexOf(host.random(8))}`;
  const { kind, client, scopes, attributes, lifetime = Number.POSITIVE_INFINITY } = asked;
  const record: CredentialRecord = {
    id,
    kind,
    scheme: asked.scheme,
    ...(client === undefined ? {} : { client }),
    hash,
    subject: asked.subject ?? client ?? id,
    scopes,
    attributes,
    createdAt: now,
  };
  const most = scheme === undefined ? Number.POSITIVE_INFINITY : endOf(scheme, record);
  const expiresAt = Math.min(now + lifetime, most);
  return { text, record: expiresAt === Number.POSITIVE_INFINITY ? record : { ...record, expiresAt } };
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
