import type { CredentialKind, CredentialRecord, Rights } from '../../contracts/caller.ts';

/** The columns of `nonet_credential`. */
export const credentialColumns =
  'id, kind, scheme, client, hash, subject, scopes, attributes, session, created_at, expires_at, revoked_at, last_used_at, generation, rotated_at, rotation_key';

/** Selects the credentials that people and programs are given by hand, as SQL. */
export const isByHand = `kind IN ('key', 'secret')`;
/** Selects tokens that requests issue, as SQL. */
export const isIssued = `kind IN ('token', 'refresh')`;
/** Selects the one credential with which a session ends, as SQL: the refresh token, or the token of a session without one. */
export const holdsSession = '(rotation_key IS NOT NULL OR generation IS NULL)';

/** A credential as a row of these columns. */
export type CredentialRow = readonly [
  id: string,
  kind: string,
  scheme: string,
  client: string | null,
  hash: string,
  subject: string,
  scopes: string,
  attributes: string,
  session: string | null,
  createdAt: number,
  expiresAt: number | null,
  revokedAt: number | null,
  lastUsedAt: number | null,
  generation: number | null,
  rotatedAt: number | null,
  rotationKey: string | null,
];

/** The row of a credential. */
export function toCredentialRow(record: CredentialRecord): CredentialRow {
  const { id, kind, scheme, client, hash, subject, scopes, attributes, createdAt } = record;
  const texts = [id, kind, scheme, client ?? null, hash, subject, JSON.stringify(scopes)] as const;
  const ends = [record.expiresAt ?? null, record.revokedAt ?? null, record.lastUsedAt ?? null] as const;
  const rotation = [record.generation ?? null, record.rotatedAt ?? null, record.rotationKey ?? null] as const;
  return [...texts, JSON.stringify(attributes), record.session ?? null, createdAt, ...ends, ...rotation];
}

/** The credential of a row. */
export function readCredentialRow(row: CredentialRow): CredentialRecord {
  const [id, kind, scheme, client, hash, subject, scopes, attributes, session, ...times] = row;
  const [createdAt, expiresAt, revokedAt, lastUsedAt, generation, rotatedAt, rotationKey] = times;
  return {
    id,
    kind: kind as CredentialKind,
    scheme,
    ...(client === null ? {} : { client }),
    hash,
    subject,
    ...readRights([scopes, attributes]),
    ...(session === null ? {} : { session }),
    createdAt,
    ...(expiresAt === null ? {} : { expiresAt }),
    ...(revokedAt === null ? {} : { revokedAt }),
    ...(lastUsedAt === null ? {} : { lastUsedAt }),
    ...(generation === null ? {} : { generation }),
    ...(rotatedAt === null ? {} : { rotatedAt }),
    ...(rotationKey === null ? {} : { rotationKey }),
  };
}

/** The rights of the columns `scopes` and `attributes`. */
export function readRights([scopes, attributes]: readonly [scopes: string, attributes: string]): Rights {
  return {
    scopes: JSON.parse(scopes) as readonly string[],
    attributes: JSON.parse(attributes) as Readonly<Record<string, unknown>>,
  };
}
