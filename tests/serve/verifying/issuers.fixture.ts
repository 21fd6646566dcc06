import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';

/** The key pair of an issuer: the half that it publishes, and what it signs with. */
export interface IssuerKey {
  readonly published: JWK;
  readonly private: CryptoKey;
}

/** Makes a key pair of an issuer. */
export async function issuerKey(kid: string | undefined, alg = 'ES256'): Promise<IssuerKey> {
  const pair = await generateKeyPair(alg, { extractable: true });
  const key = { ...(await exportJWK(pair.publicKey)), alg, use: 'sig' };
  return { published: kid === undefined ? key : { ...key, kid }, private: pair.privateKey };
}

/** The text of a JWK Set. */
export function setOf(...keys: readonly IssuerKey[]): string {
  return JSON.stringify({ keys: keys.map(({ published }) => published) });
}

/** Signs claims as an issuer does. */
export function signed(key: IssuerKey, claims: JWTPayload, header: Record<string, unknown> = {}): Promise<string> {
  const { kid, alg } = key.published;
  const protectedHeader = { alg: alg!, ...(kid === undefined ? {} : { kid }), ...header };
  return new SignJWT(claims).setProtectedHeader(protectedHeader).sign(key.private);
}
