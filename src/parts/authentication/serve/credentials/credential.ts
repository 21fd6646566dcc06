import type { CredentialRecord } from '../../../../contracts/caller.ts';
import type { CreatedCredential, NewCredential } from '../../../../contracts/credentials.ts';
import type { Platform } from '../../../../contracts/platform.ts';
import type { SchemePlan } from '../../../../plan/plan.ts';
import { findSchemeKind } from '../../schemes/index.ts';
import { hashCredential, makeKey, toChosenSecretString } from './keys.ts';

/** How long a credential of a scheme lives, in milliseconds; a client's secret outlives the tokens it gets. */
export function resolveLifetime(
  { kind, lifetime, refresh }: SchemePlan,
  credential: CredentialRecord['kind'],
): number | undefined {
  if (credential === 'refresh') return refresh ?? 0;
  return credential === 'secret' && findSchemeKind(kind)?.madeBy === 'issue token' ? undefined : lifetime;
}

/** When a credential is over, in milliseconds. */
export function computeExpiry(scheme: SchemePlan, record: CredentialRecord): number {
  const most = resolveLifetime(scheme, record.kind);
  return Math.min(record.expiresAt ?? Number.POSITIVE_INFINITY, record.createdAt + (most ?? Number.POSITIVE_INFINITY));
}

/** Uses are stored by the minute. */
const exactness = 60_000;
/** Other instances may store uses this much later. */
export const idleSlack = exactness;

/** When a credential is over for want of requests, in milliseconds: never before its Idle, and at most a minute later. */
export function computeIdleEnd({ idle }: Pick<SchemePlan, 'idle'>, createdAt: number, usedAt: number): number {
  return idle === undefined ? Number.POSITIVE_INFINITY : Math.max(createdAt, usedAt) + idle + exactness;
}

/** The latest use of credentials that are over for want of requests, as they are stored: other instances may store later ones for a while. */
export function computeIdleBefore({ idle }: Pick<SchemePlan, 'idle'>, now: number): number | undefined {
  return idle === undefined ? undefined : now - idle - exactness - idleSlack;
}

/** Makes a credential of a scheme that lasts as long as is asked, at most as long as the scheme's do; nothing is stored yet. */
export function createCredential(
  platform: Platform,
  scheme: SchemePlan | undefined,
  credential: NewCredential,
  now: number,
): CreatedCredential {
  const { chosen } = credential;
  const text = chosen ?? credential.text ?? makeKey(platform, credential.scheme).key;
  const hash = hashCredential(
    platform,
    chosen === undefined ? text : toChosenSecretString(credential.scheme, credential.client ?? '', chosen),
  );
  // The hash of a chosen secret is shown nowhere, not in part either: who knows some of it could try what people choose.
  const id = `cred_${chosen === undefined ? hash.slice(0, 16) : toHex(platform.random(8))}`;
  const { kind, client, session, scopes, attributes, generation, rotationKey } = credential;
  const { lifetime = Number.POSITIVE_INFINITY } = credential;
  const record: CredentialRecord = {
    id,
    kind,
    scheme: credential.scheme,
    ...(client === undefined ? {} : { client }),
    hash,
    subject: credential.subject ?? client ?? id,
    scopes,
    attributes,
    ...(session === undefined ? {} : { session }),
    ...(generation === undefined ? {} : { generation }),
    ...(rotationKey === undefined ? {} : { rotationKey }),
    createdAt: now,
  };
  const most = scheme === undefined ? Number.POSITIVE_INFINITY : computeExpiry(scheme, record);
  const expiresAt = Math.min(now + lifetime, most);
  return { text, record: expiresAt === Number.POSITIVE_INFINITY ? record : { ...record, expiresAt } };
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
