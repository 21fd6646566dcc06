import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { IssuerKeys } from '../operator/examples/sign-in-issuer.ts';

/** The beginning of an Ed25519 key in PKCS #8 (RFC 8410, section 7), before its 32 bytes. */
const head = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The keys of the issuers of tests. They follow from the names of the issuers: they protect nothing. */
export const issuerKeys: IssuerKeys = {
  publish: (issuer) => createPublicKey(createKey(issuer)).export({ format: 'jwk' }),
  sign: (issuer, text) => sign(null, Buffer.from(text), createKey(issuer)).toString('base64url'),
  digest: (text) => createHash('sha256').update(text).digest('base64url'),
};

function createKey(issuer: string): KeyObject {
  const seed = createHash('sha256').update(`sign in with ${issuer}`).digest();
  return createPrivateKey({ key: Buffer.concat([head, seed]), format: 'der', type: 'pkcs8' });
}
