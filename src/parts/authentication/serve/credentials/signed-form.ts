import type { NewCredential } from '../../../../contracts/credentials.ts';
import type { Platform } from '../../../../contracts/platform.ts';
import { type Claims, longestToken, type TokenSigner } from '../../../../contracts/sessions/tokens.ts';
import type { SchemePlan } from '../../../../plan/plan.ts';
import { decodeBase64url, toBase64url } from '../../../endpoints/serve/lists/cursor.ts';
import { findSchemeKind } from '../../schemes/index.ts';
import { resolveLifetime } from './credential.ts';

/** The unguessable bytes of `jti`, and their characters in base64url. */
const randomLength = 16;
const digits = 22;

/**
 * Returns a credential with the signed form of its text (RFC 9068). The stored hash is that of the whole text, so only a token that was
 * issued here is found, with the claims, key and algorithm with which it was issued. Throws for one that would be too long to be accepted. `jti` begins with the name of the scheme, as an opaque
 * token does.
 */
export function withSignedText(
  { platform, signer }: { readonly platform: Platform; readonly signer: TokenSigner },
  scheme: SchemePlan,
  credential: NewCredential,
  now: number,
): NewCredential {
  const { client, subject = client, scopes, attributes, session } = credential;
  const most = Math.min(credential.lifetime ?? Number.POSITIVE_INFINITY, resolveLifetime(scheme, 'token')!);
  const issuedAt = Math.floor(now / 1000);
  const endsAt = issuedAt + Math.max(1, Math.floor(most / 1000));
  const claims: Claims = {
    ...attributes,
    iss: signer.issuer,
    aud: signer.issuer,
    sub: subject,
    client_id: findSchemeKind(scheme.kind)?.madeBy === 'issue token' ? client : scheme.name,
    sid: session,
    iat: issuedAt,
    exp: endsAt,
    nbf: undefined,
    jti: `${scheme.name}_${toBase64url(platform.random(randomLength))}`,
    scope: scopes.length === 0 ? undefined : scopes.join(' '),
  };
  const text = signer.sign(claims, now);
  if (text.length > longestToken)
    throw new Error(
      `a token of ${scheme.name} cannot be signed: with its attributes it has ${text.length} characters, at most ${longestToken} are accepted`,
    );
  return { ...credential, text, lifetime: endsAt * 1000 - now };
}

/** Whether a text has the form of a signed token of a scheme; only its hash shows whether it is one. */
export function looksSigned(scheme: string, text: string): boolean {
  const id = readTokenId(text);
  return id !== undefined && id.length === scheme.length + 1 + digits && id.startsWith(`${scheme}_`);
}

/** Returns the scheme that the text of a key or token names; of a JWT that names none one with signed tokens. */
export function findNamedScheme(schemes: readonly SchemePlan[], text: string): SchemePlan | undefined {
  const named = schemes.find(
    ({ name, kind }) =>
      findSchemeKind(kind)?.form !== 'id and secret' && (text.startsWith(`${name}_`) || looksSigned(name, text)),
  );
  const isJwt = text.split('.').length === 3;
  return named ?? (isJwt ? schemes.find(({ kind }) => findSchemeKind(kind)?.form === 'signed') : undefined);
}

/** Returns the unverified `jti` of a text with the form of a JWT. */
function readTokenId(text: string): string | undefined {
  if (text.length > longestToken) return undefined;
  const [, payload, signature, more] = text.split('.', 4);
  if (signature === undefined || more !== undefined) return undefined;
  const bytes = decodeBase64url(payload!);
  try {
    const claims: unknown = bytes && JSON.parse(new TextDecoder().decode(bytes));
    const id: unknown = (claims as { readonly jti?: unknown } | null | undefined)?.jti;
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}
